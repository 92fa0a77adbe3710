# shellcheck shell=bash disable=SC2154 # set by what is asked for
# nginx's configuration. Its answers are constant text, because nginx computes none.

url() {
    local address=$host
    [[ $host != *:* ]] || address="[$host]"
    printf 'http://%s:%d' "$address" "$port"
}

# The keys of the READY line, in its order.
identity() {
    printf '"server":"nginx","model":"static answer","pid":%d,"url":"%s","store":null,"workers":%d' \
        $$ "$(url)" "$workers"
}

# Those in force when nginx is started, who hands them on; null = unlimited, or not to be read here.
limits() {
    local line row values=() somaxconn=null
    for row in 'Max open files' 'Max processes'; do
        line=$(grep "^$row " /proc/self/limits || true)
        read -ra line <<<"${line#"$row"}"
        values+=("$(number "${line[0]:-}")" "$(number "${line[1]:-}")")
    done
    [[ ! -r /proc/sys/net/core/somaxconn ]] || somaxconn=$(number "$(</proc/sys/net/core/somaxconn)")
    printf '"nofileSoft":%s,"nofileHard":%s,"nprocSoft":%s,"nprocHard":%s,"somaxconn":%s' "${values[@]}" "$somaxconn"
}

number() { if [[ $1 =~ ^[0-9]+$ ]]; then printf '%s' "$1"; else printf null; fi; }

# Runs as who asks for it, as the other servers do. Paths are ours: those that nginx was built with are the machine's.
# keepalive_timeout is Tomcat's; what a path has in it that JSON would want escaped is not repeated.
configuration() {
    local user='' listen
    listen=$(url)
    ((EUID != 0)) || user="user $(id -un) $(id -gn);"
    # shellcheck disable=SC2016 # nginx's own
    local get_alone='if ($refused) {
                add_header Allow "GET, HEAD" always;
                return 405 "{\"error\":\"$request_method is not allowed on $uri; allowed: GET, HEAD\"}";
            }'
    cat <<CONFIGURATION
daemon off;
$user
pid "$folder/pid";
error_log stderr error;
worker_processes $workers;
events {
    worker_connections $(ulimit -n);
}
http {
    access_log off;
    server_tokens off;
    tcp_nodelay on;
    keepalive_timeout 60s;
    keepalive_requests 1000000000;
    default_type application/json;
    client_body_temp_path "$folder/body";
    proxy_temp_path "$folder/proxy";
    fastcgi_temp_path "$folder/fastcgi";
    uwsgi_temp_path "$folder/uwsgi";
    scgi_temp_path "$folder/scgi";
    map \$request_method \$refused {
        default 1;
        GET 0;
        HEAD 0;
    }
    map \$request_uri \$named {
        "~^(?<path>/[!#->@-\[\]-~]{0,79})(\?|\$)" ": \$path";
    }
    server {
        listen ${listen#http://} backlog=65535;
        location = /json {
            $get_alone
            return 200 '{"message":"Hello, World!"}';
        }
        location = /health {
            $get_alone
            return 200 '{$(identity),"limits":{$(limits)}}';
        }
        location = $status_path {
            stub_status;
        }
        location / {
            return 404 '{"error":"no such route\$named"}';
        }
    }
}
CONFIGURATION
}

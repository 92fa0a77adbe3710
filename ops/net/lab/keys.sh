# shellcheck shell=bash disable=SC2154
# Makes keys for this lab, and settings that name no others: ~/.ssh and /etc/ssh are neither read nor changed.

make_key() { # FILE COMMENT
    make ssh-keygen -q -t ed25519 -N '' -C "$2" -f "$1"
}

make_keys() {
    local i address
    make_key "$lab/key" 'threadwall lab'
    cp "$lab/key.pub" "$lab/authorized_keys"
    client_settings >"$lab/ssh_config"
    for ((i = 1; i <= hosts; i++)); do
        address=$(address_of "$i")
        make_key "$lab/host_key_$i" "lab$i"
        printf '%s %s\n' "$address" "$(<"$lab/host_key_$i.pub")" >>"$lab/known_hosts"
        printf 'Host lab%s %s\n    HostName %s\n' "$i" "$address" "$address" >>"$lab/ssh_config"
        server_settings "$i" >"$lab/sshd_config_$i"
    done
    mkdir "$lab/disk" # where each host mounts its own
    crash_point
}

client_settings() {
    cat <<END
IdentityFile $lab/key
IdentitiesOnly yes
IdentityAgent none
UserKnownHostsFile $lab/known_hosts
GlobalKnownHostsFile /dev/null
StrictHostKeyChecking yes
BatchMode yes
User root
ConnectTimeout 5
LogLevel ERROR
END
}

# Without PAM, whose limits.conf would replace the host's nofile.
server_settings() { # HOST
    cat <<END
ListenAddress $(address_of "$1")
HostKey $lab/host_key_$1
AuthorizedKeysFile $lab/authorized_keys
PidFile none
UsePAM no
PermitRootLogin prohibit-password
AllowUsers root
PasswordAuthentication no
KbdInteractiveAuthentication no
UseDNS no
PrintMotd no
PrintLastLog no
MaxStartups 100
END
}

# shellcheck shell=bash disable=SC2016,SC2034,SC2154
# The contents of the files that apply installs.

threads_file=90-threadwall-threads.conf         # in ops/sysctl, and with the same name in /etc/sysctl.d
connections_file=90-threadwall-connections.conf #
limits_file=90-threadwall.conf                  # in /etc/security/limits.d
drop_in_file=90-threadwall.conf                 # in a unit's drop-in folder
origin='Installed by threadwall: ops/limits.sh apply; `ops/limits.sh revert` takes it away.'

# The file of ops/sysctl with the values of this apply. Values that were high enough before are left out, so that the file
# cannot lower them later.
sysctl_text() { # FILE
    local line key
    printf '# %s\n' "$origin"
    while IFS= read -r line; do
        if [[ $line =~ ^(-?)([a-z][a-z0-9_./-]*)\ *=\ *(.*)$ ]]; then
            sysctl_line "$1" "${BASH_REMATCH[2]}" "${BASH_REMATCH[1]}"
        else
            printf '%s\n' "$line"
        fi
    done <"$limits_home/sysctl/$1"
    key=net.ipv4.tcp_mem
    if [[ $1 == "$connections_file" && -n ${aim_need[$key]+set} ]]; then sysctl_line "$1" "$key" ''; fi
}

sysctl_line() { # FILE KEY DASH
    local path now new earlier
    sysctl_path "$2"
    new=${aim_set[$2]:-${aim_need[$2]}}
    if [[ -f $root$path ]]; then
        canonical "$path" "$(<"$root$path")"
        now=$reply
        raised "$path" "$now" "${aim_need[$2]}" "${aim_set[$2]}"
        new=$reply
        if [[ $new == "$now" ]] && ! is_ours "$path" "$now"; then
            printf '# %s is %s without this file\n' "$2" "${now:-empty}"
            return
        fi
    fi
    earlier_value "$1" "$2"
    if [[ -n $reply ]]; then
        canonical "$path" "$reply"
        earlier=$reply
        raised "$path" "$earlier" "${aim_need[$2]}" "${aim_set[$2]}"
        if [[ $reply == "$earlier" ]]; then
            printf '# a file before this one sets %s = %s\n' "$2" "$earlier"
            return
        fi
        raised "$path" "$earlier" "$new" "$new"
        new=$reply
    fi
    printf '%s%s = %s\n' "$3" "$2" "$new"
}

# The settings of other files at the next boot, a line each, in the order in which they are read: the file's name, its
# path, key and value, separated by tabs. Files are sorted by name. Of two with one name, the one in the first of these
# folders counts (sysctl.d(5)). /etc/sysctl.conf comes last.
boot_settings() {
    local folder file name folders=("$root"/{etc,run,usr/local/lib,usr/lib,lib}/sysctl.d)
    while IFS= read -r name; do
        for folder in "${folders[@]}"; do
            [[ -e $folder/$name ]] || continue # /dev/null, which hides those of the other folders, is empty
            settings_of "$name" "$folder/$name"
            break
        done
    done < <(
        for folder in "${folders[@]}"; do
            for file in "$folder"/*.conf; do if [[ -e $file ]]; then printf '%s\n' "${file##*/}"; fi; done
        done | LC_ALL=C sort -u
    )
    settings_of sysctl.conf "$root/etc/sysctl.conf"
}

settings_of() { # NAME FILE
    local line
    [[ -r $2 ]] || return 0
    while IFS= read -r line || [[ -n $line ]]; do
        [[ $line =~ ^[[:space:]]*-?([a-z][a-z0-9_./-]*)[[:space:]]*=[[:space:]]*(.*)$ ]] || continue
        printf '%s\t%s\t%s\t%s\n' "$1" "${2#"$root"}" "${BASH_REMATCH[1]//\//.}" "${BASH_REMATCH[2]}"
    done <"$2"
}

# Sets reply to the value that the files before FILE give to KEY; empty if none names it.
earlier_value() { # FILE KEY
    local LC_ALL=C name _ key value
    reply=''
    while IFS=$'\t' read -r name _ key value; do
        if [[ $key == "$2" && $name < $1 ]]; then reply=$value; fi
    done < <(boot_settings)
}

# At boot the last file that names a key wins. Warns if that is another file with a lower value.
later_files() {
    local LC_ALL=C name file key path value
    while IFS=$'\t' read -r name file key value; do
        [[ $name > $threads_file && -n ${aim_need[$key]+set} ]] || continue
        sysctl_path "$key"
        raised "$path" "$value" "${aim_need[$key]}"
        [[ $reply != "$value" ]] || continue
        printf 'at the next boot %s sets %s = %s, after the file of limits.sh\n' "$file" "$key" "$value"
    done < <(boot_settings)
}

drop_in_text() { # PATH N
    local unit=${1%.d/*}
    unit=${unit##*.} # slice, service or scope
    cat <<END
# $origin
# Tasks (threads and processes) of this unit; logind.conf's UserTasksMax= is gone since systemd 239.
[${unit^}]
TasksMax=${2/max/infinity}
END
}

# pam_limits also lowers limits, so there is a line only if the hard limit is too low without it.
limits_text() {
    local lines
    lines=$(
        limits_lines 'open files' hard nofile "$aim_nofile"
        limits_lines 'processes' - nproc "$aim_nproc"
        limits_lines 'pending signals' - sigpending "$aim_nproc"
    )
    [[ -n $lines ]] || return 0
    cat <<END
# $origin
# For sessions that begin after it. "*" is everyone but root: pam_limits takes root's only from lines that say root.
# nofile: the hard limit alone. Programs that use select(2) break with descriptors above 1023, so the soft one
# stays 1024 and who needs more takes it (ops/ulim.sh, ulimit -Sn, a JVM by itself).
# Services take theirs from systemd (LimitNOFILE=, LimitNPROC=), not from here.
$lines
END
}

# If process 1 cannot have CAP_SYS_RESOURCE, as in most containers, pam_limits cannot raise a hard limit.
sessions_rise() {
    local word may=''
    while read -r word may; do [[ $word != CapBnd: ]] || break; done 2>/dev/null <"$root/proc/1/status" || true
    [[ ! $may =~ ^[0-9a-f]+$ ]] || ((16#$may >> 24 & 1))
}

# Hard limits that a new session begins with: ours, or those of process 1, whichever is higher.
limits_lines() { # KERNEL_NAME TYPE ITEM N
    local file line hard=0 rest before='' number=$4
    [[ -f $root/etc/security/limits.d/$limits_file ]] &&
        before=$(sed -n "s/^\* .* $3  *\([0-9]*\)$/\1/p" "$root/etc/security/limits.d/$limits_file")
    if [[ -n $number ]]; then
        for file in "$root"/proc/{1,self}/limits; do
            while IFS= read -r line; do
                [[ $line == "Max $1 "* ]] || continue
                read -r _ rest _ <<<"${line#"Max $1"}"
                larger "$rest" "$hard"
                hard=$reply
            done 2>/dev/null <"$file" || true
        done
        [[ -n $before ]] || ! reaches "$hard" "$number" || number=''
    fi
    [[ -n $number || -n $before ]] || return 0
    larger "${number:-0}" "${before:-0}"
    number=$reply
    printf '%-5s %-5s %-11s %s\n' '*' "$2" "$3" "$number" root "$2" "$3" "$number"
}

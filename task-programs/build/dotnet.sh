# shellcheck shell=bash disable=SC2034,SC2154 # used by and set by others
# .NET without its SDK: Mono's mcs compiles against the assemblies of .NET 3.1, and the same code runs on 3.1 and 8.
# task-programs/dotnet.sh downloads these runtimes.

# Makes target/dotnet-VERSION/PROGRAM.dll of all C# sources in the family's folder.
build_without_sdk() { # VERSION PROGRAM
    obtain find_mono 0 "install mono and mcs with this system's packages" mono-mcs mono-runtime || return 0
    find_first mcs 0 version_by_option # mono's version is not the compiler's
    obtain_runtime 3.1 && obtain_runtime "$1" || return 0
    local made
    made=".NET $(runtime_version "$1"), compiled by Mono's mcs $version"
    compile "$made" "target/dotnet-$1/$2.dll" compile_without_sdk "$1" "$2" || return 0
    ready "$made"
}

runtime_folder() { printf '%s' "$tw_home/.threadwall/dotnet-$1/shared/Microsoft.NETCore.App"; } # VERSION

runtime_version() { # VERSION
    local found
    found=$(printf '%s\n' "$(runtime_folder "$1")"/*)
    printf '%s' "${found##*/}"
}

# With --install downloads it; what is not its maker's package takes a command of the user's.
obtain_runtime() { # VERSION
    local folder=.threadwall/dotnet-$1 command="task-programs/dotnet.sh $1"
    [[ ! -x $tw_home/$folder/dotnet ]] || return 0
    why="no .NET $1 in $folder" how="$command downloads it, in a package that is not Microsoft's"
    if [[ $1 == 3.1 ]]; then
        how="--install or $command downloads it"
        if $install; then
            ! "$task_programs/dotnet.sh" "$1" || return 0
            how="$command could not download it"
        fi
    fi
    missing
    return 1
}

# Against each assembly of 3.1 but those that mcs would find the same types in twice. The file beside the program
# names the oldest runtime that will do; without "Invariant" 3.1 needs a library of locales.
compile_without_sdk() { # VERSION PROGRAM
    local assembly references=() out=target/dotnet-$1 minimum=$1.0
    [[ $minimum == *.*.* ]] || minimum+=.0
    for assembly in "$(runtime_folder 3.1)"/*/*.dll; do
        case ${assembly##*/} in
            System.Private.CoreLib.dll) ;;
            mscorlib.dll | System.Runtime.WindowsRuntime* | System.Private.*) continue ;;
        esac
        references+=("-r:$assembly")
    done
    mkdir -p "$out" &&
        mcs -nostdlib -noconfig -langversion:7.2 -optimize+ -nowarn:1702 "${references[@]}" -out:"$out/$2.new" ./*.cs &&
        printf '{"runtimeOptions":{"framework":{"name":"Microsoft.NETCore.App","version":"%s"},%s}}\n' "$minimum" \
            '"configProperties":{"System.Globalization.Invariant":true}' >"$out/$2.runtimeconfig.json" &&
        mv "$out/$2.new" "$out/$2.dll"
}

#!/usr/bin/env bash
# Makes tests/corpora/samples anew: make.sh SAMPLE_DUMPER [FOLDER]. SAMPLE_DUMPER is build/dev/tests/sample_dumper.
# Needs g++, binutils, python3. The dumps change with every run (addresses, thread ids); what they show does not.
set -euo pipefail
dumper=$(realpath "$1")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=${2:-$here/../corpora/samples}
mkdir -p "$out"
out=$(realpath "$out")
work=${TMPDIR:-/tmp}/faultline-samples # A fixed place: module paths in the dumps show it.
rm -rf "$work" && mkdir -p "$work"
trap 'rm -rf "$work"' EXIT
common=(-std=c++20 -O2 -g -gz -fno-optimize-sibling-calls "-ffile-prefix-map=$here=/src" -Wl,--build-id)

split() { # FILE: debug info into FILE.debug, linked
    objcopy --only-keep-debug "$1" "$1.debug"
    strip --strip-all "$1"
    objcopy --add-gnu-debuglink="$1.debug" "$1"
}

# The crash that ./dev run opens: a program and a library with separate debug files and source bundles.
(
    cd "$work"
    mkdir default && cd default
    g++ "${common[@]}" -fPIC -shared -static-libstdc++ -static-libgcc -o libscene.so "$here/viewer/group.cpp" "$here/viewer/scene.cpp"
    g++ "${common[@]}" "$here/viewer/viewer.cpp" -static-libstdc++ -static-libgcc -L. -lscene '-Wl,-rpath,$ORIGIN' -o viewer
    "$dumper" ./viewer sample.dmp
    sources=()
    for file in "$here"/viewer/*; do sources+=("/src/viewer/$(basename "$file")=$file"); done
    for file in libscene.so viewer; do
        python3 "$here/make_bundle.py" "$file" "$file.src.zip" "${sources[@]}"
        split "$file"
    done
    rm -rf "$out/default" && cp -r . "$out/default"
)

# One folder per crash program: statically linked, so that no library's unwind data is needed.
for sample in null_write uncaught_exception failed_assert stack_overflow second_thread; do
    mkdir "$work/$sample"
    cd "$work/$sample"
    g++ "${common[@]}" -static -pthread -o "$sample" "$here/$sample.cpp"
    "$dumper" "./$sample" "$sample.dmp"
    rm -rf "${out:?}/$sample" && cp -r . "$out/$sample"
done

# Windows, run under Wine, whose MiniDumpWriteDump records no CodeView: the modules are known by timestamp and size only.
if command -v wine >/dev/null; then
    windows=(-std=c++20 -O2 -g -nostdlib -fno-exceptions -fno-optimize-sibling-calls)
    mkdir "$work/windows_mingw" "$work/windows_pdb"
    (
        cd "$work/windows_mingw"
        x86_64-w64-mingw32-g++ "${windows[@]}" "-ffile-prefix-map=$here=/src" -e sampleMain -o sample.exe "$here/windows_null_write.cpp" -lkernel32
        WINEDEBUG=-all wine sample.exe sample.dmp || true
        rm -rf "$out/windows_mingw" && cp -r . "$out/windows_mingw"
    )
    (
        cd "$work/windows_pdb"
        printf 'LIBRARY KERNEL32.dll\nEXPORTS\n%s\n' "SetUnhandledExceptionFilter
CreateFileA
CloseHandle
GetCurrentProcess
GetCurrentProcessId
GetCurrentThreadId
LoadLibraryA
GetProcAddress
GetCommandLineA
ExitProcess" >kernel32.def
        llvm-dlltool-19 -m i386:x86-64 -d kernel32.def -l kernel32.lib
        cp "$here"/windows_null_write.cpp "$here"/sample.h .
        clang++-19 --target=x86_64-pc-windows-msvc "${windows[@]}" -gcodeview -fasynchronous-unwind-tables -ffreestanding -fdebug-compilation-dir=/src -c windows_null_write.cpp -o sample.obj
        lld-link-19 /debug /entry:sampleMain /subsystem:console /nodefaultlib /out:sample.exe /pdb:sample.pdb /pdbaltpath:sample.pdb sample.obj kernel32.lib
        WINEDEBUG=-all wine sample.exe sample.dmp || true
        rm -f kernel32.* sample.obj windows_null_write.cpp sample.h
        rm -rf "$out/windows_pdb" && cp -r . "$out/windows_pdb"
    )
fi

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/code_owner.h"

#include "core/base/text.h"
#include "core/insight/frame_names.h"
#include "core/insight/function_name.h"
#include "core/insight/runtime_names.h"
#include "core/insight/self_end.h"

#include <algorithm>
#include <array>
#include <span>

namespace faultline::insight {

namespace {

/// Folders of operating systems and their runtimes, lower case, with forward slashes.
constexpr std::array<std::string_view, 15> kSystemFolders{
    "/lib/",         "/lib32/",       "/lib64/",     "/usr/lib",        "/usr/libexec/",
    "/system/",      "/apex/",        "/vendor/lib", "/library/apple/", "/private/preboot/",
    "linux-gate.so", "linux-vdso.so", "[vdso]",      "c:/windows/",     "/nix/store/"};

/// Parts of the paths at which compilers keep the headers of their libraries, lower case, with
/// forward slashes.
constexpr std::array<std::string_view, 9> kLibraryFolders{
    "/usr/include/", "/include/c++/",        "/usr/lib/gcc", "/vc/tools/msvc/", "/windows kits/",
    "/rustc/",       "/.rustup/toolchains/", "/xcode.app/",  "/libc++/src/"};

/// Parts of the paths of sources of runtimes and of tools that are linked into a program, lower
/// case, with forward slashes.
constexpr std::array<std::string_view, 8> kRuntimeSources{
    "/compiler-rt/", "/glibc",    "/sysdeps/", "./csu/",
    "./nptl/",       "./stdlib/", "/libcxx/",  "/libcxxabi/"};

constexpr std::array<std::string_view, 3> kLibraryNamespaces{
    "std::", "__gnu_cxx::", "__cxxabiv1::"};

std::string comparablePath(std::string_view path)
{
    std::string lower = toLowerAscii(path);
    std::ranges::replace(lower, '\\', '/');
    return lower;
}

bool liesIn(const SourcePosition& position, std::span<const std::string_view> folders)
{
    const auto& named = position.absPath ? position.absPath : position.file;
    if (!named)
        return false;
    const std::string path = comparablePath(*named);
    return std::ranges::any_of(
        folders, [&](std::string_view folder) { return path.find(folder) != std::string::npos; });
}

bool isLibraryFile(const SourcePosition& position)
{
    return liesIn(position, kLibraryFolders);
}

/// "Swift._assertionFailure(…)", also inside of closures and specializations of it, whose names end
/// in what they are in: "closure #1 (…) -> () in Swift._assertionFailure(…)".
bool isSwiftLibrary(std::string_view name)
{
    constexpr std::string_view kIn = " in ";
    if (const auto in = name.rfind(kIn); in != std::string_view::npos)
        name.remove_prefix(in + kIn.size());
    constexpr std::string_view kOf = "> of ";
    if (const auto of = name.rfind(kOf); of != std::string_view::npos)
        name.remove_prefix(of + kOf.size());
    return name.starts_with("Swift.");
}

/// The runtimes of the sanitizers and of libFuzzer, which compilers bring for every program.
bool isSanitizerLibrary(std::string_view path)
{
    static constexpr std::array<std::string_view, 7> kBeginnings{
        "libclang_rt.", "clang_rt.", "libasan.", "libhwasan.", "libtsan.", "liblsan.", "libubsan."};
    return beginsWithOneOf(path.substr(path.find_last_of('/') + 1), kBeginnings);
}

bool isSystemPath(std::string_view file)
{
    const std::string path = comparablePath(file);
    if (isSanitizerLibrary(path))
        return true;
    return std::ranges::any_of(kSystemFolders,
                               [&](std::string_view folder) { return path.starts_with(folder); });
}

/// Texts give a frame its source or its module. A frame with a source needs no module to be the
/// program's own.
bool isOwnSource(const Report& report, const Frame& frame)
{
    const auto* native = frame.asNative();
    if (native != nullptr && native->package &&
        isSanitizerLibrary(comparablePath(*native->package)))
        return false;
    return report.event->kind == EventKind::NativeText && frame.position.file &&
           !isLibraryFile(frame.position) && !liesIn(frame.position, kRuntimeSources);
}

bool isRuntimeOfLanguage(const Frame& frame, std::string_view name)
{
    const auto* native = frame.asNative();
    return native != nullptr &&
           (isGoRuntime(name) || (native->language == Language::Rust && isRustLibrary(name)));
}

} // namespace

bool isSystemModule(const EventModule& module)
{
    return module.codeFile && isSystemPath(*module.codeFile);
}

bool isOthersCode(const Report& report, const Frame& frame)
{
    if (frame.inApp)
        return !*frame.inApp;
    if (liesIn(frame.position, kRuntimeSources) || isLibraryCode(report, frame))
        return true;
    const auto& modules = report.event->modules;
    const auto* native = frame.asNative();
    const auto module = frame.module || native == nullptr ? frame.module : native->relativeTo;
    if (module && *module < modules.size())
        return isSystemModule(modules[*module]);
    return native != nullptr && native->package && isSystemPath(*native->package);
}

bool isInApp(const Report& report, const Frame& frame)
{
    if (frame.inApp)
        return *frame.inApp;
    const auto& modules = report.event->modules;
    if (!frame.module)
        return isOwnSource(report, frame);
    // A text may name the program as the module of the runtime that is linked into it.
    if (report.event->kind == EventKind::NativeText && liesIn(frame.position, kRuntimeSources))
        return false;
    return *frame.module < modules.size() && !isSystemModule(modules[*frame.module]);
}

bool isOwnCode(const Report& report, const Frame& frame)
{
    if (!isInApp(report, frame) || isLibraryCode(report, frame))
        return false;
    const std::string function = frameFunction(report, frame);
    const auto name = qualifiedName(function);
    // A static program holds the runtime's functions as well.
    return !isEndingFunction(name) && !isRuntimeOfLanguage(frame, name);
}

bool isLibraryCode(const Report& report, const Frame& frame)
{
    if (isLibraryFile(frame.position))
        return true;
    const std::string function = frameFunction(report, frame);
    if (isSwiftLibrary(function))
        return true;
    const auto name = qualifiedName(function);
    return std::ranges::any_of(kLibraryNamespaces,
                               [&](std::string_view library) { return name.starts_with(library); });
}

} // namespace faultline::insight

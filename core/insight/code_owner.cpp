// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/code_owner.h"

#include "core/base/text.h"
#include "core/insight/frame_names.h"
#include "core/insight/function_name.h"
#include "core/insight/runtime_names.h"
#include "core/insight/self_end.h"

#include <algorithm>
#include <array>

namespace faultline::insight {

namespace {

/// Folders of operating systems and their runtimes, lower case, with forward slashes.
constexpr std::array<std::string_view, 15> kSystemFolders{
    "/lib/",         "/lib32/",       "/lib64/",     "/usr/lib",        "/usr/libexec/",
    "/system/",      "/apex/",        "/vendor/lib", "/library/apple/", "/private/preboot/",
    "linux-gate.so", "linux-vdso.so", "[vdso]",      "c:/windows/",     "/nix/store/"};

/// Parts of the paths at which compilers keep the headers of their libraries, lower case, with
/// forward slashes.
constexpr std::array<std::string_view, 8> kLibraryFolders{
    "/usr/include/",  "/include/c++/", "/usr/lib/gcc",         "/vc/tools/msvc/",
    "/windows kits/", "/rustc/",       "/.rustup/toolchains/", "/xcode.app/"};

/// Beginnings of the paths at which distributions build glibc, for texts without modules.
constexpr std::array<std::string_view, 7> kGlibcSources{
    "../sysdeps/",          "../csu/", "./nptl/", "./csu/", "./stdlib/", "/build/glibc-",
    "/usr/src/debug/glibc-"};

constexpr std::array<std::string_view, 3> kLibraryNamespaces{
    "std::", "__gnu_cxx::", "__cxxabiv1::"};

std::string comparablePath(std::string_view path)
{
    std::string lower = toLowerAscii(path);
    std::ranges::replace(lower, '\\', '/');
    return lower;
}

bool isLibraryFile(const SourcePosition& position)
{
    const auto& named = position.absPath ? position.absPath : position.file;
    if (!named)
        return false;
    const std::string path = comparablePath(*named);
    return std::ranges::any_of(kLibraryFolders, [&](std::string_view folder) {
        return path.find(folder) != std::string::npos;
    });
}

bool hasOwnFile(const SourcePosition& position)
{
    const auto& named = position.absPath ? position.absPath : position.file;
    return named && !isLibraryFile(position) &&
           std::ranges::none_of(kGlibcSources, [&](std::string_view beginning) {
               return named->starts_with(beginning);
           });
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
    if (!module.codeFile)
        return false;
    const std::string path = comparablePath(*module.codeFile);
    return std::ranges::any_of(kSystemFolders,
                               [&](std::string_view folder) { return path.starts_with(folder); });
}

bool isInApp(const Report& report, const Frame& frame)
{
    if (frame.inApp)
        return *frame.inApp;
    const auto& modules = report.event->modules;
    if (!frame.module)
        return hasOwnFile(frame.position);
    return frame.module && *frame.module < modules.size() &&
           !isSystemModule(modules[*frame.module]);
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
    const auto name = qualifiedName(function);
    return std::ranges::any_of(kLibraryNamespaces,
                               [&](std::string_view library) { return name.starts_with(library); });
}

} // namespace faultline::insight

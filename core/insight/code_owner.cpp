#include "core/insight/code_owner.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace faultline::insight {

namespace {

/// Folders of operating systems and their runtimes, lower case, with forward slashes.
constexpr std::array<std::string_view, 15> kSystemFolders{
    "/lib/",         "/lib32/",       "/lib64/",     "/usr/lib",        "/usr/libexec/",
    "/system/",      "/apex/",        "/vendor/lib", "/library/apple/", "/private/preboot/",
    "linux-gate.so", "linux-vdso.so", "[vdso]",      "c:/windows/",     "/nix/store/"};

} // namespace

bool isSystemModule(const EventModule& module)
{
    if (!module.codeFile)
        return false;
    std::string path = toLowerAscii(*module.codeFile);
    std::ranges::replace(path, '\\', '/');
    return std::ranges::any_of(kSystemFolders,
                               [&](std::string_view folder) { return path.starts_with(folder); });
}

bool isInApp(const Report& report, const Frame& frame)
{
    if (frame.inApp)
        return *frame.inApp;
    const auto& modules = report.event->modules;
    return frame.module && *frame.module < modules.size() &&
           !isSystemModule(modules[*frame.module]);
}

} // namespace faultline::insight

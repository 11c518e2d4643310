#include "ui/bridge/report_state.h"

#include "core/engine/text.h"

#include <algorithm>
#include <array>

namespace faultline::ui {

namespace {

/// Folders of operating systems and their runtimes, lower case, with forward slashes.
constexpr std::array<std::string_view, 15> kSystemFolders{"/lib/",
                                                          "/lib32/",
                                                          "/lib64/",
                                                          "/usr/lib",
                                                          "/usr/libexec/",
                                                          "/system/",
                                                          "/apex/",
                                                          "/vendor/lib",
                                                          "/library/apple/",
                                                          "/private/preboot/",
                                                          "linux-gate.so",
                                                          "linux-vdso.so",
                                                          "[vdso]",
                                                          "c:/windows/",
                                                          "/nix/store/"};

} // namespace

const ThreadStack* ReportState::stack(std::uint32_t thread) const
{
    return thread < stacks.size() ? stacks[thread].get() : nullptr;
}

const ModuleReport* ReportState::module(std::uint32_t index) const
{
    return index < modules.size() ? modules[index].get() : nullptr;
}

std::uint32_t ReportState::mainThread() const
{
    return event && event->requestingThread ? *event->requestingThread : 0;
}

QString toQString(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), qsizetype(utf8.size()));
}

QString paddedAddress(std::uint64_t address, Arch arch)
{
    const int digits = pointerSize(cpuFamily(arch)) == 4 ? 8 : 16;
    return QStringLiteral("0x%1").arg(address, digits, 16, QLatin1Char('0'));
}

QString shortHex(std::uint64_t value)
{
    return QStringLiteral("0x%1").arg(value, 0, 16);
}

QString moduleName(const EventModule& module)
{
    const auto& path = module.codeFile ? module.codeFile : module.debugFile;
    return path ? toQString(baseName(*path)) : QString();
}

bool isSystemModule(const EventModule& module)
{
    if (!module.codeFile)
        return false;
    std::string path = toLowerAscii(*module.codeFile);
    std::ranges::replace(path, '\\', '/');
    return std::ranges::any_of(kSystemFolders, [&](std::string_view folder) { return path.starts_with(folder); });
}

} // namespace faultline::ui

#pragma once

#include "core/model/report.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace faultline::insight {

/// Why a frame or a module lacks a name or a line (docs/spec/workbench.md §5).
enum class WhyCode : std::uint8_t {
    Fine,    ///< Nothing is wrong.
    Pending, ///< The look-up is still under way.
    Offline,
    UnknownImage,
    NoId,
    Unused,
    NoSources,
    NoPermission,
    FetchFailed,
    Timeout,
    MalformedDownload,
    IdMismatch,
    CachedMiss,
    Missing,
    MalformedUse,
    Unsupported,
    CouldNotBeUsed,
    MissingSymbol,
    NoDebugInfo,
    SymbolTableOnly,
    LowTrust
};

/// "missing", "no_debug_info", …; empty for Fine and Pending.
std::string_view whyCodeName(WhyCode code);

/// What the user can do next.
enum class Remedy : std::uint8_t { LocateFile, AddSource, Retry, GoOnline, ShowLog };

/// "locate_file", "add_source", …
std::string_view remedyName(Remedy remedy);

/// What the rules look at besides the report.
struct WhySetting
{
    std::size_t sourceCount = 0; ///< Configured sources of debug files.
    bool isOffline = false;
};

/// What a finished report says of its own symbolication.
inline WhySetting settingOf(const Report& report)
{
    return {.sourceCount = report.sourceCount, .isOffline = report.isOffline};
}

/// The explanation of one frame or module. Texts of the report that an explanation quotes are in
/// `module->debugDetails` and `frame->note`; both pointers live as long as the report.
struct Why
{
    WhyCode code = WhyCode::Fine;
    std::vector<WhyCode> also;        ///< Further findings, in order of weight.
    std::span<const Remedy> remedies; ///< The first is the one to offer first.
    const Frame* frame = nullptr;
    const ModuleReport* module = nullptr; ///< Null when the frame lies in no module.
    std::size_t framesOnStack = 0;        ///< Physical frames of the stack in this module.
    std::size_t sourceCount = 0;
};

/// Explains a frame of the stack of `thread`.
Why whyFrame(const Report& report,
             std::size_t thread,
             const Frame& frame,
             const WhySetting& setting);

/// Explains a module on its own, counting frames of the leading thread.
Why whyModule(const Report& report, std::uint32_t module, const WhySetting& setting);

} // namespace faultline::insight

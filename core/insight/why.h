// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::insight {

/// Why a frame or module lacks a name or a line (docs/spec/workbench.md §5).
enum class WhyCode : std::uint8_t {
    Fine,    ///< Nothing is wrong.
    Pending, ///< The look-up is still running.
    Stopped, ///< The user stopped the look-up.
    Offline,
    UnknownImage,
    NoModuleNamed, ///< The text that holds the frame says neither its module nor its line.
    NoId,
    Unused,
    NoSources,
    NoPermission,
    HostBlocked, ///< A server fails too often and is not asked for a while.
    FetchFailed,
    Timeout,
    MalformedDownload,
    IdMismatch,
    CachedMiss,
    Missing,
    MalformedUse,
    Unsupported,
    CouldNotBeUsed,
    WrongBuild, ///< A file of another build is in use.
    MissingSymbol,
    NoDebugInfo,
    SymbolTableOnly,
    LowTrust,
    // For scripts.
    MapNotNamed,       ///< The script names no source map, and no debug id is known.
    ScriptMissing,     ///< No place has the script.
    MapMissing,        ///< No place has its map.
    ScriptUnreachable, ///< The download of the script or of its map failed.
    ScriptNotAllowed,  ///< The settings or a server forbid the download.
    MapDamaged,
    PositionNotMapped ///< The map has no entry for the frame's position.
};

/// "missing", "no_debug_info", …; empty for Fine and Pending.
std::string_view whyCodeName(WhyCode code);

/// What users can do next.
enum class Remedy : std::uint8_t { LocateFile, AddSource, Retry, GoOnline, ShowLog };

/// "locate_file", "add_source", …
std::string_view remedyName(Remedy remedy);

/// What the rules use besides the report.
struct WhySetting
{
    std::size_t sourceCount = 0; ///< Number of configured sources of debug files.
    bool isOffline = false;
    bool isStopped = false; ///< The user stopped the symbolication.
    /// Physical frames of the module on the stack. They are counted if it is absent, which whoever
    /// explains many frames or modules should not have done each time (framesByModule).
    std::optional<std::size_t> framesOnStack;
};

/// Physical frames of each module on the leading thread's stack, for WhySetting::framesOnStack.
std::vector<std::size_t> framesByModule(const Report& report);

/// The setting that a finished report records about its own symbolication.
inline WhySetting settingOf(const Report& report)
{
    return {.sourceCount = report.sourceCount,
            .isOffline = report.isOffline,
            .isStopped = false,
            .framesOnStack = std::nullopt};
}

/// The explanation for one frame or module. Quoted texts of the report are in
/// `module->debugDetails` and `frame->note`; both pointers live as long as the report.
struct Why
{
    WhyCode code = WhyCode::Fine;
    std::vector<WhyCode> also;        ///< Further findings, sorted by weight.
    std::span<const Remedy> remedies; ///< Offer the first one first.
    const Frame* frame = nullptr;
    const ModuleReport* module = nullptr; ///< Null when the frame lies in no module.
    std::size_t framesOnStack = 0; ///< Number of physical frames of the stack in this module.
    std::size_t sourceCount = 0;
    /// The earliest time, in Unix seconds, at which one of the failures happened that are only
    /// remembered.
    std::optional<std::int64_t> rememberedSince;
    std::optional<std::int64_t> blockedUntil; ///< Unix seconds; the latest of all hosts.
    std::vector<std::string> blockedSources;  ///< Sources whose hosts are not asked until then.
    /// The HTTP status of a refusal, 401 before 403.
    std::optional<std::uint32_t> refusalStatus;
};

/// Explains a frame of the stack of `thread`.
Why whyFrame(const Report& report,
             std::size_t thread,
             const Frame& frame,
             const WhySetting& setting);

/// Explains a module by itself. Counts the frames of the leading thread.
Why whyModule(const Report& report, std::uint32_t module, const WhySetting& setting);

} // namespace faultline::insight

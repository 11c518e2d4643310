// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/object.h"
#include "core/model/open_lookup.h"
#include "core/model/report.h"
#include "core/symbolicate/items/services.h"
#include "core/symbolicate/options/options.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::symcache {

class PpdbCache;
class SymCache;

} // namespace faultline::symcache

namespace faultline::unwind {

struct WalkModule;

} // namespace faultline::unwind

namespace faultline::symbolicate {

struct NativeCaches;
class ObjectItem;

/// What a symbolication found for a module, kept for later questions (source views).
struct ResolvedModule
{
    std::shared_ptr<const symcache::SymCache> symCache;   ///< Null when no debug file was found.
    std::shared_ptr<const symcache::PpdbCache> ppdbCache; ///< Set instead for .NET modules.
    std::vector<object::ObjectPtr>
        sourceObjects;       ///< Objects that contain or link sources, best first.
    std::string sourceScope; ///< Cache scope of the targets of their links.
    std::vector<sources::SourcePtr>
        sources; ///< Sources of the symbolication, including servers of source files.
    std::optional<CodeId> codeId; ///< The code id by which those servers know the module.
    object::ObjectPtr code;       ///< The file with the instructions; null if nobody looked for it.
    std::shared_ptr<const unwind::WalkModule> walk; ///< What walks used; null if none met it.
    /// The debug file and its companions, which values are read from; empty when there is none of
    /// this build.
    std::vector<std::shared_ptr<ObjectItem>> valueFiles;
};

struct SymbolicationResult
{
    ReportPtr report;
    std::vector<ResolvedModule> modules; ///< Same order as Event::modules.
};

/// Is notified of every new state during a symbolication. Called from job and pool threads, never
/// twice at the same time for one event.
class SymbolicationObserver
{
public:
    virtual ~SymbolicationObserver() = default;

    virtual void onStep(std::string_view /*step*/, std::uint32_t /*done*/, std::uint32_t /*total*/)
    {
    }

    virtual void onStack(std::shared_ptr<const ThreadStack> /*stack*/) {}

    virtual void onModule(std::uint32_t /*module*/, std::shared_ptr<const ModuleReport> /*report*/)
    {
    }

    /// What is being done for a module before its report, if wantsLookups().
    virtual void onLookup(std::uint32_t /*module*/, std::shared_ptr<const OpenLookup> /*lookup*/) {}

    virtual bool wantsLookups() const { return false; }

    /// Should stacks first be walked with only the file's own content, before anything is fetched?
    virtual bool wantsRawStacks() const { return false; }

    /// Is somebody watching who wants the crashing thread's stack and names before anything of
    /// other threads is asked for on other machines?
    virtual bool wantsCrashingThreadFirst() const { return false; }

    /// Should a cancelled symbolication return a report of what is known by then?
    virtual bool wantsPartialReport() const { return false; }
};

/// What every symbolication needs and no event brings. All of it must outlive the call.
struct RunContext
{
    const Services& services;
    NativeCaches& nativeCaches;
    /// For events that name no sources of their own.
    const std::vector<sources::SourceConfig>& defaultSources;

    const std::vector<sources::SourceConfig>& sourcesFor(const SymbolicateOptions& options) const
    {
        return options.sources ? *options.sources : defaultSources;
    }
};

} // namespace faultline::symbolicate

#pragma once

#include "core/formats/debug/object/object.h"
#include "core/model/report.h"
#include "core/symbolicate/items/services.h"
#include "core/symbolicate/options/options.h"

#include <memory>
#include <stop_token>

namespace faultline::symbolicate {

class UnwindTableCache;

} // namespace faultline::symbolicate

namespace faultline::symcache {

class PpdbCache;
class SymCache;

} // namespace faultline::symcache

namespace faultline::symbolicate {

/// What a symbolication found for a module, for questions that come later (source views).
struct ResolvedModule
{
    std::shared_ptr<const symcache::SymCache> symCache;   ///< Null when no debug file was found.
    std::shared_ptr<const symcache::PpdbCache> ppdbCache; ///< Of .NET modules instead.
    std::vector<object::ObjectPtr> sourceObjects; ///< What carries or links sources, best first.
    std::string sourceScope;                      ///< Of what their links lead to.
    std::vector<sources::SourcePtr>
        sources;                  ///< Of the symbolication, servers of sources among them.
    std::optional<CodeId> codeId; ///< What those know the module by.
};

struct SymbolicationResult
{
    ReportPtr report;
    std::vector<ResolvedModule> modules; ///< Same order as Event::modules.
};

/// Hears of every new state while a symbolication runs. Called from job and pool threads, never two
/// calls for one event at once.
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

    /// Whether stacks shall be walked at once with what the file itself holds, before anything is
    /// fetched.
    virtual bool wantsRawStacks() const { return false; }

    /// Whether a symbolication that is cancelled shall give the report of what is known by then.
    virtual bool wantsPartialReport() const { return false; }
};

/// Walks the threads of an event (or takes the frames it brings), finds the files of every module a
/// frame lies in, and resolves all frames to one report. Blocks: job threads only. Errors:
/// Cancelled (or a report that is not complete, where the observer wants one), Malformed (a rewrite
/// rule that is no regular expression). Missing and damaged files are statuses, never errors.
Result<SymbolicationResult>
symbolicateEvent(const Services& services,
                 UnwindTableCache& unwindTables,
                 const std::vector<sources::SourceConfig>& defaultSources,
                 EventPtr event,
                 const SymbolicateOptions& options,
                 SymbolicationObserver& observer,
                 std::stop_token stop);

} // namespace faultline::symbolicate

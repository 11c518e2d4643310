#pragma once

#include "core/symbolicate/items/object_item.h"
#include "core/symbolicate/lookup/candidates.h"
#include "core/symbolicate/native/module_symbols.h"
#include "core/unwind/walk/stack_walker.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace faultline::symbolicate {

/// How far the look-up for one purpose is.
enum class LookupPhase : std::uint8_t { Idle, Open, Done };

/// One purpose of one module.
struct ModulePart
{
    LookupPhase phase = LookupPhase::Idle;
    std::optional<Error> error;     ///< Why nothing was selected or derived; absent when found.
    std::optional<ObjectMeta> meta; ///< Describes the selected object.
};

/// Everything that has been found about one module so far. A plain value: ModuleStates guards it.
struct ModuleState
{
    ModulePart unwind;
    ModulePart debug;
    ModulePart source;
    /// The code file may complete the ids that the look-up for symbols needs.
    bool debugWaitsForUnwind = false;

    object::ObjectPtr code; ///< The object whose instructions the walker reads; may be null.
    unwind::UnwindTablePtr unwindTable;
    std::shared_ptr<const symcache::SymCache> symCache;
    std::shared_ptr<const symcache::PpdbCache> ppdbCache; ///< Replaces symCache for .NET modules.
    std::vector<object::ObjectPtr> sourceObjects;         ///< Best first.
    std::string sourceScope; ///< Scope of what is downloaded through links of these objects.
    std::shared_ptr<ObjectItem> linkingFile; ///< The debug file, when it links to sources.

    CandidateList candidates;
    std::optional<DebugId> completedDebugId; ///< The code file's, where the event has none.
    std::optional<std::string> completedDebugFile;
    std::string wrongBuild; ///< As ModuleReport's.
    std::vector<std::string> notes;

    bool isWalkReady() const;
    bool wasRequested() const;
    bool isPending() const;
};

/// What the walker may know now; pending until both unwind data and symbols have been looked for.
unwind::WalkModule walkModuleOf(const ModuleState& state);

/// What frames are resolved with; status Missing while nothing is known.
ModuleSymbols symbolsOf(const ModuleState& state);

} // namespace faultline::symbolicate

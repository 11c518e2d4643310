// SPDX-License-Identifier: GPL-3.0-or-later
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

class RecordedFiles;

/// Progress of the look-up for one purpose.
enum class LookupPhase : std::uint8_t { Idle, Open, Done };

/// One purpose of one module.
struct ModulePart
{
    LookupPhase phase = LookupPhase::Idle;
    std::optional<Error> error;     ///< Why nothing was selected or derived; absent when found.
    std::optional<ObjectMeta> meta; ///< Describes the selected object.
};

/// The unwind data that a module will have, whatever the places answer that are still asked.
struct CertainUnwind
{
    unwind::UnwindTablePtr table;
    object::ObjectPtr code; ///< As in ModuleState.
};

/// Everything found about one module so far. A plain value, which ModuleStates guards.
struct ModuleState
{
    ModulePart unwind;
    ModulePart debug;
    ModulePart source;
    ModulePart remoteSource; ///< Only with LookupContext::localFirst, after `source`.
    /// The code file may complete the ids that the look-up for symbols needs, so that look-up
    /// waits.
    bool debugWaitsForUnwind = false;

    object::ObjectPtr
        code; ///< The object with the instructions that the walker reads; may be null.
    unwind::UnwindTablePtr unwindTable;
    CertainUnwind
        certain; ///< Only while `unwind` is open; without a table when nothing is certain.
    std::shared_ptr<const symcache::SymCache> symCache;
    std::shared_ptr<const symcache::PpdbCache> ppdbCache; ///< Replaces symCache for .NET modules.
    /// The file that the symcache was made from and the files that its debug info needs; null when
    /// there are none. They are opened only for values.
    std::shared_ptr<ObjectItem> debugFile;
    std::vector<std::shared_ptr<ObjectItem>> debugCompanions;
    std::vector<object::ObjectPtr> sourceObjects; ///< Best first.
    /// Made with the search for sources; null before.
    std::shared_ptr<const RecordedFiles> recordedFiles;
    std::string sourceScope; ///< Cache scope of downloads through these objects' links.
    std::shared_ptr<ObjectItem> linkingFile; ///< The debug file, if it links to sources.

    CandidateList candidates;
    std::optional<DebugId> completedDebugId; ///< The code file's ids, if the event has none.
    std::optional<CodeId> completedCodeId;   ///< Only used for an event without any id.
    std::optional<std::string> completedDebugFile;
    std::optional<BuildIdentity> wrongBuild; ///< As in ModuleReport.
    std::vector<std::string> notes;

    bool isWalkReady() const;
    bool wasRequested() const;
    bool isPending() const;
    /// Is the debug file or the unwind data still being looked for?
    bool isSymbolPending() const;
};

/// What the walker may know now. Pending until the searches for unwind data and symbols have both
/// ended.
unwind::WalkModule walkModuleOf(const ModuleState& state);

/// The symbols for resolving frames; status Missing while nothing is known.
ModuleSymbols symbolsOf(const ModuleState& state);

} // namespace faultline::symbolicate

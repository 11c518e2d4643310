// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/symbolicate/lookup/object_selection.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace faultline::symbolicate {

/// Files that a found object's debug info needs (docs/spec/native.md §10.7–10.9).
struct CompanionFiles
{
    std::vector<std::shared_ptr<ObjectItem>> files; ///< Supplementary and split debug info.
    std::shared_ptr<ObjectItem> debugLinked;        ///< Replaces an object without debug info.
    std::vector<Candidate> candidates;              ///< Everything tried.
    std::vector<std::string> notes;                 ///< For people: what is missing.
};

/// Does the object name any such file?
bool needsCompanions(const ObjectMeta& object);

/// Searches for companions: a supplementary file by its build id in all sources, split debug info
/// by its ids in folders and as a package beside the object. If the object is a local file, the
/// recorded paths are searched too. A file is used only if build id, DWO id or checksum proves that
/// it belongs. `recordedProgram` is the path of the module's program in the event. `done` is called
/// exactly once, from a pool thread.
void findCompanions(const Services& services,
                    std::shared_ptr<const LookupContext> context,
                    const FoundObject& object,
                    const std::optional<std::string>& recordedProgram,
                    std::move_only_function<void(CompanionFiles)> done);

} // namespace faultline::symbolicate

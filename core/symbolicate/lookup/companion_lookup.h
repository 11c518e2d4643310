#pragma once

#include "core/symbolicate/lookup/object_selection.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace faultline::symbolicate {

/// Files that the debug info of a found object leans on (docs/spec/native.md §10.7–10.9).
struct CompanionFiles
{
    std::vector<std::shared_ptr<ObjectItem>> files; ///< Supplementary and split debug info.
    std::shared_ptr<ObjectItem> debugLinked;        ///< In place of an object without debug info.
    std::vector<Candidate> candidates;              ///< Everything tried.
    std::vector<std::string> notes;                 ///< What is missing, for people.
};

/// Whether the object names any such file.
bool needsCompanions(const ObjectMeta& object);

/// Looks for them: a supplementary file by its build id in all sources, split debug info by its ids
/// in folders and as a package beside the object, everything at the recorded paths where the object
/// itself is a local file. Only what is proven to belong is taken: by build id, DWO id or checksum.
/// `done` is called exactly once, from a pool thread.
void findCompanions(const Services& services,
                    std::shared_ptr<const LookupContext> context,
                    const FoundObject& object,
                    std::move_only_function<void(CompanionFiles)> done);

} // namespace faultline::symbolicate

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"
#include "core/symbolicate/items/object_item.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace faultline::symbolicate {

/// A file found by a look-up and usable for its purpose.
struct FoundObject
{
    std::shared_ptr<ObjectItem> item;
    ObjectMeta meta;
    std::size_t candidate = 0; ///< Index into ObjectSelection::candidates.
    bool idsFit = true;        ///< False for a file of another build, by its ids.
    std::uint32_t rank = 0;    ///< 0: no other file could be better for the purpose.
};

/// The result of searching a module's file for one purpose.
struct ObjectSelection
{
    std::optional<FoundObject> selected;
    std::vector<FoundObject> others; ///< Further usable files, best first.
    /// Metadata of files that are unavailable just now, if the selected file's rank is above 0. One
    /// of them may be better.
    std::vector<std::shared_ptr<cache::CacheItem>> failed;
    std::optional<FoundObject> codeFile; ///< A matching PE file, whether it serves the purpose or
                                         ///< not. An ELF file, if no other file has unwind data.
    std::string fileId{};                ///< FileID of the module's ELF file, if that was found.
    std::uint64_t loadAddress = 0;       ///< Of the same file.
    std::optional<Error> error;          ///< Why nothing was selected.
    bool errorIsOfCandidate =
        false; ///< The error belongs to the file that would have been selected.
    std::size_t failedCandidate = 0;   ///< The index of that file's candidate.
    std::vector<Candidate> candidates; ///< Everything tried, in order of trial.
    std::vector<std::string> notes;    ///< About the selected file, for people.
};

} // namespace faultline::symbolicate

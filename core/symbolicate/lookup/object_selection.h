#pragma once

#include "core/model/report.h"
#include "core/sources/file_listing.h"
#include "core/sources/file_purpose.h"
#include "core/symbolicate/items/object_item.h"
#include "core/symbolicate/items/services.h"
#include "core/symbolicate/options/options.h"

#include <functional>
#include <memory>
#include <stop_token>

namespace faultline::symbolicate {

/// What all look-ups of one request share.
struct LookupContext
{
    std::vector<sources::SourcePtr> sources;
    std::string scope;
    cache::CacheFetchOptions fetch;
    std::stop_token stop;
    std::vector<LocatedFile> located;
    EventPtr event;                  ///< The event's memory identifies modules without ids.
    bool useRecordedPaths = false;   ///< Also searches for module files at the paths in the event.
    bool requireMatchingIds = false; ///< A file with contradicting ids is an error. Otherwise it is
                                     ///< a last resort for names.
    bool walksStacks = false;        ///< Modules then also have a status for their unwind data.
    /// Asks the places on this machine first. The others learn an id only if something is missing
    /// here (docs/spec/sources-and-caches.md §15.3).
    bool localFirst = false;
};

/// Some of the places of a context.
enum class Reach : std::uint8_t {
    All,
    ThisMachine, ///< Folders, file systems and recorded paths.
    Elsewhere    ///< All others.
};

/// The same context with only these places.
std::shared_ptr<const LookupContext>
narrowedTo(Reach reach, const std::shared_ptr<const LookupContext>& context);

/// Tells whether listing where files may be reads this machine's disks.
bool readsDisk(const LookupContext& context);

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

/// Searches for files that can serve a purpose: lists places, fetches the metadata of all in
/// parallel, and ranks them (docs/spec/native.md §6.4; among equals, files with matching ids come
/// first). If a file that the user chose serves the purpose, no other place is asked. With
/// `localFirst`, neither is one elsewhere if no file there could be better than one on this
/// machine. A file of another build is never used for unwinding. `done` is called exactly once,
/// during the call or from a pool thread.
void selectObject(const Services& services,
                  std::shared_ptr<const LookupContext> context,
                  std::uint32_t module,
                  sources::ObjectLookup wanted,
                  sources::FilePurpose purpose,
                  std::move_only_function<void(ObjectSelection)> done);

/// Marks the candidate whose file was used, or would have been, for the purpose.
void markUse(ObjectSelection& selection,
             std::optional<Candidate::Use> Candidate::* purpose,
             const std::optional<Error>& error);

} // namespace faultline::symbolicate

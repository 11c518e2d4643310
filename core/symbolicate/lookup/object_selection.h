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

/// What every look-up of one request shares.
struct LookupContext
{
    std::vector<sources::SourcePtr> sources;
    std::string scope;
    cache::CacheFetchOptions fetch;
    std::stop_token stop;
    std::vector<LocatedFile> located;
    EventPtr event; ///< Its memory identifies modules without ids.
    bool useRecordedPaths =
        false; ///< Module files are also looked for at the path that the event records.
    bool requireMatchingIds = false; ///< A file whose ids contradict the wanted ones is an error
                                     ///< instead of a last resort for names.
    bool walksStacks = false;        ///< Modules then have a status of their unwind data too.
};

/// A file that one look-up found, usable for its purpose.
struct FoundObject
{
    std::shared_ptr<ObjectItem> item;
    ObjectMeta meta;
    std::size_t candidate = 0; ///< Index into ObjectSelection::candidates.
    bool idsFit = true;        ///< False: another build, as far as ids tell.
    std::uint32_t rank = 0;    ///< 0: no file could serve the purpose better.
};

/// The outcome of looking for a module's file for one purpose.
struct ObjectSelection
{
    std::optional<FoundObject> selected;
    std::vector<FoundObject> others; ///< Further usable files, best first.
    /// The metadata of files that could not be had just now, when the selected one's rank is above
    /// 0: among them may be a better one.
    std::vector<std::shared_ptr<cache::CacheItem>> failed;
    std::optional<FoundObject>
        codeFile; ///< A PE file that fits, whether it serves the purpose or not; an ELF file
                  ///< where nothing else is found to unwind with.
    std::optional<Error> error; ///< Why nothing was selected.
    bool errorIsOfCandidate =
        false; ///< The error is that of the file which would have been selected.
    std::size_t failedCandidate = 0;   ///< Its index, when so.
    std::vector<Candidate> candidates; ///< Everything tried, in order of trial.
    std::vector<std::string> notes;    ///< About the selected file, for people.
};

/// Looks for the files that can serve a purpose: lists places, fetches every one's metadata at
/// once, ranks (docs/spec/native.md §6.4; of equals, files whose ids fit come first). A file of
/// another build never serves for unwinding. `done` is called exactly once, from a pool thread.
void selectObject(const Services& services,
                  std::shared_ptr<const LookupContext> context,
                  std::uint32_t module,
                  sources::ObjectLookup wanted,
                  sources::FilePurpose purpose,
                  std::move_only_function<void(ObjectSelection)> done);

/// Marks the candidate whose file was used (or would have been) for the purpose.
void markUse(ObjectSelection& selection,
             std::optional<Candidate::Use> Candidate::* purpose,
             const std::optional<Error>& error);

/// The look-up of an event's module.
sources::ObjectLookup lookupFor(const EventModule& module);

} // namespace faultline::symbolicate

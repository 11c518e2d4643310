// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cache/cache_answer.h"
#include "core/sources/file_listing.h"
#include "core/sources/file_purpose.h"
#include "core/symbolicate/items/object_item.h"
#include "core/symbolicate/items/services.h"
#include "core/symbolicate/lookup/found_object.h"
#include "core/symbolicate/lookup/local_places.h"
#include "core/symbolicate/lookup/lookup_context.h"
#include "core/symbolicate/lookup/object_fitness.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace faultline::symbolicate {

/// The files that one look-up has tried for a module: where they lie, what each place answered,
/// whether a file is the wanted one, and which serve best. Files are named by their index in the
/// order of trial. The answers of different files may be set from different threads; everything
/// else needs all answers, but for certainChoice().
class TriedFiles
{
public:
    TriedFiles(const Services& services,
               std::shared_ptr<const LookupContext> context,
               std::uint32_t module,
               sources::ObjectLookup wanted,
               sources::FilePurpose purpose);

    WantedFile wantedFile() const;

    std::size_t size() const { return m_answers.size(); } ///< Files that were asked for.

    /// Where files may be. Files that are added stay unasked until `askListed`.
    sources::FileListing& listing() { return m_listing; }

    /// Makes the cache items of the files that were listed since the last call. Returns the index
    /// of the first.
    std::size_t askListed();

    std::shared_ptr<ObjectMetaItem> metaItem(std::size_t index) const { return m_metas[index]; }

    void setAnswer(std::size_t index, cache::CacheAnswer<ObjectMeta> answer);

    /// Reads the module's first page from the dump, for modules that have no ids.
    const MemoryImage* memory() const;
    void readImageStart();

    /// Tells whether a file serves the purpose, whatever the others are.
    bool servesAlone(std::size_t index) const;

    /// Tells whether no other place could have a better file.
    bool leavesNothingOpen(std::size_t index) const;

    /// For FilePurpose::Unwind: the file that will be selected, whatever the files answer that have
    /// not answered yet. Reads only answers that `hasAnswered`, one entry per file, says are there.
    std::optional<FoundObject> certainChoice(const std::vector<bool>& hasAnswered) const;

    /// Tells whom a file is asked of. Afterwards `answered` may be called.
    OpenLookup::Place asked(std::size_t index) const;
    /// The same with the answer, which has been set.
    OpenLookup::Place answered(std::size_t index) const;

    std::vector<Candidate> candidates() const;

    /// Returns the usable files, sorted by quality, matching ids and order of trial.
    std::vector<FoundObject> usable(const std::vector<Candidate>& candidates) const;

    /// Finds the module's code file. Old writers and Wine record no debug id, but the code file
    /// names its debug file. It also has the instructions, which a PDB lacks. If no file has unwind
    /// data, as for stripped Go programs, the instructions still show which addresses follow a
    /// call.
    std::optional<FoundObject> codeFile(const std::vector<Candidate>& candidates,
                                        bool hasUnwindData) const;

    /// Takes the id from a file that is the module's by its ids.
    void noteFileId(ObjectSelection& selection) const;

    /// Returns the metadata of files that are unavailable just now.
    std::vector<std::shared_ptr<cache::CacheItem>> failedItems() const;

    /// Says why there is no file. The most telling error counts, among equals the first.
    void explainFailure(ObjectSelection& selection) const;

private:
    BuildIdentity identityOf(const ObjectMeta& meta) const;

    /// Computes the digest of the memory where the found file's dynamic section would lie. Returns
    /// an empty text if the dump lacks that memory.
    std::string dynamicDigestInMemory(const ObjectMeta& meta) const;

    /// The recorded path may contain a newer installation, and a folder knows a module without ids
    /// only by its name. So files from there must match.
    bool mustFit(std::size_t index) const;

    /// Names from another build may help and are marked. Unwind data and code from another build
    /// would produce false frames, so they are not used.
    bool mayServe(std::size_t index, const ObjectMeta& meta, const Candidate& candidate) const;

    /// An image that names a PDB may contain a little debug info from another compiler, for example
    /// for the start-up code. The PDB has the debug info of the whole module.
    bool defersToPdb(const ObjectMeta& meta) const;

    sources::SourceOrigin originOf(std::size_t index) const;
    bool isLocated(std::size_t index) const;
    Candidate placeOf(std::size_t index) const;
    Candidate candidateOf(std::size_t index) const;

    /// Decides whether the file is the wanted one and records the consequences.
    void judge(Candidate& candidate, std::size_t index, const ObjectMeta& meta) const;

    FoundObject foundObject(std::size_t index,
                            const ObjectMeta& meta,
                            unsigned quality,
                            const Candidate& candidate) const;

    /// Returns how much an error says about why there is no file. Over HTTP all say the same: the
    /// first one decides, as in Symbolicator (docs/spec/sources-and-caches.md §4.3).
    int tellingOf(std::size_t index) const;

    /// Tells whether a file is absent only from a place on this machine that nobody configured.
    bool isUnsurprising(std::size_t index) const;

    const Services& m_services;
    std::shared_ptr<const LookupContext> m_context;
    std::uint32_t m_module;
    sources::ObjectLookup m_wanted;
    sources::FilePurpose m_purpose;
    sources::FileListing m_listing;
    std::string m_imageStart;
    std::vector<std::shared_ptr<ObjectItem>> m_items;
    std::vector<std::shared_ptr<ObjectMetaItem>> m_metas;
    std::vector<std::unique_ptr<const cache::CacheAnswer<ObjectMeta>>> m_answers;
};

} // namespace faultline::symbolicate

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/file_listing.h"

#include "core/base/result.h"
#include "core/sources/folder_index.h"
#include "core/sources/source_filter.h"
#include "core/sources/source_traits.h"
#include "core/sources/symstore_index.h"

#include <algorithm>
#include <functional>

namespace faultline::sources {

namespace {

/// An input of the path formulas: how to tell that it is absent, and how to supply it.
struct PartRule
{
    LookupPart part;
    bool (*isAbsent)(const ObjectLookup&);
    void (*supply)(ObjectLookup&);
};

const PartRule kParts[] = {
    {LookupPart::CodeId, [](const ObjectLookup& l) { return !l.codeId || l.codeId->empty(); },
     [](ObjectLookup& l) { l.codeId = CodeId::parse("0123456789abcdef0123456789abcdef"); }},
    {LookupPart::DebugId, [](const ObjectLookup& l) { return !l.debugId; },
     [](ObjectLookup& l) { l.debugId = DebugId::parse("0123456789abcdef0123456789abcdef"); }},
    {LookupPart::CodeFile, [](const ObjectLookup& l) { return !l.codeFile || l.codeFile->empty(); },
     [](ObjectLookup& l) { l.codeFile = "name"; }},
    {LookupPart::DebugFile,
     [](const ObjectLookup& l) { return !l.debugFile || l.debugFile->empty(); },
     [](ObjectLookup& l) { l.debugFile = "name"; }},
};

/// Supplies the absent parts, or with `replaceAll` all parts, except `kept`.
ObjectLookup completed(ObjectLookup lookup, const PartRule* kept, bool replaceAll = false)
{
    for (const auto& part : kParts) {
        if (&part != kept && (replaceAll || part.isAbsent(lookup)))
            part.supply(lookup);
    }
    return lookup;
}

/// The reason is found by asking the formulas again with the absent parts supplied.
Skip whyNoPath(const SourceLayout& layout, FileType type, const ObjectLookup& lookup)
{
    if (layoutPaths(layout, type, completed(lookup, nullptr, true)).empty())
        return skipped(SkipReason::NoSuchFileType);
    auto why = skipped(SkipReason::PartsMissing);
    for (const auto& part : kParts) {
        if (part.isAbsent(lookup) && layoutPaths(layout, type, completed(lookup, &part)).empty())
            why.missing.push_back(part.part);
    }
    return why.missing.empty() ? skipped(SkipReason::PartsUnusable) : why;
}

/// Lists one source; keeps what several file types share.
class SourceLister
{
public:
    SourceLister(const ObjectLookup& lookup,
                 FolderCatalog* folders,
                 std::stop_token stop,
                 const SourceListings& listings,
                 FileListing& listing)
        : m_lookup(lookup), m_folders(folders), m_stop(std::move(stop)), m_listings(listings),
          m_listing(listing)
    {
    }

    void list(const SourcePtr& source, std::span<const FileType> types)
    {
        m_first = m_listing.files.size();
        const auto traits = traitsOf(*source);
        switch (traits.listedBy) {
        case ListedBy::Server: return listServed(source, types);
        case ListedBy::Scan:
            return listFolder(source, types, *traits.folder, traits.readsSubfolders);
        case ListedBy::Layout: return listLayout(source, types);
        }
    }

private:
    /// Calls `list` with each type that the source's filters allow.
    template <class List>
    void forEachAllowed(const SourcePtr& source, std::span<const FileType> types, const List& list)
    {
        SourceFilter filter(source->filters, m_lookup);
        for (const auto type : types) {
            if (const auto reason = filter.reasonAgainst(type))
                skip(source, type, skipped(*reason));
            else
                list(type);
        }
    }

    void listFolder(const SourcePtr& source,
                    std::span<const FileType> types,
                    const std::string& path,
                    bool isRecursive)
    {
        std::optional<std::vector<FolderMatch>> matches;
        forEachAllowed(source, types, [&](FileType type) {
            if (!matches)
                matches = matchesIn(path, isRecursive);
            addMatches(source, type, *matches);
        });
    }

    std::vector<FolderMatch> matchesIn(const std::string& path, bool isRecursive) const
    {
        return m_folders == nullptr ? std::vector<FolderMatch>()
                                    : m_folders->indexOf(path, isRecursive)->find(m_lookup, m_stop);
    }

    void addMatches(const SourcePtr& source, FileType type, const std::vector<FolderMatch>& matches)
    {
        bool found = false;
        for (const auto& match : matches) {
            if (match.type != type)
                continue;
            add(source, type, match.path, match.isNamesake);
            found = true;
        }
        if (!found)
            skip(source, type, skipped(SkipReason::NotInFolder));
    }

    void listLayout(const SourcePtr& source, std::span<const FileType> types)
    {
        forEachAllowed(source, types, [&](FileType type) {
            const auto paths = layoutPaths(source->layout, type, m_lookup, source->probes);
            for (const auto& path : paths)
                add(source, type, path);
            if (paths.empty())
                skip(source, type, whyNoPath(source->layout, type, m_lookup));
        });
    }

    /// In the order of the listing, which has no file types of its own. Each file is listed once.
    void listServed(const SourcePtr& source, std::span<const FileType> types)
    {
        const auto found = m_listings.find(source.get());
        const auto* answer = found == m_listings.end() ? nullptr : &found->second;
        std::vector<FileType> served;
        for (const auto& file : answer != nullptr ? answer->files : std::vector<ListedFile>()) {
            const auto type = std::ranges::find_first_of(types, file.types);
            if (type == types.end())
                continue;
            add(source, *type, file.path);
            served.insert(served.end(), file.types.begin(), file.types.end());
        }
        for (const auto type : types) {
            if (std::ranges::find(served, type) == served.end())
                skip(source, type, whyNotListed(answer));
        }
    }

    Skip whyNotListed(const SourceListing* answer) const
    {
        if (kParts[0].isAbsent(m_lookup) && kParts[1].isAbsent(m_lookup))
            return {.reason = SkipReason::PartsMissing,
                    .missing = {LookupPart::CodeId, LookupPart::DebugId},
                    .failure = {},
                    .text = {}};
        if (answer == nullptr)
            return skipped(SkipReason::ListingNotAsked);
        if (!answer->error)
            return skipped(SkipReason::NotInListing);
        return skippedFor(SkipReason::ListingFailed, *answer->error);
    }

    void
    add(const SourcePtr& source, FileType type, const std::string& path, bool isNamesake = false)
    {
        const auto own = std::span(m_listing.files).subspan(m_first);
        if (std::ranges::find(own, path, &RemoteFile::path) == own.end())
            m_listing.files.push_back({source, type, path, m_lookup.debugChecksum, isNamesake});
    }

    void skip(const SourcePtr& source, FileType type, Skip why)
    {
        m_listing.skipped.push_back({source, type, std::move(why)});
    }

    const ObjectLookup& m_lookup;
    FolderCatalog* m_folders;
    std::stop_token m_stop;
    const SourceListings& m_listings;
    FileListing& m_listing;
    std::size_t m_first = 0; // Where this source's files begin.
};

} // namespace

FileListing listRemoteFiles(std::span<const SourcePtr> sources,
                            const ObjectLookup& lookup,
                            std::span<const FileType> types,
                            FolderCatalog* folders,
                            const std::stop_token& stop,
                            const SourceListings& listings)
{
    FileListing listing;
    SourceLister lister(lookup, folders, stop, listings, listing);
    for (const auto& source : sources) {
        if (stop.stop_requested())
            break;
        lister.list(source, types);
    }
    return listing;
}

void keepIndexedFiles(FileListing& listing,
                      const SourcePtr& source,
                      const SymstoreIndex* index,
                      const Skip& why)
{
    const auto isLost = [&](const RemoteFile& file) {
        return file.source == source && (index == nullptr || !index->contains(file.path));
    };
    for (const auto& file : listing.files) {
        if (isLost(file))
            listing.skipped.push_back({source, file.type, why});
    }
    std::erase_if(listing.files, isLost);
}

} // namespace faultline::sources

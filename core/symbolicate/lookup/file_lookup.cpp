// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/lookup/file_lookup.h"

#include "core/sources/source_traits.h"
#include "core/symbolicate/lookup/object_selection.h"

#include <algorithm>
#include <atomic>

namespace faultline::symbolicate {

namespace {

using Index = Result<std::shared_ptr<const sources::SymstoreIndex>>;

/// Asks all Sentry sources at once, then fetches the indexes of sources that have one. Keeps itself
/// alive until the last answer has arrived.
class FileLookup : public std::enable_shared_from_this<FileLookup>
{
public:
    FileLookup(const Services& services,
               std::shared_ptr<const LookupContext> context,
               sources::ObjectLookup wanted,
               std::span<const sources::FileType> types,
               std::move_only_function<void(sources::FileListing)> done)
        : m_services(services), m_context(std::move(context)), m_wanted(std::move(wanted)),
          m_types(types), m_done(std::move(done))
    {
    }

    void begin()
    {
        for (const auto& source : m_context->sources) {
            if (sources::traitsOf(*source).lister != nullptr)
                m_listings[source.get()];
        }
        // Starts one above the number of requests, so that no answer counts as the last before all
        // requests are sent.
        m_open = m_listings.size() + 1;
        for (auto& [source, listing] : m_listings)
            ask(*sources::traitsOf(*source).lister, listing);
        arrived();
    }

private:
    void ask(const sources::SentrySource& source, sources::SourceListing& listing)
    {
        // A retry must also find files that were uploaded in the meantime.
        const auto reuse = m_context->fetch.bypassNegative ? net::SentryListings::Reuse::No
                                                           : net::SentryListings::Reuse::Allowed;
        m_services.downloader.access().list(
            source, m_wanted, reuse, m_context->stop,
            [self = shared_from_this(), &listing](sources::SourceListing answer) {
                listing = std::move(answer);
                self->arrived();
            });
    }

    void arrived()
    {
        if (m_open.fetch_sub(1, std::memory_order_acq_rel) != 1)
            return;
        if (m_listings.empty() && !readsDisk(*m_context))
            finish();
        else // Neither the caller nor the thread that brought the last answer may wait for a disk.
            m_services.io.post([self = shared_from_this()] { self->finish(); });
    }

    void finish()
    {
        m_listing = sources::listRemoteFiles(m_context->sources, m_wanted, m_types,
                                             &m_services.folders, m_context->stop, m_listings);
        lookIntoIndexes();
    }

    /// Fetches the indexes of only those sources that would be asked for a file.
    void lookIntoIndexes()
    {
        for (const auto& source : m_context->sources) {
            if (SourceIndexes::hasIndex(*source) &&
                std::ranges::find(m_listing.files, source, &sources::RemoteFile::source) !=
                    m_listing.files.end())
                m_indexes.emplace_back(source, fail(ErrorKind::Internal, "not fetched"));
        }
        if (m_indexes.empty())
            return keepIndexed();
        m_open = m_indexes.size() + 1;
        for (auto& [source, index] : m_indexes)
            m_services.indexes.fetch(source, m_context->fetch, m_context->stop,
                                     [self = shared_from_this(), &index](Index answer) {
                                         index = std::move(answer);
                                         self->indexArrived();
                                     });
        indexArrived();
    }

    void indexArrived()
    {
        if (m_open.fetch_sub(1, std::memory_order_acq_rel) == 1)
            m_services.io.post([self = shared_from_this()] { self->keepIndexed(); });
    }

    void keepIndexed()
    {
        for (const auto& [source, index] : m_indexes)
            sources::keepIndexedFiles(
                m_listing, source, index ? index->get() : nullptr,
                index ? skipped(SkipReason::NotInIndex)
                      : skippedFor(SkipReason::IndexUnavailable, index.error()));
        auto done = std::exchange(m_done, nullptr);
        done(std::move(m_listing));
    }

    const Services& m_services;
    const std::shared_ptr<const LookupContext> m_context;
    const sources::ObjectLookup m_wanted;
    const std::span<const sources::FileType> m_types;
    std::move_only_function<void(sources::FileListing)> m_done;
    // Each listing is written once. They are read after m_open has reached zero.
    sources::SourceListings m_listings;
    sources::FileListing m_listing;
    // Written and read like the listings.
    std::vector<std::pair<sources::SourcePtr, Index>> m_indexes;
    std::atomic<std::size_t> m_open{0};
};

} // namespace

void listFilesOf(const Services& services,
                 std::shared_ptr<const LookupContext> context,
                 sources::ObjectLookup wanted,
                 std::span<const sources::FileType> types,
                 std::move_only_function<void(sources::FileListing)> done)
{
    std::make_shared<FileLookup>(services, std::move(context), std::move(wanted), types,
                                 std::move(done))
        ->begin();
}

} // namespace faultline::symbolicate

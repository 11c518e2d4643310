// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/lookup/name_map_lookup.h"

#include "core/symbolicate/lookup/candidates.h"
#include "core/symbolicate/lookup/file_lookup.h"

#include <atomic>

namespace faultline::symbolicate {

namespace {

using NameMapAnswer = cache::CacheAnswer<NameMapFile>;

/// Fetches every place of one kind at once, and passes on all answers in the order of the places.
class NameMapFetch : public std::enable_shared_from_this<NameMapFetch>
{
public:
    using Found = std::vector<std::shared_ptr<NameMapItem>>;
    using Done = std::move_only_function<void(const Found&, const std::vector<NameMapAnswer>&)>;

    NameMapFetch(const Services& services, std::shared_ptr<const LookupContext> context, Done done)
        : m_services(services), m_context(std::move(context)), m_done(std::move(done))
    {
    }

    void begin(const sources::ObjectLookup& wanted, sources::FilePurpose purpose)
    {
        listFilesOf(m_services, m_context, wanted, sources::fileTypesFor(wanted.type, purpose),
                    [self = shared_from_this()](const sources::FileListing& listing) {
                        self->fetchAll(listing.files);
                    });
    }

private:
    void fetchAll(const std::vector<sources::RemoteFile>& files)
    {
        for (const auto& file : files)
            m_items.push_back(std::make_shared<NameMapItem>(
                file, m_context->scope, m_services.downloader, m_services.limits));
        m_answers.resize(m_items.size());
        m_open = m_items.size() + 1; // One is for this call.
        for (std::size_t i = 0; i < m_items.size(); ++i)
            m_services.cache.fetch(m_items[i], m_context->fetch, m_context->stop,
                                   [self = shared_from_this(), i](NameMapAnswer answer) {
                                       self->m_answers[i] = std::move(answer);
                                       self->leave();
                                   });
        leave();
    }

    void leave()
    {
        if (m_open.fetch_sub(1, std::memory_order_acq_rel) == 1)
            m_done(m_items, m_answers);
    }

    const Services& m_services;
    std::shared_ptr<const LookupContext> m_context;
    Done m_done;
    Found m_items;
    // Each answer is written once. They are read after m_open has reached zero.
    std::vector<NameMapAnswer> m_answers;
    std::atomic<std::size_t> m_open{0};
};

/// Returns the first readable file, and adds a note for each damaged one before it.
std::optional<std::size_t> firstReadable(const std::vector<std::shared_ptr<NameMapItem>>& items,
                                         const std::vector<NameMapAnswer>& answers,
                                         std::vector<std::string>& notes)
{
    for (std::size_t i = 0; i < answers.size(); ++i) {
        if (answers[i].value)
            return i;
        if (broadKind(answers[i].value.error().kind) == ErrorKind::Malformed)
            notes.push_back(concat("passed over, because it is damaged: ", items[i]->file().uri(),
                                   ": ", answers[i].value.error().detail));
    }
    return std::nullopt;
}

Candidate failureOf(const sources::RemoteFile& file, const NameMapAnswer& answer)
{
    Candidate candidate;
    candidate.source = file.source->id;
    candidate.location = file.uri();
    candidate.origin = candidateOrigin(*file.source);
    candidate.fileType = sources::fileTypeName(file.type);
    candidate.isNameMap = true;
    candidate.layer = layerOf(answer.trace, file);
    setTrace(candidate, answer.trace);
    setDownloadError(candidate, answer.value.error());
    return candidate;
}

/// Adds the places that may have the file, but could not be asked or gave something unreadable.
/// That a place does not have one is usual.
void addFailures(const std::vector<std::shared_ptr<NameMapItem>>& items,
                 const std::vector<NameMapAnswer>& answers,
                 std::vector<Candidate>& failures)
{
    for (std::size_t i = 0; i < answers.size(); ++i) {
        if (answers[i].value)
            continue;
        const auto kind = answers[i].value.error().kind;
        if (kind != ErrorKind::NotFound && kind != ErrorKind::Cancelled)
            failures.push_back(failureOf(items[i]->file(), answers[i]));
    }
}

/// Both look-ups for one debug file.
class NameMapSearch : public std::enable_shared_from_this<NameMapSearch>
{
public:
    NameMapSearch(const Services& services,
                  std::shared_ptr<const LookupContext> context,
                  sources::ObjectLookup wanted,
                  std::move_only_function<void(NameMapFindings)> done)
        : m_services(services), m_context(std::move(context)), m_wanted(std::move(wanted)),
          m_done(std::move(done))
    {
    }

    void begin()
    {
        ask(m_wanted, sources::FilePurpose::Il2cpp, [this](const auto& items, const auto& answers) {
            addFailures(items, answers, m_found.lineMappingFailures);
            if (const auto first = firstReadable(items, answers, m_found.maps.lineMappingNotes))
                m_found.maps.lineMapping = items[*first];
            leave();
        });
        const auto onlyId = lookupById(m_wanted.debugId);
        ask(onlyId, sources::FilePurpose::UuidMap, [this](const auto& items, const auto& answers) {
            addFailures(items, answers, m_found.symbolMapFailures);
            if (const auto first = firstReadable(items, answers, m_found.maps.symbolMapNotes))
                return askForSymbolMap(*(*answers[*first].value)->originalId);
            leave();
        });
    }

private:
    void askForSymbolMap(const DebugId& originalId)
    {
        const auto original = lookupById(originalId);
        ask(original, sources::FilePurpose::BcSymbolMap,
            [this](const auto& items, const auto& answers) {
                addFailures(items, answers, m_found.symbolMapFailures);
                if (const auto first = firstReadable(items, answers, m_found.maps.symbolMapNotes))
                    m_found.maps.symbolMap = items[*first];
                leave();
            });
    }

    sources::ObjectLookup lookupById(const std::optional<DebugId>& id) const
    {
        sources::ObjectLookup lookup;
        lookup.type = m_wanted.type;
        lookup.debugId = id;
        return lookup;
    }

    template <class Handler>
    void ask(const sources::ObjectLookup& wanted, sources::FilePurpose purpose, Handler handler)
    {
        auto fetch = std::make_shared<NameMapFetch>(
            m_services, m_context,
            [self = shared_from_this(), handler](const auto& items, const auto& answers) {
                handler(items, answers);
            });
        fetch->begin(wanted, purpose);
    }

    void leave()
    {
        if (m_open.fetch_sub(1, std::memory_order_acq_rel) == 1)
            m_done(std::move(m_found));
    }

    const Services& m_services;
    std::shared_ptr<const LookupContext> m_context;
    sources::ObjectLookup m_wanted;
    std::move_only_function<void(NameMapFindings)> m_done;
    NameMapFindings m_found; // Each member is written by one of the look-ups.
    std::atomic<int> m_open{2};
};

} // namespace

void findNameMaps(const Services& services,
                  std::shared_ptr<const LookupContext> context,
                  sources::ObjectLookup wanted,
                  std::move_only_function<void(NameMapFindings)> done)
{
    if (!wanted.debugId) {
        done({});
        return;
    }
    std::make_shared<NameMapSearch>(services, std::move(context), std::move(wanted),
                                    std::move(done))
        ->begin();
}

} // namespace faultline::symbolicate

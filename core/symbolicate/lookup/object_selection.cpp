// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/lookup/object_selection.h"

#include "core/sources/source_traits.h"
#include "core/symbolicate/lookup/candidates.h"
#include "core/symbolicate/lookup/file_lookup.h"
#include "core/symbolicate/lookup/local_places.h"
#include "core/symbolicate/lookup/tried_files.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>

namespace faultline::symbolicate {

namespace {

/// All metadata fetches of one look-up. Keeps itself alive until the last answer has arrived.
class Selection : public std::enable_shared_from_this<Selection>
{
public:
    Selection(const Services& services,
              std::shared_ptr<const LookupContext> context,
              std::uint32_t module,
              sources::ObjectLookup wanted,
              sources::FilePurpose purpose,
              std::move_only_function<void(ObjectSelection)> done,
              std::move_only_function<void(const FoundObject&)> certain)
        : m_services(services), m_context(context), m_module(module), m_purpose(purpose),
          m_done(std::move(done)),
          m_tried(services, std::move(context), module, std::move(wanted), purpose),
          m_certain(std::move(certain))
    {
    }

    /// A file that the user chose is read first. If it serves, nobody waits for servers.
    void begin()
    {
        if (m_context->located.empty())
            list();
        else
            m_services.io.post([self = shared_from_this()] { self->readChosen(); });
    }

private:
    void readChosen()
    {
        addChosenFiles(*m_context, m_tried.wantedFile(), m_tried.listing());
        if (m_tried.listing().files.empty())
            list();
        else
            fetchListed(&Selection::chosenAnswered);
    }

    void chosenAnswered()
    {
        m_tried.readImageStart();
        for (std::size_t i = 0; i < m_tried.size(); ++i)
            m_chosenServes |= m_tried.servesAlone(i);
        if (m_chosenServes || m_context->stop.stop_requested())
            finish();
        else
            list();
    }

    void list()
    {
        if (m_context->localFirst)
            listIn(Reach::ThisMachine, &Selection::localAnswered);
        else
            listIn(Reach::All, &Selection::finish);
    }

    void listIn(Reach reach, void (Selection::*done)())
    {
        auto context = reach == Reach::All ? m_context : narrowedTo(reach, m_context);
        const auto wanted = m_tried.wantedFile();
        listFilesOf(m_services, std::move(context), wanted.lookup,
                    sources::fileTypesFor(wanted.lookup.type, wanted.purpose),
                    [self = shared_from_this(), reach, done](sources::FileListing listing) {
                        self->listed(std::move(listing), reach, done);
                    });
    }

    void listed(sources::FileListing found, Reach reach, void (Selection::*done)())
    {
        if (m_context->stop.stop_requested() && m_tried.size() == 0) {
            giveUp();
            return;
        }
        auto& listing = m_tried.listing();
        const std::size_t known = listing.files.size();
        std::ranges::move(found.skipped, std::back_inserter(listing.skipped));
        std::ranges::move(found.files, std::back_inserter(listing.files));
        m_tried.readImageStart();
        if (reach != Reach::Elsewhere)
            addLocalPlaces(m_services, *m_context, m_tried.wantedFile(), listing);
        if (listing.files.size() == known)
            (this->*done)();
        else
            fetchListed(done);
    }

    void localAnswered()
    {
        for (std::size_t i = 0; i < m_tried.size(); ++i)
            m_localServes |= m_tried.leavesNothingOpen(i);
        if (m_localServes || m_context->stop.stop_requested())
            finish();
        else
            listIn(Reach::Elsewhere, &Selection::finish);
    }

    /// Fetches the metadata of the files that were listed and not asked yet.
    void fetchListed(void (Selection::*done)())
    {
        const std::size_t first = m_tried.askListed();
        const std::size_t count = m_tried.size();
        m_open = count - first;
        tellAsked(first);
        for (std::size_t i = first; i < count; ++i)
            fetch(i, done);
    }

    void fetch(std::size_t index, void (Selection::*done)())
    {
        m_services.cache.fetch(
            m_tried.metaItem(index), m_context->fetch, m_context->stop,
            [self = shared_from_this(), index, done](cache::CacheAnswer<ObjectMeta> answer) {
                self->m_tried.setAnswer(index, std::move(answer));
                self->tellAnswered(index);
                self->tellCertain(index);
                if (self->m_open.fetch_sub(1, std::memory_order_acq_rel) == 1)
                    (*self.*done)();
            });
    }

    bool isTold() const
    {
        return m_context->asked != nullptr && m_purpose != sources::FilePurpose::Source;
    }

    void tellAsked(std::size_t first) const
    {
        if (!isTold())
            return;
        std::vector<OpenLookup::Place> places;
        for (std::size_t i = first; i < m_tried.size(); ++i)
            places.push_back(m_tried.asked(i));
        m_context->asked(m_module, std::move(places));
    }

    void tellAnswered(std::size_t index) const
    {
        if (isTold())
            m_context->asked(m_module, {m_tried.answered(index)});
    }

    /// The last answer needs no such notice.
    void tellCertain(std::size_t index)
    {
        std::optional<FoundObject> found;
        std::move_only_function<void(const FoundObject&)> tell;
        {
            const std::lock_guard lock(m_certainMutex);
            if (!m_certain)
                return;
            m_hasAnswered.resize(m_tried.size());
            m_hasAnswered[index] = true;
            if (m_open > 1)
                found = m_tried.certainChoice(m_hasAnswered);
            if (found)
                tell = std::exchange(m_certain, nullptr);
        }
        if (found)
            tell(*found);
    }

    /// Lists a source once if it has no place for any of the file types.
    void addPlaceholders(std::vector<Candidate>& candidates)
    {
        const auto& listing = m_tried.listing();
        for (const auto& source : m_context->sources) {
            const bool listed = std::ranges::any_of(
                listing.files, [&](const sources::RemoteFile& f) { return f.source == source; });
            if (listed)
                continue;
            Candidate candidate;
            candidate.source = source->id;
            candidate.origin = candidateOrigin(*source);
            candidate.hasNoPlace = true;
            candidate.download = DownloadStatus::NotFound;
            candidate.sequence = static_cast<std::uint32_t>(candidates.size());
            if (m_localServes && !sources::isOnThisMachine(*source))
                candidate.skips.push_back(skipped(SkipReason::ServedLocally));
            for (const auto& each : listing.skipped) {
                const auto isSaid = [&](const Skip& said) { return covers(said, each.why); };
                if (each.source == source && std::ranges::none_of(candidate.skips, isSaid))
                    candidate.skips.push_back(each.why);
            }
            candidates.push_back(std::move(candidate));
        }
    }

    void giveUp()
    {
        ObjectSelection selection;
        selection.error = Error{.kind = ErrorKind::Cancelled, .detail = "no longer waited for"};
        m_done(std::move(selection));
    }

    void finish()
    {
        ObjectSelection selection;
        selection.candidates = m_tried.candidates();
        auto found = m_tried.usable(selection.candidates);
        selection.codeFile = m_tried.codeFile(selection.candidates, !found.empty());
        m_tried.noteFileId(selection);
        if (!m_chosenServes)
            addPlaceholders(selection.candidates);
        if (!found.empty()) {
            selection.selected = std::move(found.front());
            selection.others.assign(std::make_move_iterator(found.begin() + 1),
                                    std::make_move_iterator(found.end()));
            if (selection.selected->rank > 0)
                selection.failed = m_tried.failedItems();
        } else {
            m_tried.explainFailure(selection);
        }
        m_done(std::move(selection));
    }

    const Services& m_services;
    std::shared_ptr<const LookupContext> m_context;
    const std::uint32_t m_module;
    const sources::FilePurpose m_purpose;
    std::move_only_function<void(ObjectSelection)> m_done;
    TriedFiles m_tried; // Each answer is written once. They are read after m_open has reached zero.
    bool m_chosenServes = false; ///< A file that the user chose serves, so no place was asked.
    bool m_localServes = false;  ///< A file of this machine does, so no other place was asked.
    std::atomic<std::size_t> m_open{0};

    std::mutex m_certainMutex; // Guards the members after it.
    std::move_only_function<void(const FoundObject&)> m_certain;
    std::vector<bool> m_hasAnswered;
};

} // namespace

void selectObject(const Services& services,
                  std::shared_ptr<const LookupContext> context,
                  std::uint32_t module,
                  sources::ObjectLookup wanted,
                  sources::FilePurpose purpose,
                  std::move_only_function<void(ObjectSelection)> done,
                  std::move_only_function<void(const FoundObject&)> certain)
{
    std::make_shared<Selection>(services, std::move(context), module, std::move(wanted), purpose,
                                std::move(done), std::move(certain))
        ->begin();
}

void markUse(ObjectSelection& selection,
             std::optional<CandidateUse> Candidate::* purpose,
             const std::optional<Error>& error)
{
    if (selection.selected)
        selection.candidates[selection.selected->candidate].*purpose = useOfSelected(error, false);
    else if (selection.errorIsOfCandidate)
        selection.candidates[selection.failedCandidate].*purpose =
            useOfSelected(selection.error, true);
}

} // namespace faultline::symbolicate

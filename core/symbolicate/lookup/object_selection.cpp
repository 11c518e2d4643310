#include "core/symbolicate/lookup/object_selection.h"

#include "core/formats/debug/elf/elf_image_start.h"
#include "core/symbolicate/lookup/candidates.h"
#include "core/symbolicate/lookup/file_lookup.h"
#include "core/symbolicate/lookup/local_file.h"
#include "core/symbolicate/lookup/local_places.h"
#include "core/symbolicate/lookup/object_fitness.h"

#include <algorithm>
#include <atomic>
#include <tuple>

namespace faultline::symbolicate {

namespace {

bool isOnThisMachine(const sources::SourceConfig& source)
{
    return std::holds_alternative<sources::FolderSource>(source.where) ||
           std::holds_alternative<sources::FilesystemSource>(source.where);
}

/// All metadata fetches of one look-up. Keeps itself alive until the last answer has arrived.
class Selection : public std::enable_shared_from_this<Selection>
{
public:
    Selection(const Services& services,
              std::shared_ptr<const LookupContext> context,
              std::uint32_t module,
              sources::ObjectLookup wanted,
              sources::FilePurpose purpose,
              std::move_only_function<void(ObjectSelection)> done)
        : m_services(services), m_context(std::move(context)), m_module(module),
          m_wanted(std::move(wanted)), m_purpose(purpose), m_done(std::move(done))
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
    WantedFile wantedFile() const
    {
        return {.module = m_module, .lookup = m_wanted, .purpose = m_purpose};
    }

    void readChosen()
    {
        addChosenFiles(*m_context, wantedFile(), m_listing);
        if (m_listing.files.empty())
            list();
        else
            fetchFrom(0, &Selection::chosenAnswered);
    }

    void chosenAnswered()
    {
        readImageStart();
        for (std::size_t i = 0; i < m_items.size(); ++i)
            m_chosenServes |= servesAlone(i);
        if (m_chosenServes || m_context->stop.stop_requested())
            finish();
        else
            list();
    }

    bool servesAlone(std::size_t index) const
    {
        if (!m_answers[index]->value)
            return false;
        const ObjectMeta& meta = **m_answers[index]->value;
        return mayServe(index, meta, candidateOf(index)) && qualityOf(meta, m_purpose);
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
        listFilesOf(m_services, std::move(context), m_wanted,
                    sources::fileTypesFor(m_wanted.type, m_purpose),
                    [self = shared_from_this(), reach, done](sources::FileListing listing) {
                        self->listed(std::move(listing), reach, done);
                    });
    }

    void listed(sources::FileListing listing, Reach reach, void (Selection::*done)())
    {
        if (m_context->stop.stop_requested() && m_answers.empty()) {
            giveUp();
            return;
        }
        const std::size_t known = m_listing.files.size();
        std::ranges::move(listing.skipped, std::back_inserter(m_listing.skipped));
        std::ranges::move(listing.files, std::back_inserter(m_listing.files));
        readImageStart();
        if (reach != Reach::Elsewhere)
            addLocalPlaces(m_services, *m_context, wantedFile(), m_listing);
        if (m_listing.files.size() == known)
            (this->*done)();
        else
            fetchFrom(known, done);
    }

    void localAnswered()
    {
        for (std::size_t i = 0; i < m_items.size(); ++i)
            m_localServes |= leavesNothingOpen(i);
        if (m_localServes || m_context->stop.stop_requested())
            finish();
        else
            listIn(Reach::Elsewhere, &Selection::finish);
    }

    /// Tells whether no other place could have a better file.
    bool leavesNothingOpen(std::size_t index) const
    {
        if (!servesAlone(index))
            return false;
        const ObjectMeta& meta = **m_answers[index]->value;
        return qualityOf(meta, m_purpose) == 0u && candidateOf(index).identityNote.empty() &&
               !defersToPdb(meta);
    }

    /// Fetches the metadata of the listed files from this one on.
    void fetchFrom(std::size_t first, void (Selection::*done)())
    {
        const std::size_t count = m_listing.files.size();
        m_items.resize(count);
        m_metas.resize(count);
        m_answers.resize(count);
        m_open = count - first;
        for (std::size_t i = first; i < count; ++i)
            fetch(i, done);
    }

    /// The recorded path may contain a newer installation, and a folder knows a module without ids
    /// only by its name. So files from there must match.
    bool mustFit(std::size_t index) const
    {
        const auto& source = *m_listing.files[index].source;
        return source.origin == sources::SourceOrigin::RecordedPath ||
               (!hasIds(m_wanted) && std::holds_alternative<sources::FolderSource>(source.where));
    }

    Identity identityOf(const ObjectMeta& meta) const
    {
        if (hasIds(m_wanted))
            return identityByIds(m_wanted, meta);
        if (m_imageStart.empty() && !meta.dynamic.digest.empty())
            return identityByDynamicSection(dynamicDigestInMemory(meta), meta);
        return identityByMemory(m_imageStart, meta);
    }

    /// Computes the digest of the memory where the found file's dynamic section would lie. Returns
    /// an empty text if the dump lacks that memory.
    std::string dynamicDigestInMemory(const ObjectMeta& meta) const
    {
        const auto& event = m_context->event;
        if (!event || !event->native().memory || m_module >= event->modules.size())
            return {};
        const auto& module = event->modules[m_module];
        const auto bias = module.address - meta.loadAddress;
        std::vector<std::byte> bytes(static_cast<std::size_t>(meta.dynamic.sizeBytes));
        if (event->native().memory->read(bias + meta.dynamic.address, bytes) < bytes.size())
            return {};
        const auto wordBytes = pointerSize(cpuFamily(event->system.arch));
        if (wordBytes == 0)
            return {};
        return elf::dynamicDigest(
            bytes, event->native().memory->byteOrder(), wordBytes,
            {.bias = bias, .begin = module.address, .end = module.address + module.sizeBytes});
    }

    /// Reads the module's first page from the dump, for modules that have no ids.
    void readImageStart()
    {
        const auto& event = m_context->event;
        if (hasIds(m_wanted) || m_wanted.type != sources::LookupType::Elf || !event ||
            !event->native().memory || m_module >= event->modules.size())
            return;
        const auto address = event->modules[m_module].address;
        m_imageStart =
            elf::imageStartDigest(event->native().memory->pieceFrom(address), m_services.limits);
    }

    sources::SourceOrigin originOf(std::size_t index) const
    {
        return m_listing.files[index].source->origin;
    }

    bool isLocated(std::size_t index) const
    {
        return originOf(index) == sources::SourceOrigin::ChosenFile;
    }

    void fetch(std::size_t index, void (Selection::*done)())
    {
        m_items[index] =
            std::make_shared<ObjectItem>(m_listing.files[index], m_wanted, m_context->scope,
                                         m_services.downloader, m_services.limits);
        m_metas[index] =
            std::make_shared<ObjectMetaItem>(m_items[index], m_wanted, m_context->scope);
        m_services.cache.fetch(
            m_metas[index], m_context->fetch, m_context->stop,
            [self = shared_from_this(), index, done](cache::CacheAnswer<ObjectMeta> answer) {
                self->m_answers[index] =
                    std::make_unique<const cache::CacheAnswer<ObjectMeta>>(std::move(answer));
                if (self->m_open.fetch_sub(1, std::memory_order_acq_rel) == 1)
                    (*self.*done)();
            });
    }

    Candidate candidateOf(std::size_t index) const
    {
        const auto& file = m_listing.files[index];
        const auto& answer = *m_answers[index];
        Candidate candidate;
        candidate.source = file.source->id;
        candidate.location = file.uri();
        candidate.fileType = sources::fileTypeName(file.type);
        candidate.sequence = static_cast<std::uint32_t>(index);
        candidate.layer = layerOf(answer.trace, file);
        setTrace(candidate, answer.trace);
        if (!answer.value) {
            setDownloadError(candidate, answer.value.error());
            if (answer.value.error().kind == ErrorKind::Cancelled)
                candidate.layer = AnswerLayer::Skipped;
            return candidate;
        }
        const ObjectMeta& meta = **answer.value;
        candidate.download = DownloadStatus::Ok;
        candidate.features = meta.features;
        candidate.sizeBytes = meta.sizeBytes;
        if (isLocated(index) || originOf(index) == sources::SourceOrigin::RecordedPath)
            candidate.fileType =
                sources::fileTypeName(fileTypeOf(meta.format, meta.kind).value_or(file.type));
        candidate.foundDebugId = meta.debugId;
        candidate.foundCodeId = meta.codeId;
        judge(candidate, index, meta);
        return candidate;
    }

    /// Decides whether the file is the wanted one and records the consequences.
    void judge(Candidate& candidate, std::size_t index, const ObjectMeta& meta) const
    {
        auto [verdict, reason] = identityOf(meta);
        if (verdict == Identity::Verdict::WrongBuild) {
            candidate.identityNote = std::move(reason);
            candidate.useNote = mustFit(index) ? "not used" : "";
        } else if (verdict == Identity::Verdict::Fits) {
            candidate.useNote = std::move(reason);
        } else if (mustFit(index)) {
            candidate.useNote = concat("not used: ", reason);
        }
        if (isLocated(index))
            candidate.useNote = "chosen by the user";
        if (m_context->requireMatchingIds && !isLocated(index) && !candidate.identityNote.empty()) {
            candidate.download = DownloadStatus::Error;
            candidate.downloadDetails = candidate.identityNote;
        } else if (m_purpose == sources::FilePurpose::Unwind && !candidate.identityNote.empty() &&
                   !mustFit(index)) {
            candidate.useNote +=
                concat(candidate.useNote.empty() ? "" : ", ", "not used for unwinding");
        }
    }

    /// Lists a source once if it has no place for any of the file types.
    void addPlaceholders(std::vector<Candidate>& candidates) const
    {
        for (const auto& source : m_context->sources) {
            const bool listed = std::ranges::any_of(
                m_listing.files, [&](const sources::RemoteFile& f) { return f.source == source; });
            if (listed)
                continue;
            Candidate candidate;
            candidate.source = source->id;
            candidate.location = kNoObjectFilesListed;
            candidate.download = DownloadStatus::NotFound;
            candidate.sequence = static_cast<std::uint32_t>(candidates.size());
            if (m_localServes && !isOnThisMachine(*source))
                candidate.skipReason = "not asked, because a file on this machine serves";
            for (const auto& skipped : m_listing.skipped) {
                if (skipped.source == source &&
                    candidate.skipReason.find(skipped.reason) == std::string::npos)
                    candidate.skipReason +=
                        (candidate.skipReason.empty() ? "" : ", ") + skipped.reason;
            }
            candidates.push_back(std::move(candidate));
        }
    }

    /// An image that names a PDB may contain a little debug info from another compiler, for example
    /// for the start-up code. The PDB has the debug info of the whole module.
    bool defersToPdb(const ObjectMeta& meta) const
    {
        return m_purpose == sources::FilePurpose::Debug && meta.format == object::FileFormat::Pe &&
               !meta.debugFileName.empty();
    }

    FoundObject foundObject(std::size_t index,
                            const ObjectMeta& meta,
                            unsigned quality,
                            const Candidate& candidate) const
    {
        const bool idsFit = candidate.identityNote.empty();
        return {.item = m_items[index],
                .meta = meta,
                .candidate = index,
                .idsFit = idsFit,
                .rank = isLocated(index) ? 0 : 2 * quality + (idsFit ? 0 : 1)};
    }

    std::vector<std::shared_ptr<cache::CacheItem>> failedItems() const
    {
        std::vector<std::shared_ptr<cache::CacheItem>> failed;
        for (std::size_t i = 0; i < m_metas.size(); ++i) {
            if (!m_answers[i]->value)
                failed.push_back(m_metas[i]);
        }
        return failed;
    }

    /// Names from another build may help and are marked. Unwind data and code from another build
    /// would produce false frames, so they are not used.
    bool mayServe(std::size_t index, const ObjectMeta& meta, const Candidate& candidate) const
    {
        if (mustFit(index) && identityOf(meta).verdict != Identity::Verdict::Fits)
            return false;
        if (candidate.identityNote.empty())
            return true;
        return m_purpose != sources::FilePurpose::Unwind &&
               (!m_context->requireMatchingIds || isLocated(index));
    }

    /// Returns the usable files, sorted by quality, matching ids and order of trial.
    std::vector<FoundObject> usable(const std::vector<Candidate>& candidates) const
    {
        struct Ranked
        {
            bool chosenByUser = false;
            unsigned quality = 0;
            bool defersToPdb = false;
            FoundObject found;
        };

        std::vector<Ranked> ranked;
        for (std::size_t i = 0; i < m_items.size(); ++i) {
            if (!m_answers[i]->value)
                continue;
            const ObjectMeta& meta = **m_answers[i]->value;
            if (!mayServe(i, meta, candidates[i]))
                continue;
            if (const auto quality = qualityOf(meta, m_purpose))
                ranked.push_back({.chosenByUser = isLocated(i),
                                  .quality = *quality,
                                  .defersToPdb = defersToPdb(meta),
                                  .found = foundObject(i, meta, *quality, candidates[i])});
        }
        const bool hasFittingPdb = std::ranges::any_of(ranked, [](const Ranked& r) {
            return r.found.meta.format == object::FileFormat::Pdb && r.found.idsFit &&
                   r.quality == 0;
        });
        std::ranges::stable_sort(ranked, {}, [hasFittingPdb](const Ranked& r) {
            return std::tuple(!r.chosenByUser, r.quality, !r.found.idsFit,
                              r.defersToPdb && hasFittingPdb);
        });
        std::vector<FoundObject> found;
        found.reserve(ranked.size());
        for (auto& entry : ranked)
            found.push_back(std::move(entry.found));
        return found;
    }

    /// Finds the module's code file. Old writers and Wine record no debug id, but the code file
    /// names its debug file. It also has the instructions, which a PDB lacks. If no file has unwind
    /// data, as for stripped Go programs, the instructions still show which addresses follow a
    /// call.
    std::optional<FoundObject> codeFile(const std::vector<Candidate>& candidates,
                                        bool hasUnwindData) const
    {
        const bool wantsAny = m_purpose == sources::FilePurpose::Unwind && !hasUnwindData;
        for (std::size_t i = 0; i < m_items.size(); ++i) {
            if (!m_answers[i]->value)
                continue;
            const ObjectMeta& meta = **m_answers[i]->value;
            const bool isElf = meta.format == object::FileFormat::Elf;
            if ((meta.format == object::FileFormat::Pe && candidates[i].identityNote.empty()) ||
                (isElf && wantsAny && mayServe(i, meta, candidates[i])))
                return foundObject(i, meta, 0, candidates[i]);
        }
        return std::nullopt;
    }

    /// Takes the id from a file that is the module's by its ids.
    void noteFileId(ObjectSelection& selection) const
    {
        for (std::size_t i = 0; i < m_items.size(); ++i) {
            if (!m_answers[i]->value || !selection.candidates[i].identityNote.empty())
                continue;
            const ObjectMeta& meta = **m_answers[i]->value;
            if (meta.fileId.empty() || identityOf(meta).verdict != Identity::Verdict::Fits)
                continue;
            selection.fileId = meta.fileId;
            selection.loadAddress = meta.loadAddress;
            return;
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
        selection.candidates.reserve(m_items.size());
        for (std::size_t i = 0; i < m_items.size(); ++i)
            selection.candidates.push_back(candidateOf(i));
        auto found = usable(selection.candidates);
        selection.codeFile = codeFile(selection.candidates, !found.empty());
        noteFileId(selection);
        if (!m_chosenServes)
            addPlaceholders(selection.candidates);
        if (!found.empty()) {
            selection.selected = std::move(found.front());
            selection.others.assign(std::make_move_iterator(found.begin() + 1),
                                    std::make_move_iterator(found.end()));
            if (selection.selected->rank > 0)
                selection.failed = failedItems();
        } else {
            explainFailure(selection);
        }
        m_done(std::move(selection));
    }

    /// Tells whether a file is absent only from a place on this machine that nobody configured.
    bool isUnsurprising(std::size_t index) const
    {
        return m_context->useRecordedPaths && m_listing.files[index].localPath() &&
               m_answers[index]->value.error().kind == ErrorKind::NotFound;
    }

    /// How much an error says about why there is no file. Over HTTP all say the same: the first
    /// one decides, as in Symbolicator (docs/spec/sources-and-caches.md §4.3).
    int tellingOf(std::size_t index) const
    {
        if (!m_context->useRecordedPaths)
            return 1;
        switch (m_answers[index]->value.error().kind) {
        case ErrorKind::Malformed: return 4; // A file is there.
        case ErrorKind::PermissionDenied: return 3;
        case ErrorKind::Timeout:
        case ErrorKind::DownloadFailed:
        case ErrorKind::Internal: return 2;
        default: return isUnsurprising(index) ? 0 : 1;
        }
    }

    /// If all files fail, the most telling error counts, among equals the first.
    void explainFailure(ObjectSelection& selection) const
    {
        auto first = m_answers.end();
        int most = -1;
        for (auto at = m_answers.begin(); at != m_answers.end(); ++at) {
            const auto telling =
                (*at)->value ? -1 : tellingOf(static_cast<std::size_t>(at - m_answers.begin()));
            if (telling > most) {
                first = at;
                most = telling;
            }
        }
        if (first != m_answers.end()) {
            Error error = (*first)->value.error();
            // The candidates already list what each place did not have.
            if (error.kind == ErrorKind::NotFound)
                error.detail.clear();
            selection.error = std::move(error);
            selection.errorIsOfCandidate = true;
            selection.failedCandidate = static_cast<std::size_t>(first - m_answers.begin());
            return;
        }
        selection.error =
            Error{.kind = ErrorKind::NotFound, .detail = "no source has a usable file"};
    }

    const Services& m_services;
    std::shared_ptr<const LookupContext> m_context;
    std::uint32_t m_module;
    sources::ObjectLookup m_wanted;
    sources::FilePurpose m_purpose;
    std::move_only_function<void(ObjectSelection)> m_done;
    sources::FileListing m_listing;
    bool m_chosenServes = false; ///< A file that the user chose serves, so no place was asked.
    bool m_localServes = false;  ///< A file of this machine does, so no other place was asked.
    std::string m_imageStart;
    std::vector<std::shared_ptr<ObjectItem>> m_items;
    std::vector<std::shared_ptr<ObjectMetaItem>> m_metas;
    std::vector<std::unique_ptr<const cache::CacheAnswer<ObjectMeta>>>
        m_answers; // Each answer is written once. They are read after m_open has reached zero.
    std::atomic<std::size_t> m_open{0};
};

} // namespace

std::shared_ptr<const LookupContext> narrowedTo(Reach reach,
                                                const std::shared_ptr<const LookupContext>& context)
{
    if (reach == Reach::All)
        return context;
    auto narrowed = std::make_shared<LookupContext>(*context);
    const bool keepsLocal = reach == Reach::ThisMachine;
    std::erase_if(narrowed->sources, [keepsLocal](const sources::SourcePtr& source) {
        return isOnThisMachine(*source) != keepsLocal;
    });
    if (!keepsLocal) {
        narrowed->useRecordedPaths = false;
        narrowed->located.clear();
    }
    narrowed->localFirst = false;
    return narrowed;
}

bool readsDisk(const LookupContext& context)
{
    return context.useRecordedPaths || !context.located.empty() ||
           std::ranges::any_of(context.sources, [](const sources::SourcePtr& source) {
               return std::holds_alternative<sources::FolderSource>(source->where);
           });
}

void selectObject(const Services& services,
                  std::shared_ptr<const LookupContext> context,
                  std::uint32_t module,
                  sources::ObjectLookup wanted,
                  sources::FilePurpose purpose,
                  std::move_only_function<void(ObjectSelection)> done)
{
    std::make_shared<Selection>(services, std::move(context), module, std::move(wanted), purpose,
                                std::move(done))
        ->begin();
}

void markUse(ObjectSelection& selection,
             std::optional<Candidate::Use> Candidate::* purpose,
             const std::optional<Error>& error)
{
    if (selection.selected)
        selection.candidates[selection.selected->candidate].*purpose = useOfSelected(error, false);
    else if (selection.errorIsOfCandidate)
        selection.candidates[selection.failedCandidate].*purpose =
            useOfSelected(selection.error, true);
}

} // namespace faultline::symbolicate

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/lookup/tried_files.h"

#include "core/formats/debug/elf/elf_image_start.h"
#include "core/sources/source_traits.h"
#include "core/symbolicate/lookup/candidates.h"
#include "core/symbolicate/lookup/local_file.h"
#include "core/symbolicate/lookup/module_urgencies.h"

#include <algorithm>
#include <tuple>

namespace faultline::symbolicate {

TriedFiles::TriedFiles(const Services& services,
                       std::shared_ptr<const LookupContext> context,
                       std::uint32_t module,
                       sources::ObjectLookup wanted,
                       sources::FilePurpose purpose)
    : m_services(services), m_context(std::move(context)), m_module(module),
      m_wanted(std::move(wanted)), m_purpose(purpose)
{
}

WantedFile TriedFiles::wantedFile() const
{
    return {.module = m_module, .lookup = m_wanted, .purpose = m_purpose};
}

std::size_t TriedFiles::askListed()
{
    const std::size_t first = m_items.size();
    for (std::size_t i = first; i < m_listing.files.size(); ++i) {
        m_items.push_back(std::make_shared<ObjectItem>(m_listing.files[i], m_wanted,
                                                       m_context->scope, m_services.downloader,
                                                       m_services.limits));
        if (m_context->urgencies)
            m_items.back()->setUrgency(m_context->urgencies->of(m_module, m_listing.files[i].type));
        m_metas.push_back(
            std::make_shared<ObjectMetaItem>(m_items.back(), m_wanted, m_context->scope));
    }
    m_answers.resize(m_items.size());
    return first;
}

void TriedFiles::setAnswer(std::size_t index, cache::CacheAnswer<ObjectMeta> answer)
{
    m_answers[index] = std::make_unique<const cache::CacheAnswer<ObjectMeta>>(std::move(answer));
}

sources::SourceOrigin TriedFiles::originOf(std::size_t index) const
{
    return m_listing.files[index].source->origin;
}

bool TriedFiles::isLocated(std::size_t index) const
{
    return originOf(index) == sources::SourceOrigin::ChosenFile;
}

std::vector<Candidate> TriedFiles::candidates() const
{
    std::vector<Candidate> candidates;
    candidates.reserve(m_items.size());
    for (std::size_t i = 0; i < m_items.size(); ++i)
        candidates.push_back(candidateOf(i));
    return candidates;
}

/// Null when the event has none, or not this module.
const MemoryImage* TriedFiles::memory() const
{
    const auto& event = m_context->event;
    if (!event || !event->asNative() || m_module >= event->modules.size())
        return nullptr;
    return event->asNative()->memory.get();
}

void TriedFiles::readImageStart()
{
    if (hasIds(m_wanted) || m_wanted.type != sources::LookupType::Elf || memory() == nullptr)
        return;
    const auto address = m_context->event->modules[m_module].address;
    m_imageStart = elf::imageStartDigest(memory()->pieceFrom(address), m_services.limits);
}

BuildIdentity TriedFiles::identityOf(const ObjectMeta& meta) const
{
    if (hasIds(m_wanted))
        return identityByIds(m_wanted, meta);
    if (m_imageStart.empty() && !meta.dynamic.digest.empty())
        return identityByDynamicSection(dynamicDigestInMemory(meta), meta);
    if (m_imageStart.empty() && !meta.codePointers.words.empty() && memory() != nullptr)
        return identityByCodePointers(*memory(), m_context->event->modules[m_module].address, meta);
    return identityByMemory(m_imageStart, meta);
}

std::string TriedFiles::dynamicDigestInMemory(const ObjectMeta& meta) const
{
    if (memory() == nullptr)
        return {};
    const auto& event = m_context->event;
    const auto& module = event->modules[m_module];
    const auto bias = module.address - meta.loadAddress;
    std::vector<std::byte> bytes(static_cast<std::size_t>(meta.dynamic.sizeBytes));
    if (memory()->read(bias + meta.dynamic.address, bytes) < bytes.size())
        return {};
    const auto wordBytes = pointerSize(cpuFamily(event->system.arch));
    if (wordBytes == 0)
        return {};
    return elf::dynamicDigest(
        bytes, memory()->byteOrder(), wordBytes,
        {.bias = bias, .begin = module.address, .end = module.address + module.sizeBytes});
}

bool TriedFiles::mustFit(std::size_t index) const
{
    const auto& source = *m_listing.files[index].source;
    return m_listing.files[index].isNamesake ||
           source.origin == sources::SourceOrigin::RecordedPath ||
           (!hasIds(m_wanted) && sources::isScanned(source));
}

bool TriedFiles::mayServe(std::size_t index,
                          const ObjectMeta& meta,
                          const Candidate& candidate) const
{
    if (mustFit(index) && identityOf(meta).verdict != IdentityVerdict::Fits)
        return false;
    if (!candidate.identity.isWrongBuild())
        return true;
    return m_purpose != sources::FilePurpose::Unwind &&
           (!m_context->requireMatchingIds || isLocated(index));
}

bool TriedFiles::servesAlone(std::size_t index) const
{
    if (!m_answers[index]->value)
        return false;
    const ObjectMeta& meta = **m_answers[index]->value;
    return mayServe(index, meta, candidateOf(index)) && qualityOf(meta, m_purpose);
}

bool TriedFiles::leavesNothingOpen(std::size_t index) const
{
    if (!servesAlone(index))
        return false;
    const ObjectMeta& meta = **m_answers[index]->value;
    return qualityOf(meta, m_purpose) == 0u && !candidateOf(index).identity.isWrongBuild() &&
           !defersToPdb(meta);
}

/// A file either serves for unwinding or does not, so the first that does is selected.
std::optional<FoundObject> TriedFiles::certainChoice(const std::vector<bool>& hasAnswered) const
{
    for (std::size_t i = 0; i < m_items.size() && hasAnswered[i]; ++i) {
        if (leavesNothingOpen(i))
            return foundObject(i, **m_answers[i]->value, 0, candidateOf(i));
    }
    return std::nullopt;
}

bool TriedFiles::defersToPdb(const ObjectMeta& meta) const
{
    return m_purpose == sources::FilePurpose::Debug && meta.format == object::FileFormat::Pe &&
           !meta.debugFileName.empty();
}

Candidate TriedFiles::placeOf(std::size_t index) const
{
    const auto& file = m_listing.files[index];
    Candidate candidate;
    candidate.source = file.source->id;
    candidate.location = file.uri();
    candidate.origin = candidateOrigin(*file.source);
    candidate.fileType = sources::fileTypeName(file.type);
    candidate.sequence = static_cast<std::uint32_t>(index);
    return candidate;
}

OpenLookup::Place TriedFiles::asked(std::size_t index) const
{
    return {.candidate = placeOf(index), .hasAnswered = false};
}

OpenLookup::Place TriedFiles::answered(std::size_t index) const
{
    return {.candidate = candidateOf(index), .hasAnswered = true};
}

Candidate TriedFiles::candidateOf(std::size_t index) const
{
    const auto& file = m_listing.files[index];
    const auto& answer = *m_answers[index];
    Candidate candidate = placeOf(index);
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

void TriedFiles::judge(Candidate& candidate, std::size_t index, const ObjectMeta& meta) const
{
    candidate.identity = identityOf(meta);
    const bool isWrongBuild = candidate.identity.isWrongBuild();
    if (isLocated(index))
        candidate.outcome.kind = OutcomeKind::Chosen;
    else if (mustFit(index) && candidate.identity.verdict != IdentityVerdict::Fits)
        candidate.outcome.kind = OutcomeKind::NotUsed;
    if (isWrongBuild && m_context->requireMatchingIds && !isLocated(index))
        candidate.download = DownloadStatus::Error;
    else
        candidate.isUnusedForUnwinding =
            isWrongBuild && m_purpose == sources::FilePurpose::Unwind && !mustFit(index);
}

std::vector<FoundObject> TriedFiles::usable(const std::vector<Candidate>& candidates) const
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
        return r.found.meta.format == object::FileFormat::Pdb && r.found.idsFit && r.quality == 0;
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

FoundObject TriedFiles::foundObject(std::size_t index,
                                    const ObjectMeta& meta,
                                    unsigned quality,
                                    const Candidate& candidate) const
{
    const bool idsFit = !candidate.identity.isWrongBuild();
    return {.item = m_items[index],
            .meta = meta,
            .candidate = index,
            .idsFit = idsFit,
            .rank = isLocated(index) ? 0 : 2 * quality + (idsFit ? 0 : 1)};
}

std::optional<FoundObject> TriedFiles::codeFile(const std::vector<Candidate>& candidates,
                                                bool hasUnwindData) const
{
    const bool wantsAny = m_purpose == sources::FilePurpose::Unwind && !hasUnwindData;
    for (std::size_t i = 0; i < m_items.size(); ++i) {
        if (!m_answers[i]->value)
            continue;
        const ObjectMeta& meta = **m_answers[i]->value;
        const bool isElf = meta.format == object::FileFormat::Elf;
        if ((meta.format == object::FileFormat::Pe && !candidates[i].identity.isWrongBuild()) ||
            (isElf && wantsAny && mayServe(i, meta, candidates[i])))
            return foundObject(i, meta, 0, candidates[i]);
    }
    return std::nullopt;
}

void TriedFiles::noteFileId(ObjectSelection& selection) const
{
    for (std::size_t i = 0; i < m_items.size(); ++i) {
        if (!m_answers[i]->value || selection.candidates[i].identity.isWrongBuild())
            continue;
        const ObjectMeta& meta = **m_answers[i]->value;
        if (meta.fileId.empty() || identityOf(meta).verdict != IdentityVerdict::Fits)
            continue;
        selection.fileId = meta.fileId;
        selection.loadAddress = meta.loadAddress;
        return;
    }
}

std::vector<std::shared_ptr<cache::CacheItem>> TriedFiles::failedItems() const
{
    std::vector<std::shared_ptr<cache::CacheItem>> failed;
    for (std::size_t i = 0; i < m_metas.size(); ++i) {
        if (!m_answers[i]->value)
            failed.push_back(m_metas[i]);
    }
    return failed;
}

int TriedFiles::tellingOf(std::size_t index) const
{
    if (!m_context->useRecordedPaths)
        return 1;
    switch (broadKind(m_answers[index]->value.error().kind)) {
    case ErrorKind::Malformed: return 4; // A file is there.
    case ErrorKind::PermissionDenied: return 3;
    case ErrorKind::Timeout:
    case ErrorKind::DownloadFailed:
    case ErrorKind::Internal: return 2;
    default: return isUnsurprising(index) ? 0 : 1;
    }
}

bool TriedFiles::isUnsurprising(std::size_t index) const
{
    return m_context->useRecordedPaths && m_listing.files[index].localPath() &&
           m_answers[index]->value.error().kind == ErrorKind::NotFound;
}

void TriedFiles::explainFailure(ObjectSelection& selection) const
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
    selection.error = Error{.kind = ErrorKind::NotFound, .detail = "no source has a usable file"};
}

} // namespace faultline::symbolicate

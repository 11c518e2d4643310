// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/jvm/mapping_modules.h"

#include "core/base/result.h"
#include "core/model/place_names.h"

#include <algorithm>

namespace faultline::jvm {

namespace {

class ModuleMaker
{
public:
    ModuleMaker(const Event& event, const RestoredNames& names, const MappingLookup& mappings)
        : m_event(event), m_names(names), m_mappings(mappings)
    {
    }

    std::shared_ptr<const ModuleReport> make(std::uint32_t index, const MappingUse& use)
    {
        m_report = ModuleReport();
        m_report.module = m_event.modules[index];
        m_report.requestIndex = index;
        m_report.frameCount = use.frames;
        if (m_report.module.codeFile) // A library of native code needs no mapping.
            return std::make_shared<const ModuleReport>(std::move(m_report));
        m_report.debugStatus =
            use.frames > 0 ? ObjectFileStatus::Missing : ObjectFileStatus::Unused;
        addChosen(index);
        addFound(index);
        addOfSources(index);
        addEmptyPlaces();
        addNotes(use);
        return std::make_shared<const ModuleReport>(std::move(m_report));
    }

private:
    /// What became of a mapping of this machine, in the order of those in use.
    const Candidate* outcomeOf(std::size_t use) const
    {
        if (use >= m_names.mappings.size() || m_names.mappings[use].candidates.empty())
            return nullptr;
        return &m_names.mappings[use].candidates.front();
    }

    std::string wantedId(std::uint32_t module) const
    {
        const auto& ids = std::get<JvmEvent>(m_event.detail).mapIds;
        return module < ids.size() ? ids[module] : std::string();
    }

    void addChosen(std::uint32_t module)
    {
        for (std::size_t i = 0; i < m_mappings.chosen.size(); ++i) {
            const auto& file = m_mappings.chosen[i];
            if (file.module != module)
                continue;
            Candidate candidate;
            candidate.source = kChosenMapping;
            candidate.origin = CandidateOrigin::Located;
            candidate.location = file.path;
            m_report.wrongBuild = wrongBuildOf(file.path, wantedId(module));
            candidate.identity = m_report.wrongBuild.value_or(BuildIdentity());
            addUsed(std::move(candidate), outcomeOf(i));
        }
    }

    void addFound(std::uint32_t module)
    {
        auto use = m_mappings.chosen.size();
        for (const auto& mapping : m_mappings.found) {
            const bool isUsed = mapping.verdict == LocalMapping::Verdict::Used;
            const auto* outcome = isUsed ? outcomeOf(use++) : nullptr;
            const bool isOfAll = mapping.verdict == LocalMapping::Verdict::OtherBuild;
            if (!isOfAll && mapping.wantedId.value_or(0) != module)
                continue;
            Candidate candidate;
            setPlace(candidate, m_mappings.places[mapping.place]);
            candidate.location = mapping.path;
            if (isUsed) {
                addUsed(std::move(candidate), outcome);
                continue;
            }
            candidate.download = isOfAll ? DownloadStatus::Ok : DownloadStatus::NotFound;
            if (isOfAll)
                setOtherBuild(candidate, mapping);
            else if (const auto reason = skipReasonOf(mapping.verdict))
                candidate.skips.push_back(skipped(*reason));
            add(std::move(candidate));
        }
    }

    static void setPlace(Candidate& candidate, const symbolicate::LocalPlace& place)
    {
        candidate.source = place.source;
        candidate.origin = place.origin;
    }

    static void setOtherBuild(Candidate& candidate, const LocalMapping& mapping)
    {
        candidate.outcome.kind = OutcomeKind::OtherBuild;
        candidate.identity.verdict = IdentityVerdict::WrongBuild;
        candidate.identity.evidence = IdentityEvidence::MapId;
        candidate.identity.found = mapping.mapId;
    }

    /// The module that stands for the mapping with the UUID.
    std::size_t moduleOf(const DebugId& uuid) const
    {
        const auto found = std::ranges::find_if(
            m_event.modules, [&](const EventModule& each) { return each.debugId == uuid; });
        return found == m_event.modules.end()
                   ? 0
                   : static_cast<std::size_t>(found - m_event.modules.begin());
    }

    /// Mappings that the event names by their UUIDs, which sources may have.
    void addOfSources(std::uint32_t module)
    {
        for (const auto& file : m_names.result.files) {
            if (file.module.type != JvmModule::Type::Mapping || moduleOf(file.module.id) != module)
                continue;
            for (const auto& tried : file.candidates) {
                auto candidate = tried;
                if (tried.outcome.kind != OutcomeKind::Used) {
                    add(std::move(candidate));
                    continue;
                }
                candidate.outcome = {};
                addUsed(std::move(candidate), &tried);
            }
        }
    }

    void addUsed(Candidate candidate, const Candidate* outcome)
    {
        const auto head = readMappingHead(candidate.location, {});
        if (outcome != nullptr && outcome->outcome.kind == OutcomeKind::Used) {
            candidate.download = DownloadStatus::Ok;
            candidate.debug = CandidateUse{};
            candidate.features.hasDebugInfo = true;
            m_report.debugStatus = ObjectFileStatus::Found;
            m_report.debugDetails.clear();
            m_report.features.hasDebugInfo = true;
            m_report.notes.push_back(concat("uses ", candidate.location));
            if (head && m_report.module.version.empty())
                m_report.module.version = head->compiler;
            if (head && !m_report.module.codeId && !head->mapId.empty())
                m_report.notes.push_back(concat("map id ", head->mapId));
        } else {
            candidate.download = DownloadStatus::Malformed;
            if (outcome != nullptr)
                candidate.outcome = outcome->outcome;
            if (m_report.debugStatus != ObjectFileStatus::Found) {
                m_report.debugStatus = ObjectFileStatus::Malformed;
                const auto& failure = candidate.outcome.failure;
                m_report.debugDetails =
                    concat(candidate.location, ": ", failure ? failure->describe() : "");
            }
        }
        add(std::move(candidate));
    }

    /// A place without any mapping was tried too.
    void addEmptyPlaces()
    {
        for (std::size_t i = 0; i < m_mappings.places.size(); ++i) {
            if (std::ranges::find(m_mappings.found, i, &LocalMapping::place) !=
                m_mappings.found.end())
                continue;
            Candidate candidate;
            setPlace(candidate, m_mappings.places[i]);
            candidate.location = m_mappings.places[i].path;
            candidate.skips.push_back(skipped(SkipReason::NoMapping));
            add(std::move(candidate));
        }
    }

    void add(Candidate candidate)
    {
        candidate.sequence = static_cast<std::uint32_t>(m_report.candidates.size());
        candidate.fileType = "proguard";
        if (candidate.layer == AnswerLayer::None)
            candidate.layer = AnswerLayer::FileSystem;
        m_report.candidates.push_back(std::move(candidate));
    }

    void addNotes(const MappingUse& use)
    {
        if (m_report.debugStatus == ObjectFileStatus::Unused) {
            m_report.notes.emplace_back("no frame looks obfuscated");
            return;
        }
        if (m_report.debugStatus != ObjectFileStatus::Found)
            return;
        m_report.notes.push_back(concat("restores ", use.restored, " of ", use.frames, " frames"));
        if (use.ambiguous > 0)
            m_report.notes.push_back(
                concat(use.ambiguous, " of them have several possible meanings"));
    }

    const Event& m_event;
    const RestoredNames& m_names;
    const MappingLookup& m_mappings;
    ModuleReport m_report;
};

} // namespace

std::vector<std::shared_ptr<const ModuleReport>> mappingModules(const Event& event,
                                                                const RestoredNames& names,
                                                                const MappingLookup& mappings,
                                                                const std::vector<MappingUse>& uses)
{
    ModuleMaker maker(event, names, mappings);
    std::vector<std::shared_ptr<const ModuleReport>> modules;
    modules.reserve(event.modules.size());
    for (std::uint32_t i = 0; i < event.modules.size(); ++i)
        modules.push_back(maker.make(i, uses[i]));
    return modules;
}

} // namespace faultline::jvm

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/jvm/mapping_modules.h"

#include "core/base/result.h"

#include <algorithm>

namespace faultline::jvm {

namespace {

class ModuleMaker
{
public:
    ModuleMaker(const Event& event, const JvmReport& jvm, const MappingLookup& mappings)
        : m_event(event), m_jvm(jvm), m_mappings(mappings)
    {
    }

    std::shared_ptr<const ModuleReport> make(std::uint32_t index, const MappingUse& use)
    {
        m_report = ModuleReport();
        m_report.module = m_event.modules[index];
        m_report.requestIndex = index;
        m_report.frameCount = use.frames;
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
    /// Counts the files in use, in the order of JvmReport::candidates.
    const JvmCandidate* outcomeOf(std::size_t use) const
    {
        return use < m_jvm.candidates.size() ? &m_jvm.candidates[use] : nullptr;
    }

    std::string wantedId(std::uint32_t module) const
    {
        const auto* jvm = std::get_if<JvmEvent>(&m_event.detail);
        return jvm != nullptr && module < jvm->mapIds.size() ? jvm->mapIds[module] : std::string();
    }

    void addChosen(std::uint32_t module)
    {
        for (std::size_t i = 0; i < m_mappings.chosen.size(); ++i) {
            const auto& file = m_mappings.chosen[i];
            if (file.module != module)
                continue;
            Candidate candidate;
            candidate.source = "chosen";
            candidate.location = file.path;
            m_report.wrongBuild = wrongBuildOf(file.path, wantedId(module));
            if (!m_report.wrongBuild.empty())
                candidate.identityNote = concat("wrong build: ", m_report.wrongBuild);
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
            candidate.source = m_mappings.places[mapping.place].source;
            candidate.location = mapping.path;
            if (isUsed) {
                addUsed(std::move(candidate), outcome);
                continue;
            }
            candidate.download = isOfAll ? DownloadStatus::Ok : DownloadStatus::NotFound;
            candidate.useNote = verdictWords(mapping.verdict);
            if (isOfAll)
                candidate.identityNote =
                    concat("wrong build: found map id ",
                           mapping.mapId.empty() ? "none" : std::string_view(mapping.mapId));
            else
                candidate.skipReason = candidate.useNote;
            add(std::move(candidate));
        }
    }

    /// Mappings that the event names by their UUIDs, which sources may have.
    void addOfSources(std::uint32_t module)
    {
        for (std::size_t i = m_mappings.paths().size(); i < m_jvm.candidates.size(); ++i) {
            const auto& tried = m_jvm.candidates[i];
            if (module != 0 || tried.module.type != JvmModule::Type::Mapping)
                continue;
            Candidate candidate;
            candidate.source = tried.source;
            candidate.location = tried.location;
            if (tried.outcome == kUsedMapping) {
                addUsed(std::move(candidate), &tried);
                continue;
            }
            candidate.download = DownloadStatus::NotFound;
            candidate.useNote = tried.outcome;
            add(std::move(candidate));
        }
    }

    void addUsed(Candidate candidate, const JvmCandidate* outcome)
    {
        const auto head = readMappingHead(candidate.location, {});
        if (outcome != nullptr && outcome->outcome == kUsedMapping) {
            candidate.download = DownloadStatus::Ok;
            candidate.debug = Candidate::Use{};
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
            candidate.useNote = outcome != nullptr ? outcome->outcome : std::string();
            if (m_report.debugStatus != ObjectFileStatus::Found) {
                m_report.debugStatus = ObjectFileStatus::Malformed;
                m_report.debugDetails = concat(candidate.location, ": ", candidate.useNote);
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
            candidate.source = m_mappings.places[i].source;
            candidate.location = m_mappings.places[i].path;
            candidate.skipReason = "no mapping file in it";
            candidate.useNote = candidate.skipReason;
            add(std::move(candidate));
        }
    }

    void add(Candidate candidate)
    {
        candidate.sequence = static_cast<std::uint32_t>(m_report.candidates.size());
        candidate.fileType = "proguard";
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
    const JvmReport& m_jvm;
    const MappingLookup& m_mappings;
    ModuleReport m_report;
};

} // namespace

std::vector<std::string> MappingLookup::paths() const
{
    std::vector<std::string> paths;
    std::ranges::transform(chosen, std::back_inserter(paths), &symbolicate::LocatedFile::path);
    std::ranges::move(usedPaths(found), std::back_inserter(paths));
    return paths;
}

std::vector<std::shared_ptr<const ModuleReport>> mappingModules(const Event& event,
                                                                const JvmReport& jvm,
                                                                const MappingLookup& mappings,
                                                                const std::vector<MappingUse>& uses)
{
    ModuleMaker maker(event, jvm, mappings);
    std::vector<std::shared_ptr<const ModuleReport>> modules;
    modules.reserve(event.modules.size());
    for (std::uint32_t i = 0; i < event.modules.size(); ++i)
        modules.push_back(maker.make(i, uses[i]));
    return modules;
}

} // namespace faultline::jvm

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/module_json.h"

#include "core/base/arch.h"
#include "core/base/hex.h"
#include "core/report/candidate_text.h"

#include <algorithm>

namespace faultline::report {

namespace {

std::string_view sourceServerName(SourceServer server)
{
    switch (server) {
    case SourceServer::Git: return "git";
    case SourceServer::Perforce: return "perforce";
    case SourceServer::Other: break;
    }
    return "other";
}

class ModuleWriter
{
public:
    ModuleWriter(json::JsonWriter& json, const Event& event, const JsonOptions& options)
        : m_json(json), m_event(event), m_options(options)
    {
    }

    void write(const ModuleReport& report)
    {
        m_json.beginObject();
        m_json.member("debug_status", objectFileStatusName(report.debugStatus));
        if (report.unwindStatus)
            m_json.member("unwind_status", objectFileStatusName(*report.unwindStatus));
        writeFeatures(report.features);
        m_json.member("arch", archName(report.arch));
        writeIdentity(report.module);
        if (m_options.candidates == IncludeCandidates::Yes)
            writeCandidates(report.candidates);
        if (m_options.extras == IncludeExtras::Yes)
            writeModuleExtras(report);
        m_json.endObject();
    }

private:
    void writeIdentity(const EventModule& module)
    {
        m_json.member("type", objectTypeName(module.type));
        if (module.codeId)
            m_json.member("code_id", module.codeId->text());
        m_json.optional("code_file", module.codeFile);
        if (module.debugId)
            m_json.member("debug_id", module.debugId->canonical());
        m_json.optional("debug_file", module.debugFile);
        m_json.optional("debug_checksum", module.debugChecksum);
        if (m_event.isNative())
            m_json.key("image_addr").hex(module.address);
        if (module.sizeBytes != 0 || module.zeroSizeGiven)
            m_json.member("image_size", module.sizeBytes);
    }

    void writeFeatures(const ObjectFeatures& features)
    {
        m_json.key("features").beginObject();
        m_json.member("has_debug_info", features.hasDebugInfo)
            .member("has_unwind_info", features.hasUnwindInfo);
        m_json.member("has_symbols", features.hasSymbols)
            .member("has_sources", features.hasSources);
        if (features.sourceServer)
            m_json.member("srcsrv_vcs", sourceServerName(*features.sourceServer));
        m_json.endObject();
    }

    void writeCandidates(const std::vector<Candidate>& candidates)
    {
        const auto isShown = [this](const Candidate& candidate) {
            return m_options.extras == IncludeExtras::Yes || !candidate.isNameMap;
        };
        if (std::ranges::none_of(candidates, isShown))
            return;
        m_json.key("candidates").beginArray();
        for (const auto& candidate : candidates) {
            if (isShown(candidate))
                writeCandidate(candidate);
        }
        m_json.endArray();
    }

    void writeCandidate(const Candidate& candidate)
    {
        m_json.beginObject();
        m_json.member("source", candidate.source).member("location", locationWords(candidate));
        m_json.key("download")
            .beginObject()
            .member("status", downloadStatusName(candidate.download));
        if (candidate.download == DownloadStatus::Ok)
            writeFeatures(candidate.features);
        if (candidate.download == DownloadStatus::NoPermission ||
            candidate.download == DownloadStatus::Error)
            m_json.member("details", failureWords(candidate));
        m_json.endObject();
        writeUse("unwind", candidate.unwind);
        writeUse("debug", candidate.debug);
        if (m_options.extras == IncludeExtras::Yes)
            writeCandidateExtras(candidate);
        m_json.endObject();
    }

    void writeUse(std::string_view key, const std::optional<CandidateUse>& use)
    {
        if (!use)
            return;
        m_json.key(key).beginObject().member("status", useStatusName(use->status));
        if (use->status == UseStatus::Error)
            m_json.member("details", useFailureWords(*use));
        m_json.endObject();
    }

    void writeModuleExtras(const ModuleReport& report)
    {
        m_json.key("faultline").beginObject();
        m_json.member("frame_count", report.frameCount);
        m_json.textIfAny("debug_details", report.debugDetails);
        m_json.textIfAny("unwind_details", report.unwindDetails);
        if (report.wrongBuild)
            m_json.member("wrong_build", wrongBuildWords(*report.wrongBuild));
        if (report.identity != ModuleIdentity::None)
            m_json.member("identity", moduleIdentityName(report.identity));
        m_json.textIfAny("version", report.module.version);
        if (!report.module.unknownCodeView.empty())
            m_json.member("unknown_codeview", hexOfBytes(report.module.unknownCodeView.span()));
        m_json.listIfAny("notes", moduleNotes(report));
        m_json.endObject();
    }

    void writeCandidateExtras(const Candidate& candidate)
    {
        m_json.key("faultline").beginObject();
        m_json.member("sequence", candidate.sequence)
            .member("answered_by", answerLayerName(candidate.layer));
        m_json.textIfAny("file_type", candidate.fileType);
        m_json.optional("http_status", candidate.httpStatus);
        if (candidate.attempts > 0)
            m_json.member("attempts", candidate.attempts);
        m_json.optional("failure_expires_in", candidate.failureExpiresInSeconds);
        m_json.optional("failed_at", candidate.failedAt);
        m_json.optional("blocked_until", candidate.blockedUntil);
        m_json.member("size_bytes", candidate.sizeBytes)
            .member("duration_ms", candidate.durationMs);
        m_json.textIfAny("identity", identityWords(candidate.identity));
        m_json.textIfAny("skipped", skipWords(candidate));
        m_json.textIfAny("use", useWords(candidate));
        writeKinds(candidate);
        m_json.endObject();
    }

    /// What the texts say, for programs.
    void writeKinds(const Candidate& candidate)
    {
        if (candidate.origin != CandidateOrigin::Configured)
            m_json.member("origin", candidateOriginName(candidate.origin));
        if (candidate.failure)
            m_json.member("failure_kind", errorKindName(candidate.failure->kind));
        if (candidate.identity.verdict != IdentityVerdict::NotCompared) {
            m_json.member("verdict", identityVerdictName(candidate.identity.verdict))
                .member("evidence", identityEvidenceName(candidate.identity.evidence));
        }
        if (!candidate.skips.empty()) {
            m_json.key("skip_reasons").beginArray();
            for (const auto& skip : candidate.skips)
                m_json.value(skipReasonName(skip.reason));
            m_json.endArray();
        }
        if (candidate.outcome.kind != OutcomeKind::None)
            m_json.member("outcome", outcomeKindName(candidate.outcome.kind));
    }

    json::JsonWriter& m_json;
    const Event& m_event;
    const JsonOptions& m_options;
};

} // namespace

void writeModuleJson(json::JsonWriter& json,
                     const ModuleReport& module,
                     const Event& event,
                     const JsonOptions& options)
{
    ModuleWriter(json, event, options).write(module);
}

} // namespace faultline::report

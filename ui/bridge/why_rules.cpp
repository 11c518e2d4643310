#include "ui/bridge/why_rules.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace faultline::ui {

namespace {

using Action = WhyReport::Action;

QString tr(const char* source)
{
    return QCoreApplication::translate("Why", source);
}

bool anyCandidate(const WhyFacts& facts, bool (*fits)(const Candidate&))
{
    return facts.module && std::ranges::any_of(facts.module->candidates, fits);
}

bool isOk(const Candidate& candidate)
{
    return candidate.download == DownloadStatus::Ok;
}

bool noneOk(const WhyFacts& facts)
{
    return !anyCandidate(facts, isOk);
}

bool debugIs(const WhyFacts& facts, ObjectFileStatus status)
{
    return facts.module && !facts.module->pending && facts.module->debugStatus == status;
}

bool isGuessed(const WhyFacts& facts)
{
    return facts.frame && (facts.frame->trust == FrameTrust::Scan || facts.frame->trust == FrameTrust::CfiScan);
}

bool hasName(const WhyFacts& facts)
{
    return facts.frame && (facts.frame->function || facts.frame->symbol);
}

bool isOffline(const WhyFacts& facts)
{
    return facts.offline && debugIs(facts, ObjectFileStatus::Missing)
           && anyCandidate(facts, [](const Candidate& c) { return c.layer == AnswerLayer::Skipped; });
}

bool isLowTrust(const WhyFacts& facts)
{
    return isGuessed(facts) && hasName(facts);
}

bool isUnknownImage(const WhyFacts& facts)
{
    return facts.frame && !facts.frame->module && facts.frame->status != FrameStatus::Symbolicated;
}

bool hasNoId(const WhyFacts& facts)
{
    return facts.module && debugIs(facts, ObjectFileStatus::Missing) && !facts.module->module.codeId
           && (!facts.module->module.debugId || facts.module->module.debugId->isNil());
}

bool isUnused(const WhyFacts& facts)
{
    return debugIs(facts, ObjectFileStatus::Unused);
}

bool hasNoSources(const WhyFacts& facts)
{
    return debugIs(facts, ObjectFileStatus::Missing) && facts.module->candidates.empty();
}

bool isRefused(const WhyFacts& facts)
{
    return noneOk(facts)
           && anyCandidate(facts, [](const Candidate& c) { return c.download == DownloadStatus::NoPermission; });
}

bool isTimeout(const WhyFacts& facts)
{
    return debugIs(facts, ObjectFileStatus::Timeout);
}

bool isFetchFailed(const WhyFacts& facts)
{
    return debugIs(facts, ObjectFileStatus::FetchingFailed);
}

bool isMismatch(const WhyFacts& facts)
{
    return debugIs(facts, ObjectFileStatus::Missing) && !facts.module->candidates.empty()
           && std::ranges::all_of(facts.module->candidates, [](const Candidate& c) { return !c.identityNote.empty(); });
}

bool isRememberedMiss(const WhyFacts& facts)
{
    return debugIs(facts, ObjectFileStatus::Missing)
           && std::ranges::all_of(facts.module->candidates,
                                  [](const Candidate& c) { return c.layer == AnswerLayer::NegativeCache; });
}

bool isMissing(const WhyFacts& facts)
{
    return debugIs(facts, ObjectFileStatus::Missing);
}

bool isDamagedDownload(const WhyFacts& facts)
{
    return noneOk(facts)
           && anyCandidate(facts, [](const Candidate& c) { return c.download == DownloadStatus::Malformed; });
}

bool isDamaged(const WhyFacts& facts)
{
    return debugIs(facts, ObjectFileStatus::Malformed);
}

bool isUnsupported(const WhyFacts& facts)
{
    return debugIs(facts, ObjectFileStatus::Unsupported);
}

bool isOther(const WhyFacts& facts)
{
    return debugIs(facts, ObjectFileStatus::Other);
}

bool hasNoDebugInfo(const WhyFacts& facts)
{
    return debugIs(facts, ObjectFileStatus::Found) && !facts.module->features.hasDebugInfo;
}

bool hasNoSymbol(const WhyFacts& facts)
{
    return debugIs(facts, ObjectFileStatus::Found) && facts.frame && facts.frame->status == FrameStatus::MissingSymbol;
}

QString framesText(const WhyFacts& facts)
{
    if (facts.framesOnStack == 0)
        return {};
    return u' ' + QCoreApplication::translate("Why", "%n frame(s) of this stack need it.", nullptr, facts.framesOnStack);
}

QString explainMissing(const WhyFacts& facts)
{
    if (facts.sourceCount == 0)
        return tr("Its build is known, but no source of debug files is set up.") + framesText(facts);
    return QCoreApplication::translate("Why", "Its build is known, but none of your %n source(s) has it.", nullptr, facts.sourceCount)
           + framesText(facts);
}

QString explainDetails(const WhyFacts& facts)
{
    return toQString(facts.module->debugDetails);
}

QString explainUnknownImage(const WhyFacts&)
{
    return tr("No loaded module covers it: generated code, an unloaded library or a corrupted stack.");
}

QString explainLowTrust(const WhyFacts& facts)
{
    const QString note = toQString(facts.frame->note);
    const QString text = tr("The value was found by scanning the stack and points into a function, which may be left over from an earlier call.");
    return note.isEmpty() ? text : text + u' ' + note;
}

QString explainOffline(const WhyFacts&)
{
    return tr("Offline mode is on, so only local files were looked at.");
}

QString explainNoId(const WhyFacts&)
{
    return tr("Without an identifier no source can be asked. A file you choose by hand cannot be verified.");
}

QString explainUnused(const WhyFacts&)
{
    return tr("No frame lies in it.");
}

QString explainRemembered(const WhyFacts& facts)
{
    return tr("An earlier look-up did not find it and the answer is still remembered. Retry asks again.") + framesText(facts);
}

QString explainMismatch(const WhyFacts&)
{
    return tr("Files with this name exist, but their identifiers differ from the one in the report.");
}

QString explainNoDebugInfo(const WhyFacts& facts)
{
    return facts.module->features.hasSymbols ? tr("Only its symbol table is in it: names may be wrong, lines are unknown.")
                                             : tr("Neither functions nor lines are in it.");
}

QString explainNoSymbol(const WhyFacts&)
{
    return tr("The address lies in a gap between the functions of the debug file.");
}

constexpr std::array kGoOnline{Action::GoOnline, Action::LocateFile};
constexpr std::array kLocateAddRetry{Action::LocateFile, Action::AddSource, Action::Retry};
constexpr std::array kAddLocate{Action::AddSource, Action::LocateFile};
constexpr std::array kRetryLocate{Action::Retry, Action::LocateFile};
constexpr std::array kRetryLog{Action::Retry, Action::LocateFile, Action::ShowLog};
constexpr std::array kLocate{Action::LocateFile};
constexpr std::array kLocateAdd{Action::LocateFile, Action::AddSource};
constexpr std::array kLog{Action::ShowLog};
#define FL_WHY(text) QT_TRANSLATE_NOOP("Why", text)

constexpr WhyRule kRules[] = {
    {"offline", isOffline, FL_WHY("%1 was not looked up: downloads are off"), explainOffline, kGoOnline},
    {"unknown_image", isUnknownImage, FL_WHY("The address lies outside every loaded module"), explainUnknownImage, {}},
    {"no_id", hasNoId, FL_WHY("%1 carries no build identifier"), explainNoId, kLocate},
    {"unused", isUnused, FL_WHY("%1 was not looked up because no frame needed it"), explainUnused, kLocate},
    {"no_sources", hasNoSources, FL_WHY("No source is set up for %1"), explainMissing, kAddLocate},
    {"no_permission", isRefused, FL_WHY("A server refused access to the file of %1"), explainDetails, kRetryLog},
    {"fetch_failed", isFetchFailed, FL_WHY("The debug file of %1 could not be downloaded"), explainDetails, kRetryLog},
    {"timeout", isTimeout, FL_WHY("The debug file of %1 took too long"), explainDetails, kRetryLocate},
    {"malformed_download", isDamagedDownload, FL_WHY("The downloaded file of %1 is damaged"), explainDetails, kRetryLocate},
    {"id_mismatch", isMismatch, FL_WHY("Only a different build of %1 was found"), explainMismatch, kLocateAddRetry},
    {"cached_miss", isRememberedMiss, FL_WHY("The debug file of %1 was not found earlier"), explainRemembered, kRetryLocate},
    {"missing", isMissing, FL_WHY("No debug file for %1"), explainMissing, kLocateAddRetry},
    {"malformed_use", isDamaged, FL_WHY("The debug data of %1 could not be read"), explainDetails, kRetryLocate},
    {"unsupported", isUnsupported, FL_WHY("The debug file of %1 is of the wrong kind"), explainDetails, kLocate},
    {"fetch_failed", isOther, FL_WHY("The debug file of %1 could not be used"), explainDetails, kRetryLog},
    {"missing_symbol", hasNoSymbol, FL_WHY("The debug file of %1 has no entry for this address"), explainNoSymbol, kLocate},
    {"no_debug_info", hasNoDebugInfo, FL_WHY("%1 was found, but was built without debug information"), explainNoDebugInfo, kLocateAdd},
    {"low_trust", isLowTrust, FL_WHY("This frame may not be real"), explainLowTrust, kLog},
};

#undef FL_WHY

} // namespace

std::span<const WhyRule> whyRules()
{
    return kRules;
}

} // namespace faultline::ui

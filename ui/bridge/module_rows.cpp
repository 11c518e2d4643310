// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/module_rows.h"

#include "core/engine/report_text.h"
#include "core/engine/text.h"
#include "ui/bridge/candidate_words.h"
#include "ui/bridge/lookup_words.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace faultline::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(ModuleRows)
};

struct StatusWord
{
    QString word;
    BadgeStyle style = BadgeStyle::Plain;
};

bool hasWrongBuild(const ModuleReport& report)
{
    for (const Candidate& candidate : report.candidates) {
        if (candidate.identity.isWrongBuild())
            return true;
    }
    return false;
}

/// Files of scripts and of the JVM restore names; they are no debug files.
bool isNative(const ReportState& state)
{
    return !state.event->asScript() && !state.event->asJvm();
}

QString missingWord(const ReportState& state)
{
    if (state.event->asScript())
        return Words::tr("no source map");
    return state.event->asJvm() ? Words::tr("no mapping") : Words::tr("no debug file");
}

StatusWord foundWord(const ReportState& state, const ModuleReport& report)
{
    if (report.wrongBuild)
        return {.word = Words::tr("wrong build"), .style = BadgeStyle::Crash};
    if (!isNative(state))
        return {.word = Words::tr("found"), .style = BadgeStyle::Ok};
    if (report.features.hasDebugInfo)
        return {.word = Words::tr("debug"), .style = BadgeStyle::Ok};
    if (report.features.hasSymbols)
        return {.word = Words::tr("symbols only"), .style = BadgeStyle::Warn};
    return {.word = Words::tr("no debug info"), .style = BadgeStyle::Warn};
}

/// Was someone left out only because the network is off?
bool isSkippedOffline(bool isOffline, const Candidate& candidate)
{
    return isOffline && candidate.layer == AnswerLayer::Skipped &&
           candidate.download == DownloadStatus::Error;
}

/// A look-up that the user stopped says nothing.
bool isStopped(const ReportState& state, const ModuleReport& report)
{
    return state.isStopped && report.debugStatus == ObjectFileStatus::Other;
}

StatusWord statusWord(const ReportState& state, const ModuleReport& report)
{
    switch (report.debugStatus) {
    case ObjectFileStatus::Found: return foundWord(state, report);
    case ObjectFileStatus::Unused:
        return {.word = Words::tr("not needed"), .style = BadgeStyle::Plain};
    case ObjectFileStatus::Malformed:
        return {.word = Words::tr("damaged"), .style = BadgeStyle::Warn};
    case ObjectFileStatus::FetchingFailed:
        return {.word = Words::tr("download failed"), .style = BadgeStyle::Warn};
    case ObjectFileStatus::Timeout:
        return {.word = Words::tr("timed out"), .style = BadgeStyle::Warn};
    case ObjectFileStatus::Unsupported:
        return {.word = Words::tr("unsupported"), .style = BadgeStyle::Warn};
    case ObjectFileStatus::Missing:
    case ObjectFileStatus::Other: break;
    }
    if (hasWrongBuild(report))
        return {.word = Words::tr("wrong build"), .style = BadgeStyle::Dashed};
    if (std::ranges::any_of(report.candidates, [&state](const Candidate& candidate) {
            return isSkippedOffline(state.isOffline, candidate);
        }))
        return {.word = Words::tr("offline"), .style = BadgeStyle::Plain};
    return {.word = missingWord(state), .style = BadgeStyle::Warn};
}

QString featureText(const ObjectFeatures& features)
{
    QStringList words;
    if (features.hasDebugInfo)
        words.append(Words::tr("debug"));
    if (features.hasSymbols)
        words.append(Words::tr("symbols"));
    if (features.hasUnwindInfo)
        words.append(Words::tr("unwind"));
    if (features.hasSources)
        words.append(Words::tr("sources"));
    return words.join(QStringLiteral(" · "));
}

void setIdentity(ModuleRow& row, const EventModule& module, Arch arch)
{
    row.name = moduleName(module);
    if (row.name.isEmpty())
        row.name = paddedAddress(module.address, arch);
    row.version = toQString(module.version);
    row.debugFile = module.debugFile ? toQString(baseName(*module.debugFile)) : QString();
    row.debugId = module.debugId ? toQString(module.debugId->canonical()) : QString();
    row.codeId = module.codeId ? toQString(module.codeId->text()) : QString();
    row.base = paddedAddress(module.address, arch);
    row.sizeBytes = qint64(module.sizeBytes);
    row.size = module.sizeBytes ? QLocale().formattedDataSize(qint64(module.sizeBytes)) : QString();
    row.path = module.codeFile ? toQString(*module.codeFile) : QString();
}

void setStatus(ModuleRow& row, const ReportState& state, const ModuleReport& report)
{
    const StatusWord status = statusWord(state, report);
    row.status = status.word;
    row.statusStyle = status.style;
    row.explanation = toQString(report.debugDetails);
    for (const std::string& note : report::moduleNotes(report))
        row.explanation +=
            (row.explanation.isEmpty() ? QString() : QStringLiteral("\n")) + toQString(note);
    if (row.explanation.isEmpty())
        row.explanation = row.status;
    row.features = featureText(report.features);
    row.arch = report.arch == Arch::Unknown ? QString() : toQString(archName(report.arch));
}

void setOpenStatus(ModuleRow& row, const LookupWords& words)
{
    row.status = words.status;
    row.explanation = QStringList({words.headline, words.explanation}).join(u'\n').trimmed();
}

bool isServedLocally(const Candidate& candidate)
{
    return std::ranges::any_of(
        candidate.skips, [](const Skip& skip) { return skip.reason == SkipReason::ServedLocally; });
}

QString httpOutcome(const Candidate& candidate, const QString& words)
{
    return candidate.httpStatus ? QString::number(*candidate.httpStatus) + u' ' + words : words;
}

void setFoundOutcome(CandidateRow& row, const Candidate& candidate)
{
    const auto failed = [](const std::optional<CandidateUse>& use) {
        return use && use->status != UseStatus::Ok;
    };
    row.outcome = Words::tr("found");
    row.outcomeStyle = BadgeStyle::Ok;
    if (candidate.identity.isWrongBuild()) {
        row.outcome = Words::tr("found, wrong build");
        row.outcomeStyle = BadgeStyle::Dashed;
        row.remark = identityWords(candidate.identity);
    } else if (failed(candidate.debug) || failed(candidate.unwind)) {
        row.outcome = Words::tr("found, cannot be read");
        row.outcomeStyle = BadgeStyle::Warn;
        const auto& use = failed(candidate.debug) ? candidate.debug : candidate.unwind;
        row.remark = use ? toQString(report::useFailureWords(*use)) : QString();
    } else if (!candidate.features.hasDebugInfo && candidate.features.hasSymbols) {
        row.outcome = Words::tr("found, symbols only");
    }
}

void setOutcome(CandidateRow& row, bool isOffline, const Candidate& candidate)
{
    if (isSkippedOffline(isOffline, candidate)) {
        row.outcome = Words::tr("not asked: offline");
        row.outcomeStyle = BadgeStyle::Plain;
        return;
    }
    row.outcomeStyle = BadgeStyle::Warn;
    switch (candidate.download) {
    case DownloadStatus::Ok: return setFoundOutcome(row, candidate);
    case DownloadStatus::NotFound:
        if (isServedLocally(candidate)) {
            row.outcome = Words::tr("not asked");
            row.outcomeStyle = BadgeStyle::Plain;
            return;
        }
        row.outcome = httpOutcome(candidate, Words::tr("not found"));
        return;
    case DownloadStatus::NoPermission:
        row.outcome = httpOutcome(candidate, Words::tr("refused"));
        return;
    case DownloadStatus::Malformed: row.outcome = Words::tr("damaged"); return;
    case DownloadStatus::Error:
        row.outcome = toQString(report::failureWords(candidate));
        if (row.outcome.isEmpty())
            row.outcome = Words::tr("failed");
        return;
    }
}

QString layerText(AnswerLayer layer)
{
    switch (layer) {
    case AnswerLayer::Memory:
    case AnswerLayer::Disk: return Words::tr("from the cache");
    case AnswerLayer::NegativeCache: return Words::tr("remembered from an earlier look-up");
    case AnswerLayer::Shared: return Words::tr("from the shared cache");
    case AnswerLayer::Network: return Words::tr("from the network");
    case AnswerLayer::FileSystem: return Words::tr("from the file system");
    case AnswerLayer::Skipped: return Words::tr("not asked");
    case AnswerLayer::None: break;
    }
    return {};
}

QString explain(const Candidate& candidate, const CandidateRow& row)
{
    QStringList lines{row.location, row.outcome};
    for (const QString& line : {toQString(candidate.fileType), layerText(candidate.layer),
                                toQString(report::failureWords(candidate)), skipWords(candidate),
                                identityWords(candidate.identity)}) {
        if (!line.isEmpty() && !lines.contains(line))
            lines.append(line);
    }
    if (candidate.durationMs > 0)
        lines.append(Words::tr("took %1 ms").arg(candidate.durationMs));
    return lines.join(u'\n');
}

/// A place that has not answered yet.
CandidateRow openRow(const Candidate& candidate, const TransferStates* transfers)
{
    CandidateRow row;
    row.source = candidateSource(candidate);
    row.location = candidateLocation(candidate);
    const auto* transfer = transfers ? transfers->running(candidate.location) : nullptr;
    row.outcome = transfer ? transferWords(*transfer) : Words::tr("being asked");
    row.outcomeStyle = BadgeStyle::Plain;
    row.remark = row.location;
    row.explanation = row.location + u'\n' + row.outcome;
    return row;
}

bool isAsked(const OpenLookup& lookup, const Candidate& candidate)
{
    return std::ranges::any_of(lookup.places, [&candidate](const OpenLookup::Place& place) {
        return place.candidate.location == candidate.location &&
               place.candidate.source == candidate.source;
    });
}

} // namespace

ModuleRow
makeModuleRow(const ReportState& state, std::uint32_t index, const TransferStates* transfers)
{
    const ModuleReport* report = state.module(index);
    const bool isOpen = state.isLookingFor(index);
    const Arch arch = state.event->system.arch;
    ModuleRow row;
    row.index = int(index);
    setIdentity(row, report ? report->module : state.event->modules[index], arch);
    if (isOpen)
        setOpenStatus(row, lookupWords(state, index, transfers));
    else if (report && !report->pending && !isStopped(state, *report))
        setStatus(row, state, *report);
    else
        row.status = state.isStopped ? Words::tr("stopped") : Words::tr("not looked up");
    row.sentence = Words::tr("%1, %2").arg(row.name, row.status);
    return row;
}

void countFrames(QList<ModuleRow>& rows, const ReportState& state)
{
    for (const auto& stack : state.stacks) {
        if (!stack)
            continue;
        for (const Frame& frame : stack->frames) {
            if (!frame.isInlined && frame.module && *frame.module < std::size_t(rows.size()))
                ++rows[qsizetype(*frame.module)].frames;
        }
    }
    for (ModuleRow& row : rows) {
        row.isOnStack = row.frames > 0;
        if (row.frames > 0)
            row.sentence +=
                QStringLiteral(", ") + Words::tr("used by %n frame(s)", nullptr, row.frames);
    }
}

CandidateRow makeCandidateRow(const Candidate& candidate, bool isOffline)
{
    CandidateRow row;
    row.source = candidateSource(candidate);
    row.location = candidateLocation(candidate);
    row.isUnwind = candidate.unwind && !candidate.debug;
    setOutcome(row, isOffline, candidate);
    if (row.remark.isEmpty())
        row.remark = isServedLocally(candidate) ? skipWords(candidate) : row.location;
    row.explanation = explain(candidate, row);
    return row;
}

QList<CandidateRow>
makeCandidateRows(const ReportState& state, std::uint32_t module, const TransferStates* transfers)
{
    const ModuleReport* report = state.module(module);
    const OpenLookup* lookup = state.isLookingFor(module) ? state.lookup(module) : nullptr;
    std::vector<const Candidate*> tried;
    if (report) {
        for (const Candidate& candidate : report->candidates)
            tried.push_back(&candidate);
    }
    std::ranges::stable_sort(tried, {}, &Candidate::sequence);
    if (lookup)
        std::erase_if(tried, [lookup](const Candidate* each) { return isAsked(*lookup, *each); });
    QList<CandidateRow> rows;
    for (const OpenLookup::Place& place :
         lookup ? lookup->places : std::vector<OpenLookup::Place>())
        rows.append(place.hasAnswered ? makeCandidateRow(place.candidate, state.isOffline)
                                      : openRow(place.candidate, transfers));
    for (const Candidate* candidate : tried)
        rows.append(makeCandidateRow(*candidate, state.isOffline));
    return rows;
}

} // namespace faultline::ui

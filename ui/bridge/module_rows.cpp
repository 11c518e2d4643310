#include "ui/bridge/module_rows.h"

#include "core/engine/text.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace faultline::ui {

namespace {

QString tr(const char* source)
{
    return QCoreApplication::translate("ModuleRows", source);
}

struct StatusWord
{
    const char* word;
    BadgeStyle style;
};

bool hasWrongBuild(const ModuleReport& report)
{
    for (const Candidate& candidate : report.candidates) {
        if (!candidate.identityNote.empty())
            return true;
    }
    return false;
}

StatusWord foundWord(const ModuleReport& report)
{
    if (!report.wrongBuild.empty())
        return {QT_TRANSLATE_NOOP("ModuleRows", "wrong build"), BadgeStyle::Crash};
    if (report.features.hasDebugInfo)
        return {QT_TRANSLATE_NOOP("ModuleRows", "debug"), BadgeStyle::Ok};
    if (report.features.hasSymbols)
        return {QT_TRANSLATE_NOOP("ModuleRows", "symbols only"), BadgeStyle::Warn};
    return {QT_TRANSLATE_NOOP("ModuleRows", "no debug info"), BadgeStyle::Warn};
}

StatusWord statusWord(const ModuleReport& report)
{
    if (report.pending)
        return {QT_TRANSLATE_NOOP("ModuleRows", "looking…"), BadgeStyle::Plain};
    switch (report.debugStatus) {
    case ObjectFileStatus::Found: return foundWord(report);
    case ObjectFileStatus::Unused:
        return {QT_TRANSLATE_NOOP("ModuleRows", "not needed"), BadgeStyle::Plain};
    case ObjectFileStatus::Malformed:
        return {QT_TRANSLATE_NOOP("ModuleRows", "damaged"), BadgeStyle::Warn};
    case ObjectFileStatus::FetchingFailed:
        return {QT_TRANSLATE_NOOP("ModuleRows", "download failed"), BadgeStyle::Warn};
    case ObjectFileStatus::Timeout:
        return {QT_TRANSLATE_NOOP("ModuleRows", "timed out"), BadgeStyle::Warn};
    case ObjectFileStatus::Unsupported:
        return {QT_TRANSLATE_NOOP("ModuleRows", "unsupported"), BadgeStyle::Warn};
    case ObjectFileStatus::Missing:
    case ObjectFileStatus::Other: break;
    }
    if (hasWrongBuild(report))
        return {QT_TRANSLATE_NOOP("ModuleRows", "wrong build"), BadgeStyle::Dashed};
    return {QT_TRANSLATE_NOOP("ModuleRows", "no debug file"), BadgeStyle::Warn};
}

QString featureText(const ObjectFeatures& features)
{
    QStringList words;
    if (features.hasDebugInfo)
        words.append(tr("debug"));
    if (features.hasSymbols)
        words.append(tr("symbols"));
    if (features.hasUnwindInfo)
        words.append(tr("unwind"));
    if (features.hasSources)
        words.append(tr("sources"));
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
    row.size = module.sizeBytes ? QLocale().formattedDataSize(qint64(module.sizeBytes)) : QString();
    row.path = module.codeFile ? toQString(*module.codeFile) : QString();
}

void setStatus(ModuleRow& row, const ModuleReport& report)
{
    const StatusWord status = statusWord(report);
    row.status = tr(status.word);
    row.statusStyle = status.style;
    row.explanation = toQString(report.debugDetails);
    for (const std::string& note : report.notes)
        row.explanation +=
            (row.explanation.isEmpty() ? QString() : QStringLiteral("\n")) + toQString(note);
    if (row.explanation.isEmpty())
        row.explanation = row.status;
    row.features = featureText(report.features);
    row.arch = report.arch == Arch::Unknown ? QString() : toQString(archName(report.arch));
    row.frames = int(report.frameCount);
    row.isOnStack = report.frameCount > 0;
}

QString httpOutcome(const Candidate& candidate, const QString& words)
{
    return candidate.httpStatus ? QString::number(*candidate.httpStatus) + u' ' + words : words;
}

void setFoundOutcome(CandidateRow& row, const Candidate& candidate)
{
    const auto failed = [](const std::optional<Candidate::Use>& use) {
        return use && use->status != UseStatus::Ok;
    };
    row.outcome = tr("found");
    row.outcomeStyle = BadgeStyle::Ok;
    if (!candidate.identityNote.empty()) {
        row.outcome = tr("found, wrong build");
        row.outcomeStyle = BadgeStyle::Dashed;
        row.remark = toQString(candidate.identityNote);
    } else if (failed(candidate.debug) || failed(candidate.unwind)) {
        row.outcome = tr("found, cannot be read");
        row.outcomeStyle = BadgeStyle::Warn;
        row.remark = toQString(failed(candidate.debug) ? candidate.debug->details
                                                       : candidate.unwind->details);
    } else if (!candidate.features.hasDebugInfo && candidate.features.hasSymbols) {
        row.outcome = tr("found, symbols only");
    }
}

void setOutcome(CandidateRow& row, const Candidate& candidate)
{
    row.outcomeStyle = BadgeStyle::Warn;
    switch (candidate.download) {
    case DownloadStatus::Ok: return setFoundOutcome(row, candidate);
    case DownloadStatus::NotFound: row.outcome = httpOutcome(candidate, tr("not found")); return;
    case DownloadStatus::NoPermission: row.outcome = httpOutcome(candidate, tr("refused")); return;
    case DownloadStatus::Malformed: row.outcome = tr("damaged"); return;
    case DownloadStatus::Error:
        row.outcome =
            candidate.downloadDetails.empty() ? tr("failed") : toQString(candidate.downloadDetails);
        return;
    }
}

QString layerText(AnswerLayer layer)
{
    switch (layer) {
    case AnswerLayer::Memory:
    case AnswerLayer::Disk: return tr("from the cache");
    case AnswerLayer::NegativeCache: return tr("remembered from an earlier look-up");
    case AnswerLayer::Shared: return tr("from the shared cache");
    case AnswerLayer::Network: return tr("from the network");
    case AnswerLayer::FileSystem: return tr("from the file system");
    case AnswerLayer::Skipped: return tr("not asked");
    case AnswerLayer::None: break;
    }
    return {};
}

QString explain(const Candidate& candidate, const CandidateRow& row)
{
    QStringList lines{row.location, row.outcome};
    for (const QString& line :
         {toQString(candidate.fileType), layerText(candidate.layer),
          toQString(candidate.downloadDetails), toQString(candidate.skipReason),
          toQString(candidate.identityNote)}) {
        if (!line.isEmpty() && !lines.contains(line))
            lines.append(line);
    }
    if (candidate.durationMs > 0)
        lines.append(tr("took %1 ms").arg(candidate.durationMs));
    return lines.join(u'\n');
}

} // namespace

ModuleRow makeModuleRow(const ReportState& state, std::uint32_t index)
{
    const ModuleReport* report = state.module(index);
    const Arch arch = state.event->system.arch;
    ModuleRow row;
    row.index = int(index);
    setIdentity(row, report ? report->module : state.event->modules[index], arch);
    if (report)
        setStatus(row, *report);
    else
        row.status = tr("waiting");
    row.sentence = tr("%1, %2").arg(row.name, row.status);
    if (row.frames > 0)
        row.sentence +=
            QStringLiteral(", ") +
            QCoreApplication::translate("ModuleRows", "used by %n frame(s)", nullptr, row.frames);
    return row;
}

QList<CandidateRow> makeCandidateRows(const ModuleReport& report)
{
    std::vector<const Candidate*> tried;
    for (const Candidate& candidate : report.candidates)
        tried.push_back(&candidate);
    std::ranges::stable_sort(tried, {}, &Candidate::sequence);
    QList<CandidateRow> rows;
    for (const Candidate* candidate : tried) {
        CandidateRow row;
        row.source = toQString(candidate->source);
        row.location = toQString(candidate->location);
        row.isUnwind = candidate->unwind && !candidate->debug;
        setOutcome(row, *candidate);
        if (row.remark.isEmpty())
            row.remark = row.location;
        row.explanation = explain(*candidate, row);
        rows.append(std::move(row));
    }
    return rows;
}

} // namespace faultline::ui

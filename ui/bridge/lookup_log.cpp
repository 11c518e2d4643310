// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/lookup_log.h"

#include "ui/bridge/module_rows.h"
#include "ui/bridge/report_state.h"

#include <QCoreApplication>

#include <algorithm>

namespace faultline::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(LookupLog)
};

QString category()
{
    //: category of log lines: a search for a debug file or source text
    return Words::tr("look-up");
}

bool wasAsked(const Candidate& candidate)
{
    return !candidate.hasNoPlace && candidate.layer != AnswerLayer::Skipped;
}

bool failedToServe(const Candidate& candidate)
{
    const auto failed = [](const std::optional<CandidateUse>& use) {
        return use && use->status != UseStatus::Ok;
    };
    return candidate.download != DownloadStatus::Ok || candidate.identity.isWrongBuild() ||
           failed(candidate.debug) || failed(candidate.unwind);
}

/// A place that answers that it has no such file is the usual case; everything else is a trouble.
LogRow::Level levelOf(const CandidateRow& row, bool isAbsent)
{
    return isAbsent || row.outcomeStyle == BadgeStyle::Plain ? LogRow::Level::Info
                                                             : LogRow::Level::Warning;
}

QString lineOf(const QString& file, const QString& module, const CandidateRow& row)
{
    const QString place = row.remark.isEmpty() || row.remark == row.location
                              ? row.location
                              : row.remark + QStringLiteral(", ") + row.location;
    //: report, module, source, outcome, place: "a.dmp: libx.so: company store: 404 not found
    //: (https:…)"
    return Words::tr("%1: %2: %3: %4 (%5)").arg(file, module, row.source, row.outcome, place);
}

} // namespace

void LookupLog::note(const QString& file, const engine::ModuleSnapshot& snapshot)
{
    if (!snapshot.value || snapshot.value->pending)
        return;
    const ModuleReport& report = *snapshot.value;
    const bool any = std::ranges::any_of(report.candidates, [](const Candidate& candidate) {
        return wasAsked(candidate) && failedToServe(candidate);
    });
    if (!any)
        return;
    Noted& noted = m_noted[std::uint64_t(snapshot.event)];
    if (noted.generation != snapshot.generation)
        noted = {.generation = snapshot.generation, .failures = {}};
    const QString module = moduleName(report.module);
    QList<LogRow> lines;
    std::vector<const Candidate*> tried;
    for (const Candidate& candidate : report.candidates)
        tried.push_back(&candidate);
    std::ranges::stable_sort(tried, {}, &Candidate::sequence);
    for (const Candidate* candidate : tried) {
        if (!wasAsked(*candidate) || !failedToServe(*candidate))
            continue;
        const CandidateRow row = makeCandidateRow(*candidate, false);
        const QString text = lineOf(file, module, row);
        if (noted.failures.contains(qHash(text)))
            continue;
        noted.failures.insert(qHash(text));
        lines.append({QDateTime::currentDateTime(),
                      levelOf(row, candidate->download == DownloadStatus::NotFound), category(),
                      text});
    }
    m_log.append(lines);
}

void LookupLog::note(const QString& file, const engine::SourceSnapshot& snapshot)
{
    if (snapshot.value)
        return;
    const QString path = toQString(snapshot.path);
    QString text = snapshot.isRefused
                       ? Words::tr("%1: source text of %2: refused").arg(file, path)
                       : Words::tr("%1: source text of %2: not found").arg(file, path);
    if (!snapshot.tried.empty())
        text += QStringLiteral(" (%1)").arg(toQString(snapshot.tried.back()));
    m_log.append(
        {{QDateTime::currentDateTime(),
          snapshot.isRefused ? LogRow::Level::Warning : LogRow::Level::Info, category(), text}});
}

} // namespace faultline::ui

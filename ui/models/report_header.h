#pragma once

#include <QString>
#include <QStringList>

namespace faultline::ui {

/// What the summary bar, the tab and the copy formats say about a report.
struct ReportHeader
{
    QString fileName;
    QString kind;    ///< "minidump", …
    QString cause;   ///< The one sentence.
    QString reason;  ///< "SIGSEGV / SEGV_MAPERR"
    QString address; ///< "0x0000000000000018"; empty when the reason has none.
    QString thread;  ///< "thread 3 \"RenderWorker\""
    QString signature;
    QString product; ///< "viewer 4.2.1"; empty when the file does not say.
    QString system;  ///< "Linux 6.1 · amd64"
    QString time;    ///< "2026-11-19 14:02:31"
    QString timeIso;
    int framePercent = -1; ///< Physical frames of walked stacks with a function of the right build;
                           ///< -1: no frames yet.
    int missingModules = 0;
    int wrongBuilds = 0; ///< Modules whose names come from a file of another build.
    QString quality;     ///< "62 % of frames · 1 module missing"
    bool isCrash = false;
    bool isComplete = false;

    bool operator==(const ReportHeader&) const = default;
};

} // namespace faultline::ui

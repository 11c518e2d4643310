// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace faultline::ui {

/// What the summary bar, the tab and the copied texts say about a report.
struct ReportHeader
{
    QString fileName;
    QString kind;    ///< "minidump", …
    QString cause;   ///< The cause in one sentence.
    QString reason;  ///< "SIGSEGV / SEGV_MAPERR"
    QString address; ///< "0x0000000000000018"; empty when the reason names no address.
    QString thread;  ///< "thread 3 \"RenderWorker\""
    QString signature;
    QString product; ///< "viewer 4.2.1"; empty when the file does not say.
    QString system;  ///< "Linux 6.1 · amd64"
    QString time;    ///< "2026-11-19 14:02:31"
    QString timeIso;
    int framePercent = -1; ///< Percentage of the main thread's physical frames whose name comes
                           ///< from the right build; -1 before the first frame.
    int missingModules = 0;
    int lackingModule = -1; ///< The first of the stack that is missing or of another build.
    int wrongBuilds = 0;    ///< Modules whose names come from a file of another build.
    QString quality;        ///< "62 % of frames · 1 module missing"
    bool isCrash = false;
    bool isComplete = false;

    bool operator==(const ReportHeader&) const = default;
};

} // namespace faultline::ui

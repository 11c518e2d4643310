// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

class QCoreApplication;

namespace faultline {

struct WorkbenchArguments
{
    QStringList files;
    QString server;           ///< A Faultline server that symbolicates; empty: this process.
    bool newInstance = false; ///< Does not open the files in a workbench that already runs.
    bool openLast = false;    ///< Opens the report that was opened last.
    bool waitsForBus = false; ///< The bus has started the program and says what to open.
    bool measure = false; ///< Prints the time of the first stack and then ends, for ./dev bench ui.
    bool crash = false;   ///< Ends by a crash once the window is shown, for tests.
};

/// Ends the program when the arguments ask for help or the version, or are wrong.
WorkbenchArguments parseArguments(const QCoreApplication& app);

} // namespace faultline

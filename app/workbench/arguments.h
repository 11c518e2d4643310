// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <optional>
#include <string>
#include <vector>

class QCoreApplication;

namespace faultline {

/// A row of a stack.
struct FirstFrame
{
    std::optional<int> thread; ///< Absent: the one to look at first.
    int row = 0;
};

struct WorkbenchArguments
{
    QStringList files;
    std::optional<FirstFrame> frame; ///< Where to go in the last of the files.
    QString server;                  ///< A Faultline server that symbolicates; empty: this process.
    bool newInstance = false;        ///< Does not open the files in a workbench that already runs.
    bool openLast = false;           ///< Opens the report that was opened last.
    bool waitsForBus = false;        ///< The bus has started the program and says what to open.
    bool measure = false; ///< Prints the time of the first stack and then ends, for ./dev bench ui.
    bool crash = false;   ///< Ends by a crash once the window is shown, for tests.
};

/// Qt reads options of its own at any place, also after "--". Puts "./" before names that stand
/// there and begin with a dash, so that they stay names of files. `names` keeps the new texts; it
/// must outlive the arguments and be empty.
void keepFileNames(int argc, char** argv, std::vector<std::string>& names);

/// Ends the program when the arguments ask for help or the version, or are wrong.
WorkbenchArguments parseArguments(const QCoreApplication& app);

} // namespace faultline

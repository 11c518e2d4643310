// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QProcessEnvironment>
#include <QStringList>

namespace faultline::test {

/// The results of one run of the built program.
struct ProgramRun
{
    bool ended = false; ///< Ended by itself, without a signal and within the time limit.
    int exitCode = -1;
    QByteArray output;
    QByteArray errors;
};

/// Runs `faultline` in `folder` and waits for it, a minute at most.
ProgramRun runFaultline(const QStringList& arguments,
                        const QString& folder = {},
                        const QByteArray& input = {});

/// Without the user's home: no configuration, no caches.
QProcessEnvironment bareEnvironment();

/// The folder of a committed sample.
QString sampleFolder(const QString& name);

} // namespace faultline::test

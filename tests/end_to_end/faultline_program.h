// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QProcessEnvironment>
#include <QStringList>

#include <functional>
#include <sys/resource.h>

namespace faultline::test {

/// The results of one run of the built program.
struct ProgramRun
{
    bool ended = false; ///< Ended by itself, without a signal and within the time limit.
    int exitCode = -1;
    QByteArray output;
    QByteArray errors;
};

/// Runs `faultline` in `folder` and waits for it, a minute at most. `prepare` is called in the new
/// process before.
ProgramRun runFaultline(const QStringList& arguments,
                        const QString& folder = {},
                        const QByteArray& input = {},
                        const std::function<void()>& prepare = {});

/// Sets a limit of the calling process, for what `prepare` functions do.
void limitResource(__rlimit_resource resource, rlim_t value);

/// Lets the program that is begun next have about so many threads: its stacks are so large that the
/// address space has no room for more. Unlike RLIMIT_NPROC, this counts for root, too.
void limitThreads(unsigned count);

/// Without the user's home: no configuration, no caches.
QProcessEnvironment bareEnvironment();

/// The folder of a committed sample.
QString sampleFolder(const QString& name);

} // namespace faultline::test

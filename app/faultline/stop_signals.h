// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <csignal>

namespace faultline::app {

/// The signals that end a long-running command: SIGTERM and SIGINT. Block them in all threads and
/// wait for them.
inline sigset_t stopSignals()
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    return signals;
}

} // namespace faultline::app

#pragma once

#include <csignal>

namespace faultline::app {

/// What ends a program that would run on: SIGTERM and SIGINT. Blocked in all threads, they are
/// waited for.
inline sigset_t stopSignals()
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    return signals;
}

} // namespace faultline::app

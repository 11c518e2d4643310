// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/quit_signals.h"

#include <QCoreApplication>
#include <QSocketNotifier>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace faultline {

namespace {

constexpr std::array kSignals{SIGTERM, SIGINT, SIGHUP};

/// The end of the pipe that the handler writes to. A handler has no other way to its object.
std::atomic<int> writeEnd{-1};

void onSignal(int number)
{
    const int before = errno;
    const auto byte = static_cast<char>(number);
    static_cast<void>(::write(writeEnd, &byte, 1) == 1);
    errno = before;
}

} // namespace

QuitSignals::QuitSignals()
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        return; // The signals end the program without cleaning up.
    m_readEnd = ends[0];
    writeEnd = ends[1];
    auto* notifier = new QSocketNotifier(m_readEnd, QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, &QuitSignals::quit);
    struct sigaction action = {};
    action.sa_handler = onSignal;
    action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
    for (const int number : kSignals) {
        struct sigaction present = {};
        if (::sigaction(number, nullptr, &present) == 0 && present.sa_handler != SIG_IGN)
            ::sigaction(number, &action, nullptr);
    }
}

QuitSignals::~QuitSignals()
{
    if (m_readEnd < 0)
        return;
    for (const int number : kSignals) {
        struct sigaction present = {};
        if (::sigaction(number, nullptr, &present) == 0 && present.sa_handler == onSignal)
            std::signal(number, SIG_DFL);
    }
    ::close(m_readEnd);
    ::close(writeEnd.exchange(-1));
}

void QuitSignals::quit()
{
    constexpr int kSignalled = 128;
    char number = 0;
    if (::read(m_readEnd, &number, 1) == 1)
        QCoreApplication::exit(kSignalled + number);
}

} // namespace faultline

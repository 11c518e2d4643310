// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cerrno>
#include <chrono>
#include <cstddef>
#include <thread>

namespace faultline {

/// Raises the process's limit for open descriptors as far as its user may. Programs call it once
/// when they start.
void raiseDescriptorLimit();

/// Opens what a parent has closed of standard input, output and error, so that no file of ours gets
/// their numbers and what is printed. Reading and writing them still fail. Programs call it first.
void occupyStandardDescriptors();

/// Returns how many descriptors this process may have open at the same time, by the system's
/// present limit.
std::size_t descriptorLimit();

/// How long an open waits for other descriptors to be closed.
inline constexpr std::chrono::seconds kLongestDescriptorWait{10};

/// Calls `open`, which returns a descriptor or -1 with errno, repeatedly until the process or the
/// machine has a descriptor for it. The thread waits here, so code that opens many descriptors
/// should limit their number instead of relying on this.
template <class Open>
int openWhenPossible(const Open& open)
{
    constexpr std::chrono::milliseconds kPause{5};
    for (std::chrono::milliseconds waited{0};; waited += kPause) {
        const int descriptor = open();
        const bool isShortage = descriptor < 0 && (errno == EMFILE || errno == ENFILE);
        if (!isShortage || waited >= kLongestDescriptorWait)
            return descriptor;
        std::this_thread::sleep_for(kPause);
    }
}

} // namespace faultline

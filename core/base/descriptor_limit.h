#pragma once

#include <cerrno>
#include <chrono>
#include <cstddef>
#include <thread>

namespace faultline {

/// Raises the process's limit for open descriptors as far as its user may. Programs call it once,
/// at their start.
void raiseDescriptorLimit();

/// How many descriptors this process may have open at once, as the system says now.
std::size_t descriptorLimit();

/// How long an open waits until others have closed something.
inline constexpr std::chrono::seconds kLongestDescriptorWait{10};

/// Calls `open`, which returns a descriptor or -1 with errno, again until the process or the
/// machine has a descriptor for it. Whoever opens many descriptors admits work by number instead
/// of relying on this, because the thread waits here.
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

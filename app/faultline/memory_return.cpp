// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/memory_return.h"

#include <ctime>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace faultline::app {

namespace {

/// An idle server needs less from one look to the next.
constexpr std::chrono::milliseconds kIdleWork{50};

std::chrono::nanoseconds processTime()
{
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

} // namespace

void MemoryReturn::look()
{
    if (processTime() - m_worked < kIdleWork)
        return;
#ifdef __GLIBC__
    malloc_trim(0);
#endif
    m_worked = processTime();
}

} // namespace faultline::app

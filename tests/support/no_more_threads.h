// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <pthread.h>

namespace faultline::test {

/// While it lives, the system starts no further thread for this process: the stacks that it would
/// make are larger than the address space. Threads that run go on.
class NoMoreThreads
{
public:
    NoMoreThreads()
    {
        pthread_getattr_default_np(&m_before);
        pthread_attr_t huge = m_before;
        pthread_attr_setstacksize(&huge, std::size_t{1} << 47);
        pthread_setattr_default_np(&huge);
    }

    ~NoMoreThreads() { pthread_setattr_default_np(&m_before); }

    NoMoreThreads(const NoMoreThreads&) = delete;
    NoMoreThreads& operator=(const NoMoreThreads&) = delete;

private:
    pthread_attr_t m_before{};
};

} // namespace faultline::test

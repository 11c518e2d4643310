// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/descriptor_limit.h"

#include <algorithm>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace faultline {

void raiseDescriptorLimit()
{
    rlimit limit = {};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    limit.rlim_cur = limit.rlim_max;
    static_cast<void>(::setrlimit(RLIMIT_NOFILE, &limit)); // On failure the old limit still holds.
}

void occupyStandardDescriptors()
{
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        // The lowest free number is taken, which is this one. Each gets the other direction.
        if (::fcntl(descriptor, F_GETFD) < 0 && errno == EBADF)
            static_cast<void>(
                ::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY));
    }
}

std::size_t descriptorLimit()
{
    // POSIX guarantees this number. The upper bound is more than any budget of ours needs.
    constexpr rlim_t kLeast = 20;
    constexpr rlim_t kMost = 1 << 20;
    rlimit limit = {};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return kLeast;
    return static_cast<std::size_t>(std::clamp(limit.rlim_cur, kLeast, kMost));
}

} // namespace faultline

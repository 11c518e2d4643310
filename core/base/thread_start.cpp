// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/thread_start.h"

#include "core/base/contained.h"

namespace faultline {

Result<Thread> startThread(Thread::Body body)
{
    Thread thread;
    const auto started = contained([&] {
        thread.m_thread = std::jthread(
            [body = std::move(body)](const std::stop_token& stop) mutable { body(stop); });
    });
    if (started)
        return thread;
    return std::unexpected(Error{.kind = ErrorKind::Internal,
                                 .detail = concat(kNoThread, started.error().detail),
                                 .momentary = true});
}

} // namespace faultline

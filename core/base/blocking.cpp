// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/blocking.h"

#include <utility>

namespace faultline {

namespace {

thread_local BlockingListener* listenerOfThread = nullptr;

} // namespace

BlockingListenerScope::BlockingListenerScope(BlockingListener& listener)
{
    listenerOfThread = &listener;
}

BlockingListenerScope::~BlockingListenerScope()
{
    listenerOfThread = nullptr;
}

BlockingScope::BlockingScope() : m_listener(std::exchange(listenerOfThread, nullptr))
{
    if (m_listener != nullptr)
        m_listener->onBlocked();
}

BlockingScope::~BlockingScope()
{
    if (m_listener == nullptr)
        return;
    m_listener->onUnblocked();
    listenerOfThread = m_listener;
}

} // namespace faultline

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace faultline {

/// Wants to know when a thread stops computing and waits for something else. Its functions are
/// called on that thread.
class BlockingListener
{
public:
    virtual ~BlockingListener() = default;

    virtual void onBlocked() = 0;
    virtual void onUnblocked() = 0;
};

/// Names the listener of the calling thread for as long as it lives.
class BlockingListenerScope
{
public:
    explicit BlockingListenerScope(BlockingListener& listener);
    ~BlockingListenerScope();
    BlockingListenerScope(const BlockingListenerScope&) = delete;
    BlockingListenerScope& operator=(const BlockingListenerScope&) = delete;
};

/// Surrounds a wait, so that another task may use the processor meanwhile. Costs nothing on threads
/// without a listener. May be nested.
class BlockingScope
{
public:
    BlockingScope();
    ~BlockingScope();
    BlockingScope(const BlockingScope&) = delete;
    BlockingScope& operator=(const BlockingScope&) = delete;

private:
    BlockingListener* m_listener; // Null when nobody listens, or an outer scope has told it.
};

} // namespace faultline

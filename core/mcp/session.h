// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/mcp/json_rpc.h"
#include "core/mcp/open_crashes.h"

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::mcp {

/// Takes a message for the client, on any thread.
using Send = std::function<void(std::string)>;

/// The texts of one client, from its "initialize" on (Model Context Protocol,
/// modelcontextprotocol.io, revisions 2025-06-18 and 2025-03-26). Thread-safe: any number of texts
/// are answered at a time.
class Session
{
public:
    /// A text that was read: its messages and what cancels them.
    struct Call
    {
        Incoming incoming = {};
        std::optional<std::string> refusal = {};  ///< The answer to a text that cannot be read.
        std::vector<std::stop_source> stops = {}; ///< Of each message.
    };

    /// The services must outlive it.
    explicit Session(const Services& services) : m_services(services) {}

    /// Cancels what is being answered.
    ~Session() { cancelAll(); }

    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// Reads a text and notes its requests, so that they can be cancelled from now on.
    Call begin(std::string_view text);
    /// Does answering wait for nothing? Notifications must be answered at once and in order.
    static bool isQuick(const Call& call);
    /// Answers a call; absent when none of its messages gets an answer. Progress goes to `send`.
    std::optional<std::string> answer(const Call& call, const Send& send);
    /// The answer when a call cannot be begun now.
    std::optional<std::string> refuse(const Call& call);
    void cancelAll();

    /// Has the client sent "initialize"?
    bool isInitialized() const { return m_isInitialized; }

private:
    using Outcome = Result<std::string>;

    std::optional<std::string>
    answerMessage(const Message& message, const std::stop_source& stop, const Send& send);
    Outcome resultOf(const Message& message, const std::stop_token& stop, const Send& send);
    Outcome initialize(const Message& message);
    Outcome toolCall(const Message& message, const std::stop_token& stop, const Send& send);
    void notified(const Message& message);
    void end(const Call& call);

    const Services& m_services;
    OpenCrashes m_crashes;
    std::atomic<bool> m_isInitialized = false;
    std::mutex m_mutex;                                // Guards the next member.
    std::map<std::string, std::stop_source> m_running; ///< By id.
};

/// Is it a revision of the protocol that we speak?
bool isKnownRevision(std::string_view revision);

} // namespace faultline::mcp

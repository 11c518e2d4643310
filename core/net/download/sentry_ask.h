// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/transport/http_caller.h"
#include "core/net/transport/timed_answers.h"
#include "core/sources/source.h"

#include <chrono>
#include <functional>
#include <memory>
#include <string>

namespace faultline::net {

/// How look-ups at Sentry sources are made and how long their answers are kept.
struct SentryAskSettings
{
    std::chrono::seconds reuseFor{3600};
    std::size_t capacity = 100'000;
    std::uint32_t maxAttempts = 3;
    std::chrono::milliseconds retryDelay{20};
    std::chrono::milliseconds totalTimeout{30000}; ///< Over all attempts.
};

/// One GET of a look-up URL of a Sentry source with its credentials, from the first attempt to the
/// last. Calls `done` exactly once, with the body of an answer of 2xx. Errors: DownloadFailed (any
/// other status), Timeout, Malformed (too long), Cancelled. The settings are copied; the caller
/// outlives it.
void askSentry(HttpCaller& caller,
               const SentryAskSettings& settings,
               const sources::SentrySource& source,
               const std::string& url,
               std::move_only_function<void(Result<std::string>)> done);

/// Answers of a Sentry source as text, kept for a while per source and URL; failures are
/// forgotten. Thread-safe; the caller outlives it.
class SentryAnswers
{
public:
    using Text = std::shared_ptr<const std::string>;
    using Done = std::move_only_function<void(Result<Text>)>;

    SentryAnswers(HttpCaller& caller, SentryAskSettings settings);

    enum class Reuse : std::uint8_t { Allowed, No };

    /// Calls `done` exactly once. Errors: as askSentry().
    void ask(const sources::SentrySource& source,
             const std::string& url,
             Reuse reuse,
             std::stop_token stop,
             Done done);

private:
    HttpCaller& m_caller;
    const SentryAskSettings m_settings;
    TimedAnswers<Text> m_answers;
};

} // namespace faultline::net

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/download/sentry_ask.h"

#include "core/base/field_digest.h"
#include "core/net/download/sentry_listing.h"
#include "core/net/transport/http_status.h"

namespace faultline::net {

namespace {

using std::chrono::milliseconds;

constexpr std::size_t kMaxAnswerBytes = 16 << 20;

/// One look-up from its first attempt to its end.
class SentryFetch : public std::enable_shared_from_this<SentryFetch>
{
public:
    using Clock = std::chrono::steady_clock;
    using Done = std::move_only_function<void(Result<std::string>)>;

    SentryFetch(HttpCaller& caller,
                const SentryAskSettings& settings,
                HttpExchange exchange,
                Done done)
        : m_caller(caller), m_settings(settings), m_exchange(std::move(exchange)),
          m_done(std::move(done))
    {
    }

    void attempt()
    {
        ++m_attempts;
        auto exchange = m_exchange;
        exchange.startDelay = m_attempts == 1 ? milliseconds(0) : m_settings.retryDelay;
        exchange.totalTimeout = std::max(timeLeft() - exchange.startDelay, milliseconds(1));
        m_caller.call(std::move(exchange), kMaxAnswerBytes, {},
                      [self = shared_from_this()](Result<HttpAnswer> answer) {
                          self->answered(std::move(answer));
                      });
    }

private:
    milliseconds timeLeft() const
    {
        return m_settings.totalTimeout -
               std::chrono::duration_cast<milliseconds>(Clock::now() - m_startedAt);
    }

    void answered(Result<HttpAnswer> answer)
    {
        const bool isFine = answer && answer->head.status >= 200 && answer->head.status < 300;
        if (isFine)
            return m_done(std::move(answer->body));
        const bool isLasting = !answer && (answer.error().kind == ErrorKind::Cancelled ||
                                           broadKind(answer.error().kind) == ErrorKind::Malformed);
        const bool isLast =
            m_attempts >= m_settings.maxAttempts || timeLeft() <= m_settings.retryDelay;
        if (!isLasting && !isLast)
            return attempt();
        if (!answer && answer.error().kind == ErrorKind::Timeout && timeLeft() <= milliseconds(0))
            answer.error().detail = durationText(m_settings.totalTimeout);
        if (!answer)
            return m_done(std::unexpected(std::move(answer.error())));
        m_done(fail(ErrorKind::DownloadFailed, statusText(answer->head.status)));
    }

    HttpCaller& m_caller;
    const SentryAskSettings m_settings;
    const HttpExchange m_exchange;
    Done m_done;
    const Clock::time_point m_startedAt = Clock::now();
    std::uint32_t m_attempts = 0;
};

} // namespace

void askSentry(HttpCaller& caller,
               const SentryAskSettings& settings,
               const sources::SentrySource& source,
               const std::string& url,
               std::move_only_function<void(Result<std::string>)> done)
{
    auto exchange = caller.exchangeFor(url, HttpTrust::Trusted);
    exchange.headers.emplace_back("Accept-Encoding", "identity");
    for (auto& header : sentryCredentials(source, url))
        exchange.headers.push_back(std::move(header));
    std::make_shared<SentryFetch>(caller, settings, std::move(exchange), std::move(done))
        ->attempt();
}

SentryAnswers::SentryAnswers(HttpCaller& caller, SentryAskSettings settings)
    : m_caller(caller), m_settings(settings), m_answers(settings.capacity)
{
}

void SentryAnswers::ask(const sources::SentrySource& source,
                        const std::string& url,
                        Reuse reuse,
                        std::stop_token stop,
                        Done done)
{
    const auto key = FieldDigest().add(sources::identityOf(source)).add(url).hex();
    if (reuse == Reuse::No)
        m_answers.forget(key);
    const auto fetch = [&](TimedAnswers<Text>::Fetched fetched) {
        askSentry(m_caller, m_settings, source, url,
                  [fetched = std::move(fetched),
                   reuseFor = m_settings.reuseFor](Result<std::string> body) mutable {
                      if (!body)
                          return fetched(std::unexpected(std::move(body.error())));
                      fetched(TimedAnswers<Text>::Fresh{
                          std::make_shared<const std::string>(*std::move(body)),
                          std::chrono::steady_clock::now() + reuseFor});
                  });
    };
    m_answers.get(key, std::move(stop), fetch, std::move(done));
}

} // namespace faultline::net

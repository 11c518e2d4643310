// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/cloud/aws_roles.h"

#include "core/base/file.h"
#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/json/json_cursor.h"
#include "core/json/json_reader.h"
#include "core/net/transport/http_status.h"
#include "core/sources/url.h"

#include <array>

namespace faultline::net {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMaxAnswerBytes = 64 << 10;
constexpr auto kRenewBefore = 5min;
constexpr auto kReuseUndated = 15min;
constexpr std::chrono::seconds kReuseAtMost =
    24h; // Adding any date would overflow without a limit.

using Answers = TimedAnswers<AwsCredentials>;

/// The number in two digits at `at`; absent when they are not digits.
std::optional<unsigned> numberAt(std::string_view text, std::size_t at, std::size_t width)
{
    const auto value = parseDecimal(text.substr(at, width));
    return value ? std::optional(static_cast<unsigned>(*value)) : std::nullopt;
}

/// Starts with "AWS role: …", because the candidate shows no other hint of the cause.
std::unexpected<Error> roleFailure(std::string_view what)
{
    return fail(ErrorKind::DownloadFailed, "AWS role: ", what);
}

/// The body of an answer, or the error of this step on the way to the keys.
Result<std::string> bodyOf(Result<HttpAnswer> answer)
{
    if (!answer && broadKind(answer.error().kind) == ErrorKind::DownloadFailed)
        return roleFailure(answer.error().detail);
    if (!answer)
        return std::unexpected(std::move(answer.error()));
    if (answer->head.status != 200)
        return roleFailure(statusText(answer->head.status));
    return std::move(answer->body);
}

Result<Answers::Fresh> keysOf(Result<HttpAnswer> answer)
{
    FL_TRY(const auto body, bodyOf(std::move(answer)));
    auto keys = parseAwsRoleKeys(body);
    if (!keys)
        return roleFailure(keys.error().detail);
    const std::chrono::seconds lifetime =
        keys->expiresAt
            ? *keys->expiresAt -
                  std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()) -
                  kRenewBefore
            : kReuseUndated;
    return Answers::Fresh{std::move(keys->credentials),
                          std::chrono::steady_clock::now() + std::min(lifetime, kReuseAtMost)};
}

/// Keys must not be sent unencrypted to another machine. These are Amazon's own addresses for
/// containers.
bool mayAskForKeys(std::string_view url)
{
    constexpr std::array<std::string_view, 6> kOwnHosts{
        "localhost", "127.0.0.1", "::1", "169.254.170.2", "169.254.170.23", "fd00:ec2::23"};
    const auto host = sources::urlHost(url);
    return url.starts_with("https://") ||
           (url.starts_with("http://") && std::ranges::find(kOwnHosts, host) != kOwnHosts.end());
}

/// The three requests to a machine's metadata service, version 2.
class InstanceFetch : public std::enable_shared_from_this<InstanceFetch>
{
public:
    InstanceFetch(HttpCaller& caller, std::string url, Answers::Fetched fetched)
        : m_caller(caller), m_url(std::move(url)), m_fetched(std::move(fetched))
    {
    }

    void begin()
    {
        auto exchange = m_caller.exchangeFor(m_url + "/latest/api/token", HttpTrust::AlwaysTrusted);
        exchange.method = "PUT";
        exchange.body = ByteView();
        exchange.headers.emplace_back("X-aws-ec2-metadata-token-ttl-seconds", "300");
        ask(std::move(exchange), &InstanceFetch::askForRole);
    }

private:
    static constexpr std::string_view kRolesPath = "/latest/meta-data/iam/security-credentials/";

    void ask(HttpExchange exchange, void (InstanceFetch::*next)(const std::string&))
    {
        m_caller.call(std::move(exchange), kMaxAnswerBytes, {},
                      [self = shared_from_this(), next](Result<HttpAnswer> answer) {
                          auto body = bodyOf(std::move(answer));
                          if (!body)
                              return self->m_fetched(std::unexpected(std::move(body.error())));
                          (self.get()->*next)(std::string(trimAscii(*body)));
                      });
    }

    HttpExchange withToken(std::string url) const
    {
        auto exchange = m_caller.exchangeFor(std::move(url), HttpTrust::AlwaysTrusted);
        exchange.headers.emplace_back("X-aws-ec2-metadata-token", m_token);
        return exchange;
    }

    void askForRole(const std::string& token)
    {
        m_token = token;
        ask(withToken(concat(m_url, kRolesPath)), &InstanceFetch::askForKeys);
    }

    void askForKeys(const std::string& role)
    {
        m_caller.call(withToken(concat(m_url, kRolesPath, sources::encodedSegment(role))),
                      kMaxAnswerBytes, {}, [self = shared_from_this()](Result<HttpAnswer> answer) {
                          self->m_fetched(keysOf(std::move(answer)));
                      });
    }

    HttpCaller& m_caller;
    const std::string m_url;
    std::string m_token;
    Answers::Fetched m_fetched;
};

} // namespace

std::optional<std::chrono::sys_seconds> parseUtcTime(std::string_view text)
{
    using namespace std::chrono;
    constexpr std::string_view kShape = "0000-00-00T00:00:00";
    if (text.size() <= kShape.size() || !text.ends_with('Z') || text[4] != '-' || text[7] != '-' ||
        text[10] != 'T' || text[13] != ':' || text[16] != ':')
        return std::nullopt;
    const auto fraction = text.substr(kShape.size(), text.size() - kShape.size() - 1);
    if (!fraction.empty() && (fraction[0] != '.' || !parseDecimal(fraction.substr(1))))
        return std::nullopt;
    const auto y = numberAt(text, 0, 4);
    const auto mo = numberAt(text, 5, 2);
    const auto d = numberAt(text, 8, 2);
    const auto h = numberAt(text, 11, 2);
    const auto mi = numberAt(text, 14, 2);
    const auto s = numberAt(text, 17, 2);
    if (!y || !mo || !d || !h || !mi || !s || *h > 23 || *mi > 59 || *s > 60)
        return std::nullopt;
    const year_month_day date(year(static_cast<int>(*y)), month(*mo), day(*d));
    if (!date.ok())
        return std::nullopt;
    return sys_days(date) + hours(*h) + minutes(*mi) + seconds(*s);
}

Result<AwsRoleKeys> parseAwsRoleKeys(std::string_view json)
{
    FL_TRY(const auto document, json::parseJson(json));
    json::JsonErrors errors;
    const json::JsonCursor root(document.root(), errors);
    AwsRoleKeys keys;
    keys.credentials.accessKey = root.member("AccessKeyId").string();
    keys.credentials.secretKey = root.member("SecretAccessKey").string();
    keys.credentials.sessionToken = root.member("Token").optionalString().value_or("");
    if (const auto time = root.member("Expiration").optionalString()) {
        keys.expiresAt = parseUtcTime(*time);
        if (!keys.expiresAt)
            root.member("Expiration").refuse("no time in UTC");
    }
    if (!errors.ok())
        return std::unexpected(*errors.first());
    return keys;
}

AwsRoles::AwsRoles(HttpCaller& caller, sources::CloudEnvironment environment)
    : m_caller(caller), m_environment(std::move(environment))
{
}

void AwsRoles::get(sources::AwsCredentialsProvider provider, std::stop_token stop, Done done)
{
    const bool isContainer = provider == sources::AwsCredentialsProvider::Container;
    m_answers.get(
        isContainer ? "container" : "instance", std::move(stop),
        [this, isContainer](Answers::Fetched fetched) {
            if (isContainer)
                fetchFromContainer(std::move(fetched));
            else
                fetchFromInstance(std::move(fetched));
        },
        std::move(done));
}

void AwsRoles::fetchFromContainer(Answers::Fetched fetched)
{
    const auto& url = m_environment.awsContainerUri;
    if (url.empty())
        return fetched(roleFailure("this is no container of AWS"));
    if (!mayAskForKeys(url))
        return fetched(roleFailure("keys are not asked for in the clear from another machine"));
    auto exchange = m_caller.exchangeFor(url, HttpTrust::AlwaysTrusted);
    auto token = m_environment.awsContainerToken;
    if (const auto& path = m_environment.awsContainerTokenFile; !path.empty()) {
        const auto bytes = readFile(path, kMaxAnswerBytes);
        if (!bytes)
            return fetched(roleFailure("the file of its token cannot be read"));
        token = trimAscii(bytes->text());
    }
    if (!token.empty())
        exchange.headers.emplace_back("Authorization", std::move(token));
    m_caller.call(std::move(exchange), kMaxAnswerBytes, {},
                  [fetched = std::move(fetched)](Result<HttpAnswer> answer) mutable {
                      fetched(keysOf(std::move(answer)));
                  });
}

void AwsRoles::fetchFromInstance(Answers::Fetched fetched)
{
    auto url = m_environment.awsMetadataUrl;
    while (url.ends_with('/'))
        url.pop_back();
    std::make_shared<InstanceFetch>(m_caller, std::move(url), std::move(fetched))->begin();
}

} // namespace faultline::net

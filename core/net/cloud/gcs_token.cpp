// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/cloud/gcs_token.h"

#include "core/base/field_digest.h"
#include "core/json/json_cursor.h"
#include "core/json/json_reader.h"
#include "core/json/json_writer.h"
#include "core/net/cloud/signatures.h"
#include "core/net/cloud/sigv4_signer.h"
#include "core/net/transport/http_status.h"
#include "core/net/transport/secrets.h"

namespace faultline::net {

namespace {

using namespace std::chrono_literals;

using Answers = TimedAnswers<std::string>;

constexpr std::size_t kMaxAnswerBytes = 64 << 10;
/// Google refuses claims of more than an hour. The margin allows for a clock that is a little
/// wrong.
constexpr std::chrono::seconds kAssertionLifetime = 58min + 30s;
constexpr std::chrono::seconds kReuse = 58min;
constexpr std::chrono::seconds kRenewBefore = 1min;

std::string_view scopeUrl(GcsScope scope)
{
    return scope == GcsScope::ReadOnly ? "https://www.googleapis.com/auth/devstorage.read_only"
                                       : "https://www.googleapis.com/auth/devstorage.read_write";
}

/// Users paste the key as it appears in the JSON file.
std::string unescapedPem(std::string_view key)
{
    std::string pem;
    while (!key.empty()) {
        const auto at = std::min(key.find("\\n"), key.size());
        pem += key.substr(0, at);
        if (at < key.size())
            pem += '\n';
        key.remove_prefix(std::min(at + 2, key.size()));
    }
    return pem;
}

/// Not the key itself, because the keys of maps may appear in a dump.
std::string cacheKeyOf(const GcsKey& key, GcsScope scope)
{
    return FieldDigest()
        .add(key.clientEmail)
        .add(key.privateKey)
        .add(key.tokenUrl)
        .add(scopeUrl(scope))
        .hex();
}

/// The end point's explanation of a refusal (RFC 6749 §5.2).
std::string refusalText(const HttpAnswer& answer)
{
    const auto document = json::parseJson(answer.body);
    if (!document || document->root().kind() != json::JsonKind::Object)
        return statusText(answer.head.status);
    json::JsonErrors ignored;
    const json::JsonCursor root(document->root(), ignored);
    const auto code = root.member("error").optionalString().value_or("");
    const auto text = root.member("error_description").optionalString().value_or("");
    return shownText(concat(statusText(answer.head.status), code.empty() ? "" : " ", code,
                            text.empty() ? "" : ": ", text));
}

Result<Answers::Fresh> tokenOf(const Result<HttpAnswer>& answer)
{
    if (!answer && broadKind(answer.error().kind) == ErrorKind::DownloadFailed)
        return fail(ErrorKind::DownloadFailed, "GCS token: ", answer.error().detail);
    if (!answer)
        return std::unexpected(answer.error());
    if (answer->head.status != 200)
        return fail(ErrorKind::DownloadFailed, "GCS token: ", refusalText(*answer));
    auto token = parseGcsToken(answer->body);
    if (!token)
        return fail(ErrorKind::DownloadFailed, "GCS token: ", token.error().detail);
    const auto reuse = std::min(kReuse, token->lifetime.value_or(kReuse) - kRenewBefore);
    return Answers::Fresh{std::move(token->text), std::chrono::steady_clock::now() + reuse};
}

} // namespace

Result<GcsKey> parseServiceAccount(std::string_view json)
{
    FL_TRY(const auto document, json::parseJson(json));
    json::JsonErrors errors;
    const json::JsonCursor root(document.root(), errors);
    GcsKey key;
    key.clientEmail = root.member("client_email").string();
    key.privateKey = root.member("private_key").string();
    if (auto url = root.member("token_uri").optionalString())
        key.tokenUrl = *std::move(url);
    if (!errors.ok())
        return std::unexpected(*errors.first());
    return key;
}

Result<std::string> gcsAssertion(const GcsKey& key, GcsScope scope, std::chrono::sys_seconds now)
{
    const auto issued = now.time_since_epoch();
    std::string claims;
    json::JsonWriter(claims)
        .beginObject()
        .member("iss", std::string_view(key.clientEmail))
        .member("scope", scopeUrl(scope))
        .member("aud", std::string_view(key.tokenUrl))
        .member("iat", std::int64_t{issued.count()})
        .member("exp", std::int64_t{(issued + kAssertionLifetime).count()})
        .endObject();
    const auto text = concat(base64Url(asBytes(R"({"typ":"JWT","alg":"RS256"})")), ".",
                             base64Url(asBytes(claims)));
    const auto signature = signRs256(unescapedPem(key.privateKey), asBytes(text));
    if (!signature)
        return fail(ErrorKind::DownloadFailed, "failed encoding JWT");
    return concat(text, ".", base64Url(*signature));
}

Result<GcsToken> parseGcsToken(std::string_view json)
{
    FL_TRY(const auto document, json::parseJson(json));
    json::JsonErrors errors;
    const json::JsonCursor root(document.root(), errors);
    constexpr std::uint64_t kLongest = 86'400;
    GcsToken token;
    token.text = root.member("access_token").string();
    if (const auto lifetime = root.member("expires_in").optionalUnsigned(kLongest))
        token.lifetime = std::chrono::seconds(*lifetime);
    if (errors.ok() && token.text.empty())
        root.member("access_token").refuse("empty");
    if (!errors.ok())
        return std::unexpected(*errors.first());
    return token;
}

void GcsTokens::ask(HttpExchange exchange, Answers::Fetched fetched)
{
    m_caller.call(std::move(exchange), kMaxAnswerBytes, {},
                  [fetched = std::move(fetched)](const Result<HttpAnswer>& answer) mutable {
                      fetched(tokenOf(answer));
                  });
}

void GcsTokens::get(const GcsKey& key, GcsScope scope, std::stop_token stop, Done done)
{
    m_answers.get(
        cacheKeyOf(key, scope), std::move(stop),
        [&](Answers::Fetched fetched) {
            const auto now =
                std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
            auto assertion = gcsAssertion(key, scope, now);
            if (!assertion)
                return fetched(std::unexpected(std::move(assertion.error())));
            auto exchange = m_caller.exchangeFor(key.tokenUrl, HttpTrust::Filtered);
            exchange.headers.emplace_back("Content-Type", "application/x-www-form-urlencoded");
            constexpr std::string_view kGrant = "urn:ietf:params:oauth:grant-type:jwt-bearer";
            exchange.body = ByteView::fromString(concat(
                "grant_type=", awsEncoded(kGrant, SlashRule::Encode), "&assertion=", *assertion));
            ask(std::move(exchange), std::move(fetched));
        },
        std::move(done));
}

void GcsTokens::getOfMachine(const std::string& metadataUrl, std::stop_token stop, Done done)
{
    m_answers.get(
        "machine", std::move(stop),
        [&](Answers::Fetched fetched) {
            auto exchange = m_caller.exchangeFor(
                metadataUrl + "/computeMetadata/v1/instance/service-accounts/default/token",
                HttpTrust::AlwaysTrusted);
            exchange.headers.emplace_back("Metadata-Flavor", "Google");
            ask(std::move(exchange), std::move(fetched));
        },
        std::move(done));
}

void GcsTokens::forget(const GcsKey& key, GcsScope scope)
{
    m_answers.forget(cacheKeyOf(key, scope));
}

} // namespace faultline::net

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/transport/http_caller.h"
#include "core/net/transport/timed_answers.h"

#include <chrono>
#include <string>
#include <string_view>

namespace faultline::net {

/// Google's end point for assertions.
inline constexpr std::string_view kGoogleTokenUrl = "https://www.googleapis.com/oauth2/v4/token";

/// The key of a Google service account. Secret.
struct GcsKey
{
    std::string clientEmail;
    std::string privateKey; ///< PEM text. The two characters "\n" stand for a line end.
    std::string tokenUrl{kGoogleTokenUrl};
};

enum class GcsScope : std::uint8_t { ReadOnly, ReadWrite };

/// Reads the JSON file of a service account: client_email, private_key, token_uri ("Create and
/// delete service account keys", Google Cloud IAM). Errors: Malformed.
Result<GcsKey> parseServiceAccount(std::string_view json);

/// Makes the signed claim that is exchanged for a token: a JWT with RS256 (RFC 7519, RFC 7515),
/// valid for 58½ minutes. Errors: DownloadFailed ("failed encoding JWT").
Result<std::string> gcsAssertion(const GcsKey& key, GcsScope scope, std::chrono::sys_seconds now);

struct GcsToken
{
    std::string text;
    std::optional<std::chrono::seconds> lifetime;
};

/// Parses the token end point's answer (RFC 6749 §5.1): access_token, expires_in. Errors:
/// Malformed.
Result<GcsToken> parseGcsToken(std::string_view json);

/// Gets tokens for keys and keeps them until shortly before they expire. Thread-safe; the caller
/// must outlive it.
class GcsTokens
{
public:
    using Done = std::move_only_function<void(Result<std::string>)>;

    GcsTokens(HttpCaller& caller, std::size_t capacity) : m_caller(caller), m_answers(capacity) {}

    /// Calls `done` exactly once. Errors: DownloadFailed (unusable key, refused), Timeout,
    /// Cancelled.
    void get(const GcsKey& key, GcsScope scope, std::stop_token stop, Done done);

    /// Gets a token for the account that this machine runs under, from its metadata service.
    void getOfMachine(const std::string& metadataUrl, std::stop_token stop, Done done);

    /// Call when a token was refused before it expired.
    void forget(const GcsKey& key, GcsScope scope);

private:
    using Answers = TimedAnswers<std::string>;

    void ask(HttpExchange exchange, Answers::Fetched fetched);

    HttpCaller& m_caller;
    Answers m_answers;
};

} // namespace faultline::net

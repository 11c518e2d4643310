// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/field_digest.h"
#include "core/base/hash.h"
#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/model/place_names.h"
#include "core/sources/origin_patterns.h"
#include "core/sources/url.h"
#include "core/symbolicate/js/file_content.h"
#include "core/symbolicate/js/script_files.h"
#include "core/symbolicate/source/source_fitness.h"

#include <algorithm>
#include <chrono>
#include <cstring>

// Files from the web: docs/spec/javascript.md §§1.5, 4.6.

namespace faultline::js {

namespace {

constexpr std::uint64_t kRefreshSeconds = 3600;

ScrapingAttempt failure(std::string url, ScrapingFailure reason, std::string details = {})
{
    return {.url = std::move(url),
            .status = ScrapingStatus::Failure,
            .reason = reason,
            .details = std::move(details)};
}

ScrapingAttempt attemptOf(std::string url, const Error& error)
{
    switch (broadKind(error.kind)) {
    case ErrorKind::NotFound: return failure(std::move(url), ScrapingFailure::NotFound);
    case ErrorKind::PermissionDenied:
        return failure(std::move(url), ScrapingFailure::PermissionDenied, error.detail);
    case ErrorKind::Timeout:
        return failure(std::move(url), ScrapingFailure::Timeout,
                       concat("Timeout after ", error.detail));
    case ErrorKind::DownloadFailed:
        return failure(std::move(url), ScrapingFailure::DownloadError, error.detail);
    default: return failure(std::move(url), ScrapingFailure::Other, error.detail);
    }
}

/// Returns "https" for "https://…", and an empty text when the input is no URL.
std::string schemeOf(std::string_view url)
{
    const auto colon = url.find(':');
    if (colon == std::string_view::npos || colon == 0)
        return {};
    const auto scheme = url.substr(0, colon);
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    const bool isScheme =
        isLetter(scheme[0]) && std::ranges::all_of(scheme, [&](char c) {
            return isLetter(c) || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
        });
    return isScheme ? toLowerAscii(scheme) : std::string();
}

/// Removes the fragment, and percent-encodes characters that a request must not contain.
std::string requestUrl(std::string_view url)
{
    std::string encoded;
    for (const char c : url.substr(0, url.find('#'))) {
        const bool isPlain =
            c > ' ' && c < 0x7f && std::string_view("\"<>`{}").find(c) == std::string_view::npos;
        if (isPlain)
            encoded += c;
        else
            encoded += "%" + toUpperAscii(hexDigits(static_cast<unsigned char>(c), 2));
    }
    return encoded;
}

/// Returns the beginning of the hour that contains `now`. The hours of each URL begin at a
/// different minute, so files are fetched again every hour, but not all at once.
std::uint64_t refreshStamp(std::string_view url, std::uint64_t now)
{
    const auto digest = sha256(asBytes(url));
    std::uint64_t number = 0;
    std::memcpy(&number, digest.data(), sizeof(number));
    const auto offset = number % kRefreshSeconds;
    return (now - offset) / kRefreshSeconds * kRefreshSeconds + offset;
}

std::uint64_t secondsNow()
{
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::seconds>(now).count());
}

/// Returns the hosts to which a redirect may lead: those that the allowed patterns name. Absent
/// means any host.
std::optional<std::vector<std::string>> redirectHosts(const symbolicate::ScrapingConfig& scraping)
{
    std::vector<std::string> hosts;
    for (const auto& pattern : scraping.allowedOrigins) {
        if (pattern == "*")
            return std::nullopt;
        const auto scheme = pattern.find("://");
        auto host = scheme == std::string::npos ? pattern : pattern.substr(scheme + 3);
        host = host.substr(0, host.find_first_of("/:"));
        if (host == "*")
            return std::nullopt;
        hosts.push_back(toLowerAscii(host.starts_with("*.") ? host.substr(2) : host));
    }
    return hosts;
}

/// Refuses a page that a server sent in place of a file, such as a login page. Scripts that a page
/// contains have its URL, whose last part seldom has an extension. Errors: Malformed.
Result<void> checkIsFile(const std::string& url, std::string_view text)
{
    const auto path = sources::splitUrl(url).path;
    const auto name = path.substr(path.rfind('/') + 1);
    return name.contains('.') ? symbolicate::checkIsSource(name, text) : Result<void>();
}

/// Names the site and how it is asked, for the deny list: a site that fails for one who brings odd
/// headers is still asked for the others.
std::string wayOfScraping(const net::HttpTarget& target)
{
    auto site = target;
    const auto parts = sources::splitUrl(target.url);
    site.url = concat(parts.scheme, "://", parts.host, ":", parts.port);
    return FieldDigest().add(kWebScraping).add(site.url).add(net::placeIdentity(site)).hex();
}

} // namespace

std::optional<ScrapingAttempt> ScriptFiles::refusalOf(const std::string& url) const
{
    const auto& scraping = m_places.scraping;
    if (!scraping.enabled)
        return failure(url, ScrapingFailure::Disabled);
    const auto scheme = schemeOf(url);
    if (scheme != "http" && scheme != "https")
        return failure(url, ScrapingFailure::InvalidHost,
                       concat("`", scheme, "` is not an allowed download scheme"));
    if (!sources::matchesOrigin(url, scraping.allowedOrigins))
        return failure(url, ScrapingFailure::InvalidHost,
                       concat(url, " is not an allowed download origin"));
    const auto host = sources::urlHost(url);
    if (host.empty())
        return failure(url, ScrapingFailure::InvalidHost);
    if (!m_options.connectToReservedIps && (host == "localhost" || host == "127.0.0.1"))
        return failure(url, ScrapingFailure::InvalidHost,
                       concat("Can't connect to restricted host ", host));
    return std::nullopt;
}

/// Only a file of the web counts as one that going online could bring.
void ScriptFiles::noteSkipped(const ScriptFileKey& key, Skip skip)
{
    note(key, CandidateOrigin::Artifacts, std::string(kWebScraping),
         Outcome::skipped(std::move(skip)));
}

void ScriptFiles::noteRefusal(const ScriptFileKey& key, const Error& refusal, bool isOfWeb)
{
    const bool isOff = refusal.kind == ErrorKind::SwitchedOff;
    if (isOfWeb)
        return note(key, CandidateOrigin::Web, std::string(kWebScraping),
                    isOff ? Outcome::skipped(skipped(SkipReason::ScrapingOff))
                          : Outcome::refused(refusal));
    auto skip = skipped(isOff ? SkipReason::ScrapingOff : SkipReason::NoWebUrl);
    skip.text = schemeOf(*key.path);
    noteSkipped(key, std::move(skip));
}

FoundFile ScriptFiles::scrape(const ScriptFileKey& key)
{
    FoundFile found;
    found.origin.kind = ScriptFileOrigin::Kind::ScrapedFile;
    found.content = fail(ErrorKind::NotFound, "no artifact has it");
    if (!key.path)
        return found;
    found.origin.uri = *key.path;
    if (schemeOf(*key.path).empty()) {
        found.content = fail(ErrorKind::NotFound, "no place has it, and its name is no url");
        noteSkipped(key, skipped(SkipReason::NoUrl));
        return found;
    }
    if (auto refusal = refusalOf(*key.path)) {
        // A path of this machine and a name of a bundler cannot be downloaded from anywhere.
        const auto scheme = schemeOf(*key.path);
        const bool isOfWeb = scheme == "http" || scheme == "https";
        if (refusal->reason == ScrapingFailure::Disabled)
            found.content = fail(ErrorKind::SwitchedOff, "Scraping disabled");
        else
            found.content =
                fail(isOfWeb ? ErrorKind::PermissionDenied : ErrorKind::NotFound, refusal->details);
        noteRefusal(key, found.content.error(), isOfWeb);
        m_attempts.push_back(*std::move(refusal));
        return found;
    }
    found = download(*key.path);
    note(key, CandidateOrigin::Web, std::string(kWebScraping), outcomeOf(found.content));
    m_attempts.push_back(
        found.content
            ? ScrapingAttempt{.url = *key.path, .status = ScrapingStatus::Success, .details = {}}
            : attemptOf(*key.path, found.content.error()));
    return found;
}

FoundFile ScriptFiles::download(const std::string& url)
{
    const auto request = requestUrl(url);
    RemoteScriptFile remote;
    remote.source = kWebScraping;
    remote.uri = concat(request, "#", refreshStamp(request, secondsNow()));
    remote.isShareable = false; // Other machines would find it when it is out of date.
    remote.target.url = request;
    remote.target.headers = m_places.scraping.headers;
    remote.target.redirectHosts = redirectHosts(m_places.scraping);
    remote.target.acceptInvalidCerts = !m_places.scraping.verifySsl;
    remote.target.denyWay = wayOfScraping(remote.target);
    remote.place = net::placeIdentity(remote.target);
    FoundFile found{
        .origin = {.kind = ScriptFileOrigin::Kind::ScrapedFile, .uri = remote.uri, .key = {}},
        .resolvedWith = ResolvedWith::Scraping};
    auto item = std::make_shared<ScriptFileItem>(std::move(remote), m_options.scope,
                                                 m_services.downloader, m_services.limits);
    const auto file =
        m_services.cache.fetch(std::move(item), m_stop, {.bypassNegative = m_options.retryFailed})
            .wait(m_stop);
    // The reference takes any text.
    const bool isPageAllowed = m_options.answer == symbolicate::AnswerStyle::Compatible;
    if (!file) {
        found.content = std::unexpected(file.error());
    } else if ((**file)->bytes().empty()) {
        found.content = fail(ErrorKind::NotFound, "the answer is empty");
    } else if (auto fits = checkIsFile(url, (**file)->text()); !isPageAllowed && !fits) {
        found.content = std::unexpected(std::move(fits.error()));
    } else {
        found.content = readContent(**file, url, {}, false);
        if (found.content)
            found.content->debugId = (**file)->debugId();
    }
    return found;
}

} // namespace faultline::js

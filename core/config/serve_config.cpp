// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/serve_config.h"

#include "core/base/host_port.h"
#include "core/base/text.h"
#include "core/config/config_values.h"
#include "core/config/duration.h"

#include <algorithm>
#include <arpa/inet.h>

namespace faultline::config {

namespace {

/// Our own keys, which limit the work of one request.
void readRequestLimits(const json::JsonCursor& root, ServeConfig& config)
{
    setUnsigned(root.member("max_request_sources"), config.maxRequestSources);
    setUnsigned(root.member("max_request_path_patterns"), config.maxRequestPathPatterns);
    setUnsigned(root.member("max_request_path_pattern_bytes"), config.maxRequestPathPatternBytes);
    setUnsigned(root.member("max_request_frames"), config.maxRequestFrames);
    setUnsigned(root.member("max_request_lookups"), config.maxRequestLookups);
}

/// Certificate and key are of no use without the address, and the address of none without them.
void readHttps(const json::JsonCursor& root, std::optional<HttpsConfig>& config)
{
    const auto bind = root.member("bind_https");
    const auto certificate = root.member("tls_cert").optionalString();
    const auto key = root.member("tls_key").optionalString();
    const auto address = readListenAddress(bind);
    if (address && certificate && key)
        config = HttpsConfig{.bind = *address, .certificate = *certificate, .key = *key};
    else if (address)
        bind.refuse("needs tls_cert and tls_key");
    else if (certificate || key)
        root.member(certificate ? "tls_cert" : "tls_key").refuse("needs bind_https");
}

void readBearerTokens(const json::JsonCursor& list, std::optional<std::vector<std::string>>& tokens)
{
    if (!list.isAbsent() && !list.isNull())
        tokens = readTokens(list);
}

void readHosts(const json::JsonCursor& list, std::optional<std::vector<std::string>>& hosts)
{
    if (list.isAbsent() || list.isNull())
        return;
    auto& names = hosts.emplace();
    for (const auto& host : list.strings())
        names.push_back(toLowerAscii(host));
}

/// A name that could not be a header's would break the answers.
void readHeaderName(const json::JsonCursor& value, std::string& target)
{
    const auto name = value.optionalString();
    if (!name)
        return;
    const bool isName = !name->empty() && std::ranges::all_of(*name, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               c == '-' || c == '_';
    });
    if (isName)
        target = *name;
    else
        value.refuse("expected the name of a header, such as \"X-Request-Id\"");
}

bool isIpv6Address(const std::string& text)
{
    in6_addr address{};
    return ::inet_pton(AF_INET6, text.c_str(), &address) == 1;
}

/// Is it of the form "10.0.0.1:3021", "[fd00::1]:3021" or "servers.internal:3021"?
bool isPeer(std::string_view text)
{
    const auto parsed = parseHostPort(text);
    if (!parsed || parsed->host.empty() || parsed->port == 0)
        return false;
    if (text.starts_with('['))
        return isIpv6Address(parsed->host);
    return std::ranges::all_of(parsed->host, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               c == '-' || c == '_' || c == '.';
    });
}

/// Peers are of no use without the token that they share.
void readPeers(const json::JsonCursor& root, ServeConfig& config)
{
    const auto peers = root.member("peers");
    const auto token = root.member("peer_token");
    if (!peers.isAbsent() && !peers.isNull())
        peers.forEachItem([&](const json::JsonCursor& item) {
            config.peers.push_back(item.string());
            if (!isPeer(config.peers.back()))
                item.refuse("expected a name or an address with a port");
        });
    if (!token.isAbsent() && !token.isNull())
        config.peerToken = readToken(token);
    if (!config.peers.empty() && config.peerToken.empty())
        peers.refuse("needs peer_token");
}

using Variable = std::function<std::optional<std::string>(const std::string&)>;

/// What the file says goes before the environment.
void setDurationOr(const json::JsonCursor& value,
                   const Variable& variable,
                   const std::string& name,
                   std::chrono::milliseconds& target)
{
    const auto text = value.isAbsent() && variable ? variable(name) : std::nullopt;
    if (!text)
        return setDuration(value, target);
    if (const auto parsed = parseDuration(*text))
        target = std::chrono::duration_cast<std::chrono::milliseconds>(*parsed);
    else
        value.refuse(concat(name, ": ", parsed.error().detail));
}

} // namespace

void readServe(const json::JsonCursor& root, const Variable& variable, ServeConfig& config)
{
    if (auto bind = readListenAddress(root.member("bind")))
        config.bind = *std::move(bind);
    readHttps(root, config.https);
    readBearerTokens(root.member("bearer_tokens"), config.bearerTokens);
    readHosts(root.member("allowed_hosts"), config.allowedHosts);
    setBool(root.member("status_page"), config.statusPage);
    readHeaderName(root.member("request_id_header"), config.requestIdHeader);
    setDuration(root.member("slow_request_time"), config.slowRequestTime);
    setDurationOr(root.member("drain_delay"), variable, "FAULTLINE_DRAIN_DELAY", config.drainDelay);
    setDurationOr(root.member("shutdown_grace"), variable, "FAULTLINE_SHUTDOWN_GRACE",
                  config.shutdownGrace);
    if (const auto limit = root.member("max_concurrent_requests"); !limit.isAbsent())
        config.maxConcurrentRequests = limit.optionalUnsigned();
    setUnsigned(root.member("crash_file_body_max_bytes"), config.crashFileBodyMaxBytes);
    setUnsigned(root.member("crash_file_unpacked_max_bytes"), config.crashFileUnpackedMaxBytes);
    setUnsigned(root.member("symbolicate_body_max_bytes"), config.symbolicateBodyMaxBytes);
    readRequestLimits(root, config);
    readPeers(root, config);
    if (const auto roots = root.member("request_filesystem_roots"); !roots.isAbsent()) {
        const auto paths = roots.strings();
        config.requestFilesystemRoots.emplace(paths.begin(), paths.end());
    }
    setBool(root.member("request_machine_identity"), config.requestMachineIdentity);
    setBool(root.member("symstore_proxy"), config.symstoreProxy);
}

} // namespace faultline::config

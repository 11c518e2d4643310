// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/url.h"

#include "core/base/percent.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/sources/remote_file.h"

#include <algorithm>
#include <array>

namespace faultline::sources {

namespace {

std::string_view cutAt(std::string_view& text, std::string_view delimiters)
{
    const auto end = std::min(text.find_first_of(delimiters), text.size());
    const auto head = text.substr(0, end);
    text.remove_prefix(end);
    return head;
}

void splitAuthority(std::string_view authority, UrlParts& parts)
{
    if (const auto at = authority.rfind('@'); at != std::string_view::npos) {
        parts.userInfo = authority.substr(0, at);
        authority.remove_prefix(at + 1);
    }
    if (authority.starts_with('[')) {
        const auto close = std::min(authority.find(']'), authority.size());
        parts.host = authority.substr(1, close - 1);
        authority.remove_prefix(std::min(close + 1, authority.size()));
    } else {
        parts.host = cutAt(authority, ":");
    }
    if (authority.starts_with(':'))
        parts.port = authority.substr(1);
}

/// The path percent-encode set of the WHATWG URL standard, and characters that would end or split a
/// segment.
bool mustEncode(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return byte <= 0x20 || byte >= 0x7f ||
           std::string_view("\"#%<>?`{}/\\").find(c) != std::string_view::npos;
}

/// The parameter `key` alone is not secret: Symbolicator shows it, and object stores use it for
/// names of objects.
bool isSecretParameter(std::string_view name)
{
    constexpr std::array<std::string_view, 9> kEndings{"token",    "secret", "signature",
                                                       "password", "passwd", "credential",
                                                       "api_key",  "apikey", "access_key"};
    const auto lower = toLowerAscii(name);
    return lower == "sig" || lower == "auth" || lower == "pwd" ||
           std::ranges::any_of(kEndings,
                               [&](std::string_view ending) { return lower.ends_with(ending); });
}

std::string withoutSecretValues(std::string_view query)
{
    std::string shown;
    while (!query.empty()) {
        const auto parameter = cutAt(query, "&");
        const auto name = parameter.substr(0, parameter.find('='));
        const bool hides = name.size() < parameter.size() && isSecretParameter(name);
        shown += hides ? concat(name, "=***") : std::string(parameter);
        if (!query.empty()) {
            query.remove_prefix(1);
            shown += '&';
        }
    }
    return shown;
}

} // namespace

UrlParts splitUrl(std::string_view url)
{
    UrlParts parts;
    const auto colon = url.find("://");
    if (colon == std::string_view::npos || colon == 0)
        return parts;
    parts.hasAuthority = true;
    parts.scheme = url.substr(0, colon);
    url.remove_prefix(colon + 3);
    splitAuthority(cutAt(url, "/?#"), parts);
    parts.path = cutAt(url, "?#");
    if (url.starts_with('?')) {
        url.remove_prefix(1);
        parts.query = cutAt(url, "#");
    }
    return parts;
}

std::string_view credentialsIn(std::string_view url)
{
    const auto parts = splitUrl(url);
    if (parts.hasAuthority)
        return parts.userInfo;
    UrlParts bare;
    splitAuthority(url.substr(0, url.find_first_of("/?#")), bare);
    return bare.userInfo.contains(':') ? bare.userInfo : std::string_view();
}

std::string_view passwordIn(std::string_view url)
{
    const auto credentials = credentialsIn(url);
    const auto colon = credentials.find(':');
    return colon == std::string_view::npos ? std::string_view() : credentials.substr(colon + 1);
}

std::string urlHost(std::string_view url)
{
    return toLowerAscii(splitUrl(url).host);
}

std::string encodedSegment(std::string_view segment)
{
    return percentEncoded(segment, [](char c) { return !mustEncode(c); });
}

std::string encodedPath(std::string_view path)
{
    std::string text;
    while (true) {
        text += encodedSegment(cutAt(path, "/"));
        if (path.empty())
            return text;
        text += '/';
        path.remove_prefix(1);
    }
}

std::string withoutCredentials(std::string_view url)
{
    const auto parts = splitUrl(url);
    std::string shown(url);
    if (!parts.query.empty()) {
        const auto start = static_cast<std::size_t>(parts.query.data() - url.data());
        shown.replace(start, parts.query.size(), withoutSecretValues(parts.query));
    }
    if (const auto credentials = credentialsIn(url); !credentials.empty())
        shown.erase(static_cast<std::size_t>(credentials.data() - url.data()),
                    credentials.size() + 1);
    return shown;
}

std::optional<std::string> httpFileUrl(std::string_view base, std::string_view path)
{
    const auto parts = splitUrl(base);
    if (!parts.hasAuthority || parts.host.empty())
        return std::nullopt;
    std::string added;
    while (!path.empty()) {
        const auto segment = cutAt(path, "/");
        path.remove_prefix(path.empty() ? 0 : 1);
        if (!segment.empty() && segment != "." && segment != "..")
            added += "/" + encodedSegment(segment);
    }
    if (added.empty())
        return std::string(base);
    auto root = base.substr(0, std::min(base.find_first_of("?#"), base.size()));
    if (root.ends_with('/'))
        root.remove_suffix(1);
    return parts.query.empty() ? concat(root, added) : concat(root, added, "?", parts.query);
}

} // namespace faultline::sources

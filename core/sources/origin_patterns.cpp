// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/origin_patterns.h"

#include "core/base/text.h"
#include "core/sources/url.h"

#include <algorithm>

namespace faultline::sources {

namespace {

struct Pattern
{
    std::string_view scheme;
    std::string_view host;
    std::string_view port;
    std::string_view path; // With its leading '/'.
};

Pattern splitPattern(std::string_view text)
{
    Pattern pattern;
    if (const auto end = text.find("://"); end != std::string_view::npos) {
        pattern.scheme = text.substr(0, end);
        text.remove_prefix(end + 3);
    }
    if (const auto slash = text.find('/'); slash != std::string_view::npos) {
        pattern.path = text.substr(slash);
        text = text.substr(0, slash);
    }
    const auto colon = text.rfind(':');
    const bool isBracketed = text.ends_with(']');
    if (colon != std::string_view::npos && !isBracketed) {
        pattern.port = text.substr(colon + 1);
        text = text.substr(0, colon);
    }
    if (text.starts_with('[') && text.ends_with(']'))
        text = text.substr(1, text.size() - 2);
    pattern.host = text;
    return pattern;
}

std::string_view portOf(const UrlParts& url)
{
    if (!url.port.empty())
        return url.port;
    return equalsIgnoreCase(url.scheme, "https") ? "443" : "80";
}

bool hostMatches(std::string_view host, std::string_view pattern)
{
    if (pattern == "*" || equalsIgnoreCase(host, pattern))
        return true;
    if (!pattern.starts_with("*."))
        return false;
    pattern.remove_prefix(1); // ".domain"
    if (equalsIgnoreCase(host, pattern.substr(1)))
        return true;
    return host.size() > pattern.size() &&
           equalsIgnoreCase(host.substr(host.size() - pattern.size()), pattern);
}

bool matches(std::string_view url, std::string_view text)
{
    if (text == "*" || text == url)
        return true;
    const auto parts = splitUrl(url);
    const auto pattern = splitPattern(text);
    return parts.hasAuthority &&
           (pattern.scheme.empty() || pattern.scheme == "*" ||
            equalsIgnoreCase(pattern.scheme, parts.scheme)) &&
           hostMatches(parts.host, pattern.host) &&
           (pattern.port.empty() || pattern.port == portOf(parts)) &&
           parts.path.starts_with(pattern.path);
}

} // namespace

bool matchesOrigin(std::string_view url, std::span<const std::string> patterns)
{
    return std::ranges::any_of(patterns,
                               [&](const std::string& pattern) { return matches(url, pattern); });
}

} // namespace faultline::sources

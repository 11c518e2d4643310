// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace faultline::sources {

/// The parts of "scheme://user@host:port/path?query#fragment", unchanged.
struct UrlParts
{
    std::string_view scheme;
    std::string_view userInfo;
    std::string_view host; ///< Without brackets and port.
    std::string_view port;
    std::string_view path;  ///< Includes the leading '/'; may be empty.
    std::string_view query; ///< Without '?'.
    bool hasAuthority = false;
};

/// Splits without decoding or checking. Without "://", only `hasAuthority` is set.
UrlParts splitUrl(std::string_view url);

/// Lower-case host, without brackets and port; empty when there is none.
std::string urlHost(std::string_view url);

/// User and password as they stand in a URL, or in a host and port without a scheme, which proxies
/// and servers may be given as; empty when there are none. For the latter, a user counts only with
/// a password, because names of files may have an '@'.
std::string_view credentialsIn(std::string_view url);

/// The password of them; empty when there is none.
std::string_view passwordIn(std::string_view url);

/// Percent-encodes every character that a path segment must not contain, including '%'.
std::string encodedSegment(std::string_view segment);
/// The same for a path; '/' is kept.
std::string encodedPath(std::string_view path);

} // namespace faultline::sources

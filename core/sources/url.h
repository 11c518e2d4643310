#pragma once

#include <string>
#include <string_view>

namespace faultline::sources {

/// The parts of "scheme://user@host:port/path?query#fragment" as they stand in the text.
struct UrlParts
{
    std::string_view scheme;
    std::string_view userInfo;
    std::string_view host; ///< Without brackets and port.
    std::string_view port;
    std::string_view path;  ///< With its leading '/', or empty.
    std::string_view query; ///< Without '?'.
    bool hasAuthority = false;
};

/// Splits; nothing is decoded or checked. Without "://" everything but `hasAuthority` is empty.
UrlParts splitUrl(std::string_view url);

/// Lower-case host, without brackets and port; empty when there is none.
std::string urlHost(std::string_view url);

/// Percent-encodes everything that may not stand in a path segment, '%' included.
std::string encodedSegment(std::string_view segment);
/// The same for a path: '/' stays.
std::string encodedPath(std::string_view path);

} // namespace faultline::sources

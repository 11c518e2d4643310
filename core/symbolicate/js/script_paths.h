#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace faultline::js {

/// Joins a reference to the URL or path of the file that makes it. This is the reference's rule,
/// not URL resolution: docs/spec/javascript.md §3.3.
std::string joinPaths(std::string_view base, std::string_view right);

/// The path of a URL with its leading '/'; what follows a leading '~'; any other text as it is.
std::string_view withoutHost(std::string_view path);

/// "/assets/bundle" for "https://example.com/assets/bundle.min.js?foo=1#wat": what artifact
/// look-ups ask for (§4.4).
std::string fileStem(std::string_view path);

/// Under which names an artifact may be kept, best first (§4.3).
std::vector<std::string> candidateUrls(std::string_view url);

/// File names of original sources as people read them (§3.4).
std::string cleanWebpackName(std::string_view name);
std::string cleanTurbopackName(std::string_view name);

/// A made-up name of the script module: the path without host, extension, usual folders, versions
/// and hashes (§3.5).
std::string moduleNameOf(std::string_view path);

} // namespace faultline::js

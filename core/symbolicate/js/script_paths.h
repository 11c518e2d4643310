// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace faultline::js {

/// Joins a reference to the URL or path of the file that contains it. Follows the reference's rule,
/// which differs from URL resolution: docs/spec/javascript.md §3.3.
std::string joinPaths(std::string_view base, std::string_view right);

/// Returns a URL without "." and ".." as segments of its path (RFC 3986 §5.2.4), as maps have them
/// whose `sourceRoot` is a URL. Unchanged unless its scheme is http, https or file.
std::string withoutDotSegments(std::string_view url);

/// Returns the path of a URL with its leading '/', or the text after a leading '~'. Any other text
/// is unchanged.
std::string_view withoutHost(std::string_view path);

/// Returns the path of a URL as a relative path, without query, fragment and "..".
std::string relativePath(std::string_view url);

/// Returns "/assets/bundle" for "https://example.com/assets/bundle.min.js?foo=1#wat". Artifact
/// look-ups ask for this name (§4.4).
std::string fileStem(std::string_view path);

/// Returns the names under which an artifact may be stored, best first (§4.3).
std::vector<std::string> candidateUrls(std::string_view url);

/// Makes the file name of an original source readable (§3.4).
std::string cleanWebpackName(std::string_view name);
std::string cleanTurbopackName(std::string_view name);

/// Derives a module name from a path without host, extension, common folders, versions and hashes
/// (§3.5).
std::string moduleNameOf(std::string_view path);

} // namespace faultline::js

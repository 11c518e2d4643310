#pragma once

#include <span>
#include <string>
#include <string_view>

namespace faultline::sources {

/// Whether a URL matches one of the patterns of `scraping.allowed_origins`:
/// `[scheme://]host[:port][/path]`, where host may be `*` or `*.domain` (the domain itself too),
/// and what is left out matches all. `*` alone matches every URL; an empty list none. Source:
/// docs/spec/native.md §18.1; a path matches as a prefix, which the reference's own check never
/// does.
bool matchesOrigin(std::string_view url, std::span<const std::string> patterns);

} // namespace faultline::sources

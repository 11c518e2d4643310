// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace faultline::sources {

/// Does a URL match one of the patterns of `scraping.allowed_origins`? A pattern is
/// `[scheme://]host[:port][/path]`. The host may be `*` or `*.domain`, which includes the domain
/// itself. Omitted parts match everything. `*` alone matches every URL; an empty list matches none.
/// Source: docs/spec/native.md §18.1. A path matches as a prefix, unlike in Symbolicator, whose
/// check never does so.
bool matchesOrigin(std::string_view url, std::span<const std::string> patterns);

} // namespace faultline::sources

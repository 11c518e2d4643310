// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace faultline::sourcebundle {

/// Maps recorded source paths to URLs by patterns, for source bundles and Source Link documents. A
/// pattern matches the whole path, or a prefix up to its trailing `*`, ignoring ASCII case. An
/// exact match beats a prefix; the longest prefix wins. Source: docs/spec/native.md §18.4
/// (getsentry/symbolic symbolic-debuginfo/src/source_links.rs).
class SourceLinks
{
public:
    void add(std::string_view pattern, std::string_view url);

    bool empty() const { return m_exact.empty() && m_prefixes.empty(); }

    /// The URL for a path. The part that `*` matches gets forward slashes.
    std::optional<std::string> resolve(std::string_view path) const;

private:
    using UrlByPattern = std::map<std::string, std::string, std::less<>>; // Lower-case keys.

    UrlByPattern m_exact;
    UrlByPattern m_prefixes; // Without the asterisk.
};

} // namespace faultline::sourcebundle

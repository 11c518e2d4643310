#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace faultline::sourcebundle {

/// Maps recorded source paths to URLs by patterns, as source bundles and Source Link documents do.
/// A pattern matches whole, or up to its trailing `*`, ignoring ASCII case; exact beats prefix, the
/// longest prefix wins. Source: docs/spec/native.md §18.4 (getsentry/symbolic
/// symbolic-debuginfo/src/source_links.rs).
class SourceLinks
{
public:
    void add(std::string_view pattern, std::string_view url);

    bool empty() const { return m_exact.empty() && m_prefixes.empty(); }

    /// The URL for a path; the part that `*` stands for gets forward slashes.
    std::optional<std::string> resolve(std::string_view path) const;

private:
    using UrlByPattern = std::map<std::string, std::string, std::less<>>; // Lower-case keys.

    UrlByPattern m_exact;
    UrlByPattern m_prefixes; // Without the asterisk.
};

} // namespace faultline::sourcebundle

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/symbolicate/options/options.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::symbolicate {

/// What a request's rules may cost. A request with more is refused
/// (docs/spec/http-api.md §5.5).
struct RewriteLimits
{
    std::size_t maxRules = 32;
    std::size_t maxPatternBytes = 1024;
    std::size_t maxReplacementBytes = 1024;
    std::size_t maxGroups = 32; ///< Capturing groups of one pattern.
    /// Limit for one compiled pattern, including the memory to run it.
    std::int64_t maxProgramBytes = 1 << 20;
};

/// The rules of one request, compiled once. Immutable, so threads may share it.
class RewriteRules
{
public:
    /// Costs a few milliseconds at most, so call it away from network threads. Errors: Malformed
    /// (the first rule that is no regular expression, or the limit that is exceeded).
    static Result<std::shared_ptr<const RewriteRules>>
    compile(const std::vector<RewriteRule>& rules, const RewriteLimits& limits = {});
    ~RewriteRules();
    RewriteRules(const RewriteRules&) = delete;
    RewriteRules& operator=(const RewriteRules&) = delete;

    /// Applies the first rule whose pattern matches, to the first match in the text
    /// (docs/spec/http-api.md §5.5). A name longer than any path (32 KiB) stays as it is. Takes
    /// linear time for every pattern.
    std::string rewrite(std::string_view debugFile) const;

private:
    class Pattern;

    explicit RewriteRules(std::vector<std::unique_ptr<const Pattern>> patterns);

    std::vector<std::unique_ptr<const Pattern>> m_patterns;
};

} // namespace faultline::symbolicate

#pragma once

#include "core/base/result.h"
#include "core/symbolicate/options/options.h"

#include <string>
#include <string_view>

namespace faultline::symbolicate {

/// Applies the first rule whose pattern matches, to the first match in the text
/// (docs/spec/http-api.md §5.5). An invalid regular expression never matches. Takes linear time for
/// every pattern.
std::string rewriteDebugFile(std::string_view debugFile, const std::vector<RewriteRule>& rules);

/// Errors: Malformed (the first pattern that is no regular expression).
Result<void> checkRewriteRules(const std::vector<RewriteRule>& rules);

} // namespace faultline::symbolicate

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace faultline::server {

/// Percent-decoding; '+' is a space only in queries. Invalid escapes are kept unchanged.
enum class PlusSign : std::uint8_t { IsPlus, IsSpace };
std::string percentDecoded(std::string_view text, PlusSign plus);

std::vector<std::pair<std::string, std::string>> parseQuery(std::string_view query);

/// Query parameters of the job routes (docs/spec/http-api.md §5.1); others are ignored.
struct JobQuery
{
    std::optional<std::chrono::seconds> timeout; ///< Absent: wait until the job ends.
    std::string scope;                           ///< Empty means global.
};

/// Errors: Malformed (a known parameter twice, or a timeout that is no unsigned integer).
Result<JobQuery> parseJobQuery(std::string_view query);

} // namespace faultline::server

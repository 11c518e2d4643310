// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/http/query_string.h"

#include "core/base/hex.h"
#include "core/base/percent.h"

#include <algorithm>

namespace faultline::server {

namespace {

/// No job lasts this long, so longer waits make no difference.
constexpr std::uint64_t kLongestWaitSeconds = 24 * 60 * 60;

} // namespace

std::string percentDecoded(std::string_view text, PlusSign plus)
{
    if (plus == PlusSign::IsPlus)
        return faultline::percentDecoded(text);
    std::string spaced(text);
    std::ranges::replace(spaced, '+', ' ');
    return faultline::percentDecoded(spaced);
}

std::vector<std::pair<std::string, std::string>> parseQuery(std::string_view query)
{
    std::vector<std::pair<std::string, std::string>> parameters;
    while (!query.empty()) {
        const auto part = query.substr(0, query.find('&'));
        query.remove_prefix(std::min(part.size() + 1, query.size()));
        if (part.empty())
            continue;
        const auto equals = part.find('=');
        const auto value =
            equals == std::string_view::npos ? std::string_view() : part.substr(equals + 1);
        parameters.emplace_back(percentDecoded(part.substr(0, equals), PlusSign::IsSpace),
                                percentDecoded(value, PlusSign::IsSpace));
    }
    return parameters;
}

Result<JobQuery> parseJobQuery(std::string_view query)
{
    JobQuery parsed;
    bool hasScope = false;
    for (auto& [name, value] : parseQuery(query)) {
        if ((name == "timeout" && parsed.timeout) || (name == "scope" && hasScope))
            return fail(ErrorKind::Malformed, "duplicate field `", name, "`");
        if (name == "timeout") {
            const auto seconds = parseDecimal(value);
            if (!seconds)
                return fail(ErrorKind::Malformed,
                            "timeout: expected an unsigned integer of seconds, found \"", value,
                            "\"");
            parsed.timeout = std::chrono::seconds(std::min(*seconds, kLongestWaitSeconds));
        } else if (name == "scope") {
            parsed.scope = std::move(value);
            hasScope = true;
        }
    }
    return parsed;
}

} // namespace faultline::server

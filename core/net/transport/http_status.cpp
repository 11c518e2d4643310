// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/transport/http_status.h"

#include "core/base/result.h"

#include <algorithm>
#include <array>

namespace faultline::net {

namespace {

struct Phrase
{
    std::uint32_t status;
    std::string_view text;
};

// IANA HTTP Status Code Registry. HTTP/2 sends no phrases, and servers invent some.
constexpr std::array kPhrases{
    Phrase{300, "Multiple Choices"},
    Phrase{301, "Moved Permanently"},
    Phrase{302, "Found"},
    Phrase{303, "See Other"},
    Phrase{304, "Not Modified"},
    Phrase{307, "Temporary Redirect"},
    Phrase{308, "Permanent Redirect"},
    Phrase{400, "Bad Request"},
    Phrase{401, "Unauthorized"},
    Phrase{403, "Forbidden"},
    Phrase{404, "Not Found"},
    Phrase{405, "Method Not Allowed"},
    Phrase{408, "Request Timeout"},
    Phrase{409, "Conflict"},
    Phrase{410, "Gone"},
    Phrase{411, "Length Required"},
    Phrase{412, "Precondition Failed"},
    Phrase{413, "Content Too Large"},
    Phrase{416, "Range Not Satisfiable"},
    Phrase{425, "Too Early"},
    Phrase{429, "Too Many Requests"},
    Phrase{500, "Internal Server Error"},
    Phrase{501, "Not Implemented"},
    Phrase{502, "Bad Gateway"},
    Phrase{503, "Service Unavailable"},
    Phrase{504, "Gateway Timeout"},
    Phrase{505, "HTTP Version Not Supported"},
    Phrase{507, "Insufficient Storage"},
    Phrase{508, "Loop Detected"},
    Phrase{511, "Network Authentication Required"},
};

bool isPassingTrouble(std::uint32_t status)
{
    return status == 408 || status == 425 || status == 429;
}

} // namespace

std::string statusText(std::uint32_t status)
{
    const auto* found = std::ranges::find(kPhrases, status, &Phrase::status);
    return found == kPhrases.end() ? std::to_string(status) : concat(status, " ", found->text);
}

std::optional<Error> errorForStatus(const HttpHead& head)
{
    const auto status = head.status;
    if (status >= 200 && status < 300)
        return std::nullopt;
    if (status == 401 || status == 403)
        return Error{ErrorKind::PermissionDenied, statusText(status)};
    if (status == 302)
        return Error{ErrorKind::PermissionDenied, "Potential login page detected"};
    if (status >= 400 && status < 500 && !isPassingTrouble(status))
        return Error{ErrorKind::NotFound, statusText(status)};
    return Error{ErrorKind::DownloadFailed, statusText(status)};
}

std::string durationText(std::chrono::milliseconds duration)
{
    struct Unit
    {
        std::int64_t ms;
        std::string_view name;
    };

    constexpr std::array kUnits{Unit{3'600'000, "h"}, Unit{60'000, "m"}, Unit{1'000, "s"},
                                Unit{1, "ms"}};
    std::string text;
    auto rest = std::max<std::int64_t>(duration.count(), 0);
    for (const auto& unit : kUnits) {
        if (rest / unit.ms > 0)
            text += concat(text.empty() ? "" : " ", rest / unit.ms, unit.name);
        rest %= unit.ms;
    }
    return text.empty() ? "0s" : text;
}

} // namespace faultline::net

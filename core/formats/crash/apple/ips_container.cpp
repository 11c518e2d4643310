// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/apple/ips_container.h"

#include "core/base/find_part.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/formats/crash/apple/apple_facts.h"

#include <algorithm>
#include <array>

namespace faultline::apple {

namespace {

struct BugType
{
    std::string_view number;
    std::string_view name;
};

// Source: docs/spec/native.md §20.1.
constexpr std::array kBugTypes{
    BugType{"109", "text crash report"},
    BugType{"210", "kernel panic"},
    BugType{"288", "stackshot"},
    BugType{"298", "jetsam"},
    BugType{"309", "crash"},
};

constexpr std::size_t kProbedBytes = 4096;
constexpr std::size_t kMaxSearchedBytes = 64 << 20; ///< Far more than any report needs.

/// Console writes a translated text first, then this line.
constexpr std::string_view kFullReport = "Full Report";

std::string_view firstLine(std::string_view text)
{
    return text.substr(0, text.find('\n'));
}

/// The text from the first line that begins an object; empty when there is none.
std::string_view fromFirstObject(std::string_view text)
{
    if (text.starts_with('{'))
        return text;
    const auto brace = text.find("\n{");
    return brace == std::string_view::npos ? std::string_view() : text.substr(brace + 1);
}

/// The text after the line "Full Report"; empty when there is none.
std::string_view afterFullReport(std::string_view text)
{
    for (auto at = findPart(text, kFullReport); at != std::string_view::npos;
         at = findPart(text, kFullReport, at + 1)) {
        const bool startsLine = at == 0 || text[at - 1] == '\n';
        const auto line = firstLine(text.substr(at));
        if (startsLine && trimAscii(line) == kFullReport)
            return fromFirstObject(text.substr(at + line.size()));
    }
    return {};
}

std::string_view jsonPart(std::string_view text)
{
    text = withoutByteOrderMark(text);
    const auto start = std::min(text.find_first_not_of(" \t\r\n"), text.size());
    return text.substr(start).starts_with('{') ? text.substr(start) : afterFullReport(text);
}

} // namespace

bool looksLikeIps(std::string_view text)
{
    // A file of 16 GiB is refused without being read.
    if (text.substr(0, kProbedBytes).contains('\0'))
        return false;
    const auto json = jsonPart(text.substr(0, kMaxSearchedBytes));
    return firstLine(json).contains("\"bug_type\"") ||
           findPart(json, "\"usedImages\"") != std::string_view::npos;
}

IpsParts splitIps(std::string_view text)
{
    const auto json = jsonPart(text);
    const auto line = trimAscii(firstLine(json));
    const auto rest = json.substr(std::min(firstLine(json).size(), json.size()));
    const bool isWholeObject = line.starts_with('{') && line.ends_with('}');
    // Nothing may follow a payload of one line.
    if (isWholeObject && (!trimAscii(rest).empty() || !line.contains("\"usedImages\"")))
        return {.header = line, .body = rest};
    return {.header = {}, .body = json};
}

std::string_view bugTypeName(std::string_view bugType)
{
    const auto* const found = std::ranges::find(kBugTypes, bugType, &BugType::number);
    return found == kBugTypes.end() ? std::string_view() : found->name;
}

} // namespace faultline::apple

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/apple_cause.h"

#include "core/base/result.h"
#include "core/base/text.h"

#include <optional>
#include <string_view>

namespace faultline::insight {

namespace {

/// The text after a mark, up to the end of the line.
std::optional<std::string_view> afterMark(std::string_view text, std::string_view mark)
{
    const auto at = text.find(mark);
    if (at == std::string_view::npos)
        return std::nullopt;
    text.remove_prefix(at + mark.size());
    return text.substr(0, text.find('\n'));
}

/// "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 5 beyond
/// bounds'": the reason may have quotes of its own.
std::string uncaughtException(std::string_view details)
{
    const auto text = afterMark(details, "due to uncaught exception '");
    if (!text)
        return {};
    const auto name = text->substr(0, text->find('\''));
    auto reason = afterMark(*text, "reason: '").value_or(std::string_view());
    reason = reason.substr(0, reason.rfind('\''));
    return concat(name, reason.empty() ? "" : ": ", reason);
}

bool isCode(std::string_view word)
{
    return word.size() > 2 && (word.starts_with("0x") || word.starts_with("0X")) &&
           word.find_first_not_of("0123456789abcdefABCDEF", 2) == std::string_view::npos;
}

/// "code:0x8BADF00D explanation:scene-update watchdog transgression: …" of JSON reports, and
/// "Namespace FRONTBOARD, Code 0x8badf00d" with words in the next line of texts.
std::string endedBySystem(std::string_view details)
{
    for (const std::string_view mark : {"code:", "Code "}) {
        const auto text = afterMark(details, mark);
        const auto word =
            text ? text->substr(0, text->find_first_of(" \t,;>")) : std::string_view();
        if (!isCode(word))
            continue;
        auto words = afterMark(details, "explanation:");
        if (!words && details.find('\n') != std::string_view::npos)
            words = trimAscii(details.substr(details.find('\n') + 1));
        const auto line = words ? words->substr(0, words->find('\n')) : std::string_view();
        return concat(word, line.empty() ? "" : ": ", line);
    }
    return {};
}

} // namespace

std::string appleCause(const Event& event)
{
    if (event.kind != EventKind::AppleIps && event.kind != EventKind::AppleText)
        return {};
    auto exception = uncaughtException(event.crash.details);
    if (!exception.empty())
        return exception;
    const bool isKilled = event.crash.reason.find("SIGKILL") != std::string::npos;
    return isKilled ? endedBySystem(event.crash.details) : std::string();
}

} // namespace faultline::insight

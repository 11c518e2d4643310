// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/text/code_frame.h"

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/text/line_scanner.h"

#include <algorithm>
#include <limits>

namespace faultline::nativetext {

namespace {

constexpr std::uint64_t kMaxFrameNumber = 1'000'000;

/// Takes ":12" from the end of a text.
std::optional<std::uint32_t> takeLastNumber(std::string_view& text)
{
    const auto colon = text.rfind(':');
    if (colon == std::string_view::npos || colon == 0)
        return std::nullopt;
    LineScanner scanner(text.substr(colon + 1));
    const auto value = scanner.decimal();
    if (!value || !scanner.atEnd() || *value > std::numeric_limits<std::uint32_t>::max())
        return std::nullopt;
    text = text.substr(0, colon);
    return static_cast<std::uint32_t>(*value);
}

} // namespace

void setSourcePlace(FrameText& frame, std::string_view text)
{
    const auto last = takeLastNumber(text);
    const auto first = last ? takeLastNumber(text) : std::nullopt;
    frame.line = first ? *first : last.value_or(0);
    frame.column = first ? *last : 0;
    frame.file = text;
}

void setModulePlace(FrameText& frame, std::string_view text)
{
    const auto plus = text.rfind('+');
    const auto offset = plus == std::string_view::npos
                            ? std::nullopt
                            : parseNumber(trimAscii(text.substr(plus + 1)));
    frame.module = trimAscii(offset ? text.substr(0, plus) : text);
    frame.moduleOffset = offset;
}

void setFunctionPlace(FrameText& frame, std::string_view text)
{
    const auto plus = text.rfind('+');
    if (plus == std::string_view::npos) {
        frame.function = text;
        return;
    }
    const auto place = text.substr(plus + 1);
    const auto slash = place.find('/');
    const auto offset = parseNumber(trimAscii(place.substr(0, slash)));
    if (!offset) {
        frame.function = text;
        return;
    }
    frame.function = trimAscii(text.substr(0, plus));
    frame.functionOffset = offset;
    if (slash != std::string_view::npos)
        frame.functionSize = parseNumber(trimAscii(place.substr(slash + 1)));
}

StackError parseStackError(std::string_view text)
{
    constexpr std::string_view kColon = ": ";
    const auto colon = text.find(kColon);
    return makeStackError(text.substr(0, colon), colon == std::string_view::npos
                                                     ? std::string_view()
                                                     : text.substr(colon + kColon.size()));
}

StackError makeStackError(std::string_view name, std::string_view message)
{
    const auto dot = name.rfind('.');
    const bool hasPackage = dot != std::string_view::npos;
    return {.type = toValidUtf8(hasPackage ? name.substr(dot + 1) : name),
            .package = hasPackage ? toValidUtf8(name.substr(0, dot)) : std::string(),
            .message = toValidUtf8(message)};
}

std::string reasonOf(const StackError& error)
{
    const auto name = concat(error.package, error.package.empty() ? "" : ".", error.type);
    return concat(name, name.empty() || error.message.empty() ? "" : ": ", error.message);
}

std::optional<StackRole> roleIn(std::string_view heading, std::span<const RoleWords> roles)
{
    const auto known = std::ranges::find_if(
        roles, [heading](const RoleWords& each) { return has(heading, each.words); });
    return known == roles.end() ? std::nullopt : std::optional(known->role);
}

std::optional<ReceivedSignal> parseReceivedSignal(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.take("Received signal "))
        return std::nullopt;
    const auto number = scanner.decimal();
    if (!number)
        return std::nullopt;
    ReceivedSignal signal{.number = *number, .code = scanner.blanks().word(), .address = {}};
    if (signal.code.starts_with("sent")) // "sent by process 4025", as X.Org says.
        return ReceivedSignal{.number = *number, .code = {}, .address = {}};
    if (signal.code.starts_with('<'))
        signal.code = {};
    signal.address = scanner.blanks().hex();
    return signal;
}

void setReceivedSignal(TraceBuilder& trace, const ReceivedSignal& signal)
{
    trace.setSignalNumber(signal.number, {}, signal.code);
    if (signal.address)
        trace.setAddress(*signal.address);
}

std::optional<NumberedLine> parseNumbered(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.blanks().take("#"))
        return std::nullopt;
    const auto number = scanner.decimal();
    LineScanner part(scanner.rest());
    const bool isPart = number && part.take(".") && part.decimal();
    if (isPart)
        scanner = part;
    if (!number || *number > kMaxFrameNumber ||
        (!scanner.atEnd() && scanner.rest()[0] != ' ' && scanner.rest()[0] != '\t'))
        return std::nullopt;
    return NumberedLine{*number, scanner.blanks().rest(), isPart};
}

} // namespace faultline::nativetext

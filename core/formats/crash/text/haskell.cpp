// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

#include <algorithm>
#include <array>

namespace faultline::nativetext {

namespace {

/// The second since GHC 9.10.
constexpr std::array<std::string_view, 2> kHeads{"CallStack (from HasCallStack):",
                                                 "HasCallStack backtrace:"};
constexpr std::string_view kUncaught = ": Uncaught exception ";
constexpr int kMessageLines = 20;

bool isHead(std::string_view line)
{
    return std::ranges::find(kHeads, trimAscii(line)) != kHeads.end();
}

/// "  bounds, called at src/Node.hs:31:12 in main:Node".
std::optional<FrameText> parseHaskellFrame(std::string_view line)
{
    LineScanner scanner(trimAscii(line));
    const auto name = scanner.until(", called at ");
    if (!name || name->empty() || name->find(' ') != std::string_view::npos)
        return std::nullopt;
    FrameText frame;
    frame.function = *name;
    const auto place = scanner.until(" in ");
    if (!place)
        return std::nullopt;
    setSourcePlace(frame, *place);
    frame.module = scanner.rest();
    return frame.line == 0 ? std::nullopt : std::optional(frame);
}

bool beginsStack(const LineCursor& at)
{
    if (!isHead(at.line().text))
        return false;
    auto ahead = at;
    ahead.next();
    return !ahead.atEnd() && parseHaskellFrame(ahead.line().text).has_value();
}

/// "app: Prelude.head: empty list" directly above a stack: the program and the words of error().
std::optional<std::string_view> parseErrorCall(std::string_view line)
{
    LineScanner scanner(line);
    const auto program = scanner.until(": ");
    const bool isProgram =
        program && program->find_first_of(" \t") == std::string_view::npos &&
        program->find_first_of("abcdefghijklmnopqrstuvwxyz") != std::string_view::npos; // No level.
    return isProgram ? std::optional(scanner.rest()) : std::nullopt;
}

bool isErrorCall(const LineCursor& at)
{
    return parseErrorCall(at.line().text) && isNext(at, beginsStack);
}

bool beginsHaskell(const LineCursor& at)
{
    if (!has(at.line().text, kUncaught))
        return beginsStack(at) || isErrorCall(at);
    auto ahead = at;
    for (int i = 0; i < at.patience(kMessageLines) && !ahead.atEnd(); ++i, ahead.next()) {
        if (beginsStack(ahead))
            return true;
    }
    return false;
}

/// "app: Uncaught exception ghc-internal:GHC.Internal.Exception.ErrorCall:", a blank line, the
/// message, another one and the stack's head, where it leaves the cursor.
std::optional<StackError> readUncaught(LineCursor& at)
{
    LineScanner scanner(at.line().text);
    if (!scanner.until(kUncaught)) {
        const auto words = isHead(at.line().text) ? std::nullopt : parseErrorCall(at.line().text);
        if (!words)
            return std::nullopt;
        at.next();
        return StackError{.type = {}, .package = {}, .message = toValidUtf8(*words)};
    }
    auto name = scanner.rest();
    if (name.ends_with(':'))
        name.remove_suffix(1);
    const auto dot = name.rfind('.');
    const bool hasModule = dot != std::string_view::npos;
    StackError error{.type = toValidUtf8(hasModule ? name.substr(dot + 1) : name),
                     .package = hasModule ? toValidUtf8(name.substr(0, dot)) : std::string(),
                     .message = {}};
    std::string message;
    for (at.next(); !at.atEnd() && !isHead(at.line().text); at.next())
        message += concat("\n", toValidUtf8(at.line().text));
    error.message = std::string(trimAscii(message));
    return error;
}

void readHaskell(LineCursor& at, TraceBuilder& trace)
{
    at.followWriter();
    trace.crash().present = true;
    auto error = readUncaught(at);
    at.next();
    auto& stack = trace.beginStack(StackRole::Error);
    if (error) {
        trace.crash().reason = concat(error->type, error->type.empty() ? "" : ": ", error->message);
        stack.error = *std::move(error);
    }
    for (; !at.atEnd(); at.next()) {
        const auto frame = parseHaskellFrame(at.line().text);
        if (!frame)
            break;
        trace.add(*frame, at.line());
    }
    at.followAll();
}

} // namespace

const TraceForm kHaskellForm{
    .name = "call stack of Haskell", .begins = beginsHaskell, .read = readHaskell};

} // namespace faultline::nativetext

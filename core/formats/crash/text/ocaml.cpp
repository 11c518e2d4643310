// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

namespace faultline::nativetext {

namespace {

/// "Called from Foo.bar in file "src/foo.ml" (inlined), line 12, characters 4-20"; before
/// OCaml 4.11 without the function.
std::optional<FrameText> parseOcamlFrame(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.take("Raised ") && !scanner.take("Called from ") && !scanner.take("Re-raised at "))
        return std::nullopt;
    scanner.take("by primitive operation ");
    scanner.take("at ");
    FrameText frame;
    if (!scanner.take("file \"")) {
        const auto name = scanner.until(" in file \"");
        if (!name || name->empty())
            return std::nullopt;
        frame.function = *name;
    }
    const auto file = scanner.until("\"");
    if (!file || file->empty() || !scanner.until(", line"))
        return std::nullopt;
    scanner.take("s"); // "lines 3-5".
    const auto number = scanner.blanks().decimal();
    frame.file = *file;
    frame.line = number && *number <= UINT32_MAX ? static_cast<std::uint32_t>(*number) : 0;
    if (scanner.until("characters ")) {
        const auto column = scanner.decimal();
        if (column && *column < UINT32_MAX)
            frame.column = static_cast<std::uint32_t>(*column) + 1; // OCaml counts from 0.
    }
    return frame.line != 0 ? std::optional(frame) : std::nullopt;
}

/// "Fatal error: exception Failure("hd")"
std::optional<std::string_view> parseOcamlHead(std::string_view line)
{
    LineScanner scanner(line);
    return scanner.take("Fatal error: exception ") ? std::optional(scanner.rest()) : std::nullopt;
}

bool beginsOcaml(const LineCursor& at)
{
    const auto text = at.line().text;
    if (text.starts_with("Raised "))
        return parseOcamlFrame(text).has_value();
    return parseOcamlHead(text) && isNext(at, parseOcamlFrame);
}

void readOcaml(LineCursor& at, TraceBuilder& trace)
{
    at.followWriter();
    auto& stack = trace.beginStack(StackRole::Error);
    trace.crash().present = true;
    if (const auto error = parseOcamlHead(at.line().text)) {
        const auto end = error->find_first_of("( ");
        trace.crash().reason = toValidUtf8(*error);
        stack.error = StackError{
            .type = toValidUtf8(error->substr(0, end)),
            .package = {},
            .message = end == std::string_view::npos ? "" : toValidUtf8(error->substr(end))};
        at.next();
    }
    for (; !at.atEnd(); at.next()) {
        const auto frame = parseOcamlFrame(at.line().text);
        if (frame)
            trace.add(*frame, at.line());
        else if (at.line().text == "Called from unknown location")
            trace.leaveOut({});
        else
            break;
    }
    at.followAll();
}

} // namespace

const TraceForm kOcamlForm{.name = "backtrace of OCaml", .begins = beginsOcaml, .read = readOcaml};

} // namespace faultline::nativetext

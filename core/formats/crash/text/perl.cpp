// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

namespace faultline::nativetext {

namespace {

struct PerlPlace
{
    std::string_view before;
    std::string_view file;
    std::uint32_t line = 0;
};

/// "message at lib/Bar.pm line 12." and "… line 33, <STDIN> line 4."
std::optional<PerlPlace> parsePerlPlace(std::string_view text, std::string_view word)
{
    const auto at = text.rfind(word);
    if (at == std::string_view::npos)
        return std::nullopt;
    LineScanner scanner(text.substr(at + word.size()));
    const auto file = scanner.until(" line ");
    const auto number = scanner.decimal();
    if (!file || file->empty() || has(*file, "\"") || !number || *number == 0 ||
        *number > UINT32_MAX)
        return std::nullopt;
    return PerlPlace{text.substr(0, at), *file, static_cast<std::uint32_t>(*number)};
}

/// "	Bar::run(Bar=HASH(0x55d0c8a5b2a0), "x", 3) called at bin/app.pl line 7" and "	eval {...}
/// called at …": the function and the place that called it.
std::optional<PerlPlace> parsePerlCall(std::string_view line)
{
    if (!line.starts_with('\t') && !line.starts_with("    "))
        return std::nullopt;
    auto call = parsePerlPlace(trimAscii(line), " called at ");
    if (!call)
        return std::nullopt;
    call->before = call->before.substr(0, call->before.find_first_of("( "));
    return call->before.empty() ? std::nullopt : call;
}

std::optional<PerlPlace> parsePerlHead(std::string_view line)
{
    return line.starts_with('\t') ? std::nullopt : parsePerlPlace(line, " at ");
}

/// The place of the message, which may be repeated below it.
bool isRepeatedPlace(const LineCursor& at)
{
    return at.line().text.starts_with(" at ") && parsePerlHead(at.line().text) &&
           isNext(at, parsePerlCall);
}

bool beginsPerl(const LineCursor& at)
{
    return has(at.line().text, " line ") && parsePerlHead(at.line().text) &&
           (isNext(at, parsePerlCall) || isNext(at, isRepeatedPlace));
}

/// A call says where it was made, so each function is at the place of the line before.
void addPerlFrame(TraceBuilder& trace,
                  const PerlPlace& at,
                  std::string_view function,
                  const Line& line)
{
    trace.add(FrameText{.function = function, .file = at.file, .line = at.line}, line);
}

void readPerl(LineCursor& at, TraceBuilder& trace)
{
    at.followWriter();
    auto& stack = trace.beginStack(StackRole::Error);
    auto place = parsePerlHead(at.line().text);
    if (place) {
        trace.crash().present = true;
        trace.crash().reason = toValidUtf8(place->before);
        stack.error = StackError{.type = {}, .package = {}, .message = toValidUtf8(place->before)};
        at.next();
    }
    if (!at.atEnd() && at.line().text.starts_with(" at "))
        at.next();
    Line last;
    for (; place && !at.atEnd(); at.next()) {
        const auto call = parsePerlCall(at.line().text);
        if (!call)
            break;
        last = at.line();
        addPerlFrame(trace, *place, call->before, last);
        place = call;
    }
    if (place && last.number != 0)
        addPerlFrame(trace, *place, "(main program)", last);
    at.followAll();
}

} // namespace

const TraceForm kPerlForm{.name = "stack trace of Perl", .begins = beginsPerl, .read = readPerl};

} // namespace faultline::nativetext

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"

namespace faultline::nativetext {

namespace {

/// "main.(*Server).readConfig": a function of Go with its package, and nothing else in the line.
bool isGoFunction(std::string_view line)
{
    const auto dot = line.find('.');
    return dot != std::string_view::npos && dot > 0 && dot + 1 < line.size() &&
           line.find_first_of(" \t:") == std::string_view::npos && !line.ends_with('.') &&
           !line.starts_with('/');
}

/// "\t/home/u/app/main.go:14", and assembler's files.
std::optional<FrameText> parsePlace(std::string_view line)
{
    if (!line.starts_with('\t'))
        return std::nullopt;
    FrameText frame;
    setSourcePlace(frame, trimAscii(line));
    const bool isGo = frame.file.ends_with(".go") || frame.file.ends_with(".s");
    return isGo && frame.line != 0 && frame.column == 0 ? std::optional(frame) : std::nullopt;
}

bool hasFrame(LineCursor& at)
{
    if (at.atEnd() || !isGoFunction(at.line().text))
        return false;
    at.next();
    return !at.atEnd() && parsePlace(at.line().text).has_value();
}

/// Two frames below each other.
bool hasStack(LineCursor at)
{
    if (!hasFrame(at))
        return false;
    at.next();
    return hasFrame(at);
}

/// What an error of pkg/errors or an entry of zap's log has. The message is above it, among any
/// other lines, and is not read.
bool beginsErrors(const LineCursor& at)
{
    return hasStack(at);
}

void readErrors(LineCursor& at, TraceBuilder& trace)
{
    at.followWriter();
    trace.beginStack(StackRole::Error);
    while (!at.atEnd() && isGoFunction(at.line().text)) {
        const auto line = at.line();
        auto ahead = at;
        ahead.next();
        auto place = ahead.atEnd() ? std::nullopt : parsePlace(ahead.line().text);
        if (!place)
            break;
        place->function = line.text;
        trace.add(*place, line);
        at = ahead;
        at.next();
    }
    at.followAll();
}

} // namespace

const TraceForm kGoErrorsForm{
    .name = "stack of an error of Go", .begins = beginsErrors, .read = readErrors};

} // namespace faultline::nativetext

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"

namespace faultline::nativetext {

namespace {

/// "    (scene 0.1.0) lib/node.ex:31: Scene.Node.bounds/1", "    (stdlib) erl_eval.erl:123: …".
std::optional<FrameText> parseElixirFrame(std::string_view line)
{
    if (!line.starts_with("    ") && !line.starts_with('\t'))
        return std::nullopt;
    LineScanner scanner(trimAscii(line));
    FrameText frame;
    bool hasApplication = false;
    if (scanner.take("(")) {
        const auto application = scanner.until(") ");
        if (!application || application->empty())
            return std::nullopt;
        frame.module = application->substr(0, application->find(' '));
        hasApplication = true;
    }
    const auto place = scanner.until(": ");
    if (!place)
        return std::nullopt;
    setSourcePlace(frame, *place);
    const bool isSource =
        frame.file.ends_with(".ex") || frame.file.ends_with(".exs") || frame.file.ends_with(".erl");
    if (!isSource || (frame.line == 0 && !hasApplication))
        return std::nullopt;
    frame.function = trimAscii(scanner.rest());
    return frame.function.empty() ? std::nullopt : std::optional(frame);
}

/// "** (FunctionClauseError) no function clause matching in Scene.Node.bounds/1".
std::optional<StackError> parseElixirHead(std::string_view line)
{
    LineScanner scanner(trimAscii(line));
    if (!scanner.until("** ("))
        return std::nullopt;
    const auto type = scanner.until(")");
    if (!type || type->empty() || type->find(' ') != std::string_view::npos)
        return std::nullopt;
    return StackError{.type = toValidUtf8(*type),
                      .package = {},
                      .message = toValidUtf8(trimAscii(scanner.rest()))};
}

constexpr int kHeadLines = 30; ///< Of a message, and of the clauses that were tried.

bool isStackNear(LineCursor ahead)
{
    const auto lines = ahead.patience(kHeadLines);
    for (int i = 0; i < lines; ++i) {
        ahead.next();
        if (ahead.atEnd())
            return false;
        if (parseElixirFrame(ahead.line().text))
            return true;
    }
    return false;
}

bool beginsElixir(const LineCursor& at)
{
    if (parseElixirHead(at.line().text))
        return isStackNear(at);
    if (!parseElixirFrame(at.line().text))
        return false;
    auto ahead = at;
    ahead.next();
    return !ahead.atEnd() && parseElixirFrame(ahead.line().text).has_value();
}

void readElixir(LineCursor& at, TraceBuilder& trace)
{
    at.followWriter();
    auto& stack = trace.beginStack(StackRole::Error);
    if (auto error = parseElixirHead(at.line().text)) {
        trace.crash().present = true;
        trace.crash().reason = error->type + (error->message.empty() ? "" : ": ") + error->message;
        stack.error = *std::move(error);
        at.next();
        for (int i = 0; i < kHeadLines && !at.atEnd() && !parseElixirFrame(at.line().text); ++i)
            at.next();
    }
    for (; !at.atEnd(); at.next()) {
        const auto frame = parseElixirFrame(at.line().text);
        if (!frame)
            break;
        trace.add(*frame, at.line());
    }
    at.followAll();
}

} // namespace

const TraceForm kElixirForm{
    .name = "stack trace of Elixir", .begins = beginsElixir, .read = readElixir};

} // namespace faultline::nativetext

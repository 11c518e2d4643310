// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/walk_text.h"

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/json/json_writer.h"
#include "core/report/frame_text.h"
#include "core/report/thread_words.h"
#include "core/report/walk_words.h"

#include <algorithm>

namespace faultline::report {

namespace {

/// The row of the function itself; null when the report's stack has none for the frame.
const Frame* functionRow(const Report& report, const WalkTrace& trace, std::size_t frame)
{
    const auto& stacks = report.stacks;
    if (trace.thread >= stacks.size() || !stacks[trace.thread])
        return nullptr;
    const auto& rows = stacks[trace.thread]->frames;
    const auto found = std::ranges::find_if(
        rows, [frame](const Frame& row) { return row.originalIndex == frame && !row.isInlined; });
    return found != rows.end() ? &*found : nullptr;
}

std::string nameOf(const Report& report, const WalkTrace& trace, std::size_t frame)
{
    const auto* row = functionRow(report, trace, frame);
    return row != nullptr ? frameLabel(report, *row) : concat(Hex{trace.frames[frame].pc});
}

std::string padded(std::string text, std::size_t width)
{
    text.resize(std::max(text.size(), width), ' ');
    return text;
}

void addAttempts(std::string& text, const std::vector<WalkAttempt>& attempts)
{
    std::size_t elsewhere = 0;
    for (const auto& attempt : attempts) {
        if (attempt.verdict == WalkVerdict::NotHere) {
            ++elsewhere;
            continue;
        }
        const auto number = concat(walkStepNumber(attempt.step));
        text += concat("      ", number.size() < 2 ? " " : "", number, "  ",
                       padded(std::string(walkStepWords(attempt.step)), 34),
                       padded(std::string(walkVerdictWords(attempt.verdict)), 11),
                       escapeControls(walkAttemptWords(attempt)), "\n");
    }
    if (elsewhere != 0)
        text += concat("          ", elsewhere, elsewhere == 1 ? " step is" : " steps are",
                       " for other systems or processors\n");
}

void writeAttempt(json::JsonWriter& json, const WalkAttempt& attempt)
{
    json.beginObject().member("step", walkStepName(attempt.step));
    json.member("number", walkStepNumber(attempt.step));
    json.member("verdict", walkVerdictName(attempt.verdict));
    json.textIfAny("lacks", walkLackName(attempt.lack));
    json.optionalHex("register", attempt.start);
    if (attempt.method) {
        json.member("method", unwindMethodName(*attempt.method));
        json.key("address").hex(attempt.pc);
        json.key("stack_pointer").hex(attempt.sp);
    }
    json.textIfAny("note", attempt.note).endObject();
}

void writeAttempts(json::JsonWriter& json, const std::vector<WalkAttempt>& attempts)
{
    json.key("steps").beginArray();
    for (const auto& attempt : attempts)
        writeAttempt(json, attempt);
    json.endArray();
}

void writeFrame(json::JsonWriter& json, const ExplainedFrame& frame, const std::string& name)
{
    json.beginObject().key("address").hex(frame.pc);
    json.key("stack_pointer").hex(frame.sp);
    json.member("name", name).member("trust", frameTrustName(frame.trust));
    json.member("method", unwindMethodName(frame.method));
    json.optional("module", frame.module).optionalHex("return_slot", frame.returnSlot);
    json.textIfAny("note", frame.note);
    writeAttempts(json, frame.attempts);
    json.endObject();
}

} // namespace

std::string renderWalkText(const Report& report, const WalkTrace& trace)
{
    auto text = concat("Why this stack: thread ", threadTitle(report, trace.thread), "\n");
    for (std::size_t i = 0; i < trace.frames.size(); ++i) {
        const auto& frame = trace.frames[i];
        text +=
            concat(padded(concat("  ", i), 6), padded(std::string(frameTrustName(frame.trust)), 14),
                   escapeControls(nameOf(report, trace, i)), "\n      rests on ",
                   walkBasisWords(frame), "\n");
        addAttempts(text, frame.attempts);
    }
    if (trace.isCut)
        return text + "  Further frames are not explained.\n";
    text += concat("  End: ", stackEndName(trace.end), trace.endNote.empty() ? "" : "; ",
                   escapeControls(trace.endNote), "\n");
    addAttempts(text, trace.endAttempts);
    return text;
}

std::string renderWalkJson(const Report& report, const WalkTrace& trace)
{
    std::string text;
    json::JsonWriter json(text);
    json.beginObject().member("thread", trace.thread);
    json.key("frames").beginArray();
    for (std::size_t i = 0; i < trace.frames.size(); ++i)
        writeFrame(json, trace.frames[i], nameOf(report, trace, i));
    json.endArray();
    if (trace.isCut)
        json.member("is_cut", true);
    json.key("end").beginObject().member("reason", stackEndName(trace.end));
    json.textIfAny("note", trace.endNote);
    writeAttempts(json, trace.endAttempts);
    json.endObject().endObject();
    return text;
}

} // namespace faultline::report

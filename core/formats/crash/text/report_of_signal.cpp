// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/text/report_of_signal.h"

#include "core/formats/crash/text/fatal_message.h"
#include "core/formats/crash/text/sanitizer_lines.h"
#include "core/formats/crash/text/trace_form.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace faultline::nativetext {

namespace {

constexpr int kNearLines = 12;

/// With these a program ends itself.
bool isOwnEnd(std::string_view kind)
{
    static constexpr std::array<std::string_view, 4> kKinds{"ABRT", "TRAP", "ILL", "deadly signal"};
    return std::ranges::find(kKinds, kind) != kKinds.end();
}

bool hasName(const Frame& frame)
{
    const auto& reported = frame.asNative()->reported;
    return frame.position.function ||
           std::ranges::any_of(
               reported, [](const ReportedSymbol& symbol) { return !symbol.function.empty(); });
}

/// How many of the first frames of the stack that leads have names.
std::ptrdiff_t namesOf(std::span<const EventThread> threads)
{
    constexpr std::size_t kFrames = 12;
    const auto lead = std::ranges::find(threads, StackRole::Error, &EventThread::role);
    if (lead == threads.end())
        return 0;
    const std::span<const Frame> frames(*lead->givenFrames);
    return std::ranges::count_if(frames.first(std::min(frames.size(), kFrames)), hasName);
}

void demote(std::span<EventThread> threads)
{
    for (auto& thread : threads) {
        if (thread.role == StackRole::Error)
            thread.role = StackRole::Thread;
        thread.isRequesting = false;
    }
}

} // namespace

void readReportOfSignal(LineCursor at, TraceBuilder& trace)
{
    for (int i = 0; i < at.patience(kNearLines) && !at.atEnd(); ++i, at.next()) {
        const auto head = parseSanitizerHead(at.line().text);
        if (!head && (fatalMessageAt(at) || trace.isAnother(at)))
            return;
        if (!head)
            continue;
        if (!isOwnEnd(head->kind))
            return;
        const auto before = trace.event().threads.size();
        kSanitizerForm.read(at, trace);
        const auto threads = std::span(trace.event().threads);
        const auto own = threads.first(before);
        const auto reported = threads.subspan(before);
        demote(namesOf(reported) >= namesOf(own) ? own : reported);
        return;
    }
}

} // namespace faultline::nativetext

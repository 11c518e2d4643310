// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/inspector.h"

#include "core/engine/code_reading.h"
#include "core/engine/memory_reading.h"
#include "core/symbolicate/native/native_caches.h"
#include "core/symbolicate/native/report_variables.h"

#include <algorithm>

namespace faultline::engine {

namespace {

using State = VariablesAnswer::State;

const ThreadStack* stackOf(const EventFindings& findings, std::uint32_t thread)
{
    const auto& stacks = findings.report->stacks;
    return thread < stacks.size() ? stacks[thread].get() : nullptr;
}

VariablesAnswer answerOf(Result<std::vector<Variable>> read, bool isPart)
{
    if (read)
        return {.state = State::Known, .variables = *std::move(read)};
    return {.state = isPart ? State::NoPart : State::NoDebugInfo, .variables = {}};
}

VariablesAnswer answer(EngineServices& services,
                       const EventFindings& findings,
                       const VariablesQuestion& question,
                       const std::stop_token& stop)
{
    if (!findings.report || !findings.modules)
        return {};
    const auto& event = *findings.report->event;
    const auto* native = event.asNative();
    if (native == nullptr || !native->memory || native->memory->ranges().empty())
        return {.state = State::NoMemory, .variables = {}};
    const auto* stack = stackOf(findings, question.frame.thread);
    const auto row = stack != nullptr ? rowOf(*stack, question.frame) : std::nullopt;
    if (!row || stack->registers.empty())
        return {.state = State::NotWalked, .variables = {}};
    const symbolicate::ModuleTable table(event.modules);
    auto read =
        symbolicate::readParts({services.services(), event, table, *findings.modules,
                                services.nativeCaches().names, services.nativeCaches().summaries},
                               *stack, *row,
                               {.expression = question.expression,
                                .partsOf = question.partsOf,
                                .first = question.first,
                                .most = question.most},
                               stop);
    return answerOf(std::move(read), question.partsOf.has_value());
}

CodeAnswer answer(EngineServices& services,
                  const EventFindings& findings,
                  const CodeQuestion& question,
                  const std::stop_token& stop)
{
    return readCode(services, findings, question, stop);
}

MemoryAnswer answer(EngineServices& services,
                    const EventFindings& findings,
                    const MemoryQuestion& question,
                    const std::stop_token&)
{
    return readMemory(services, findings, question);
}

MapAnswer
answer(EngineServices&, const EventFindings& findings, const MapQuestion&, const std::stop_token&)
{
    return readMap(findings);
}

} // namespace

std::optional<std::uint32_t> rowOf(const ThreadStack& stack, const FramePlace& frame)
{
    const auto& rows = stack.frames;
    const auto isFunction = [&frame](const Frame& row) {
        return row.originalIndex == frame.physical && !row.isInlined;
    };
    const auto function = std::ranges::find_if(rows, isFunction);
    if (function == rows.end())
        return std::nullopt;
    const auto row = function - rows.begin() - static_cast<std::ptrdiff_t>(frame.inlineDepth);
    if (row < 0 || rows[static_cast<std::size_t>(row)].originalIndex != frame.physical)
        return std::nullopt;
    return static_cast<std::uint32_t>(row);
}

Inspection inspect(EngineServices& services,
                   const EventFindings& findings,
                   const InspectionQuestion& question,
                   const std::stop_token& stop)
{
    return std::visit(
        [&](const auto& each) { return Inspection{answer(services, findings, each, stop)}; },
        question.value);
}

} // namespace faultline::engine

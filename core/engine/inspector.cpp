// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/inspector.h"

#include "core/engine/code_reading.h"
#include "core/engine/memory_reading.h"
#include "core/engine/symbol_reading.h"
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
    return {.state = isPart ? State::NoPart : State::NoDebugInfo,
            .variables = {},
            .detail = std::move(read.error().detail)};
}

symbolicate::PartsOfValue partsOf(const VariablesQuestion& question)
{
    return {.expression = question.expression,
            .partsOf = question.partsOf,
            .first = question.first,
            .most = question.most,
            .follow = question.follow,
            .depth = question.depth,
            .items = question.items};
}

bool hasMemory(const Event& event)
{
    const auto* native = event.asNative();
    return native != nullptr && native->memory && !native->memory->ranges().empty();
}

VariablesAnswer answer(EngineServices& services,
                       const EventFindings& findings,
                       const VariablesQuestion& question,
                       const std::stop_token& stop)
{
    if (!findings.report || !findings.modules)
        return {};
    const auto& event = *findings.report->event;
    if (!hasMemory(event))
        return {.state = State::NoMemory, .variables = {}};
    const symbolicate::ModuleTable table(event.modules);
    const symbolicate::VariableSources sources{services.services(), event, table, *findings.modules,
                                               services.nativeCaches().names};
    const bool isPart = question.partsOf.has_value() || !question.follow.empty();
    if (question.scope == VariablesQuestion::Scope::Program)
        return answerOf(symbolicate::readGlobal(sources, partsOf(question), stop), isPart);
    const auto* stack = stackOf(findings, question.frame.thread);
    const auto row = stack != nullptr ? rowOf(*stack, question.frame) : std::nullopt;
    if (!row || stack->registers.empty())
        return {.state = State::NotWalked, .variables = {}};
    return answerOf(symbolicate::readParts(sources, *stack, *row, partsOf(question), stop), isPart);
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

SymbolsAnswer answer(EngineServices& services,
                     const EventFindings& findings,
                     const SymbolsQuestion& question,
                     const std::stop_token& stop)
{
    return findSymbols(services, findings, question, stop);
}

AddressAnswer answer(EngineServices& services,
                     const EventFindings& findings,
                     const AddressQuestion& question,
                     const std::stop_token&)
{
    return readAddress(services, findings, question);
}

TypesAnswer answer(EngineServices& services,
                   const EventFindings& findings,
                   const TypesQuestion& question,
                   const std::stop_token& stop)
{
    if (!findings.report || !findings.modules)
        return {};
    const auto& event = *findings.report->event;
    if (!event.isNative() || !event.asNative()->memory)
        return {.state = TypesAnswer::State::Known};
    const symbolicate::ModuleTable table(event.modules);
    return {.state = TypesAnswer::State::Known,
            .types = symbolicate::readTypes({services.services(), event, table, *findings.modules,
                                             services.nativeCaches().names},
                                            question.name, question.most, stop)};
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/inspector.h"

#include "core/engine/code_reading.h"
#include "core/engine/debug_file_fit.h"
#include "core/engine/memory_reading.h"
#include "core/engine/memory_search.h"
#include "core/engine/register_reading.h"
#include "core/engine/symbol_reading.h"
#include "core/formats/crash/records/stream_fields.h"
#include "core/symbolicate/native/native_caches.h"
#include "core/symbolicate/native/report_variables.h"
#include "core/symbolicate/native/stack_collector.h"
#include "core/symbolicate/native/walk_explainer.h"

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
            .items = question.items,
            .isPlain = question.isPlain};
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
    const symbolicate::VariableSources sources{services.services(),
                                               event,
                                               table,
                                               *findings.modules,
                                               services.nativeCaches().names,
                                               services.nativeCaches().summaries};
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

RegistersAnswer answer(EngineServices& services,
                       const EventFindings& findings,
                       const RegistersQuestion& question,
                       const std::stop_token&)
{
    return readRegisters(services, findings, question);
}

SearchAnswer answer(EngineServices& services,
                    const EventFindings& findings,
                    const SearchQuestion& question,
                    const std::stop_token& stop)
{
    return searchMemory(services, findings, question, stop);
}

StringsAnswer answer(EngineServices& services,
                     const EventFindings& findings,
                     const StringsQuestion& question,
                     const std::stop_token& stop)
{
    return findStrings(services, findings, question, stop);
}

DebugFileAnswer answer(EngineServices& services,
                       const EventFindings& findings,
                       const DebugFileQuestion& question,
                       const std::stop_token&)
{
    if (!findings.event)
        return {};
    return fitDebugFile(*findings.event, findings.report.get(), question.path,
                        services.services().limits);
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
                                             services.nativeCaches().names,
                                             services.nativeCaches().summaries},
                                            question.name, question.most, stop)};
}

unwind::UnwindPreference preferenceOf(const EventFindings& findings)
{
    return findings.framePointerFirst ? unwind::UnwindPreference::FramePointerFirst
                                      : unwind::UnwindPreference::CfiFirst;
}

WalkAnswer answer(EngineServices& services,
                  const EventFindings& findings,
                  const WalkQuestion& question,
                  const std::stop_token& stop)
{
    if (!findings.report || !findings.modules)
        return {};
    const auto& event = *findings.report->event;
    if (event.asNative() == nullptr || question.thread >= event.threads.size() ||
        symbolicate::bringsFrames(event.threads[question.thread]))
        return {.state = WalkAnswer::State::NotWalked};
    return {.state = WalkAnswer::State::Known,
            .trace =
                symbolicate::explainWalk(event, *findings.modules, question.thread,
                                         services.services().limits, preferenceOf(findings), stop)};
}

SignatureAnswer answer(EngineServices&,
                       const EventFindings& findings,
                       const SignatureQuestion&,
                       const std::stop_token&)
{
    if (!findings.report)
        return {};
    const auto rules = signature::makeShippedRules();
    SignatureAnswer answer{
        .state = SignatureAnswer::State::Known,
        .signature = signature::signatureOf(*findings.report, *rules, signature::Mode::Faultline),
        .entries = {}};
    for (const auto& frame : answer.signature.frames)
        answer.entries.emplace_back(frame.because ? rules->textAt(*frame.because)
                                                  : std::string_view());
    return answer;
}

unsigned pointerBytesOf(const Event& event)
{
    return pointerSize(cpuFamily(event.system.arch)) == 4 ? 4 : 8;
}

StreamAnswer answer(EngineServices&,
                    const EventFindings& findings,
                    const StreamQuestion& question,
                    const std::stop_token&)
{
    const auto* native = findings.event ? findings.event->asNative() : nullptr;
    if (native == nullptr || question.stream >= native->streams.size())
        return {};
    const auto& event = *findings.event;
    const auto& stream = native->streams[question.stream];
    const auto order = native->memory ? native->memory->byteOrder() : std::endian::little;
    const auto bytes = stream.bytes.span();
    const bool isMinidump = event.kind == EventKind::Minidump;
    auto fields = isMinidump ? records::decodeStream(stream.id, bytes, order, pointerBytesOf(event))
                  : event.system.os == OsFamily::Linux || event.system.os == OsFamily::Android
                      ? records::decodeNote(stream.id, bytes, order, pointerBytesOf(event))
                      : std::nullopt;
    if (!fields)
        return {.state = StreamAnswer::State::NoLayout};
    return {.state = StreamAnswer::State::Known,
            .fields = *std::move(fields),
            .isEnvironment = isMinidump && records::isEnvironmentStream(stream.id)};
}

ThreadBlockAnswer answer(EngineServices&,
                         const EventFindings& findings,
                         const ThreadBlockQuestion& question,
                         const std::stop_token&)
{
    ThreadBlockAnswer found;
    const auto* native = findings.event ? findings.event->asNative() : nullptr;
    if (native == nullptr || !native->memory || question.thread >= findings.event->threads.size())
        return found;
    const auto& event = *findings.event;
    const auto& memory = *native->memory;
    const auto pointerBytes = pointerBytesOf(event);
    found.teb = event.threads[question.thread].teb;
    if (!found.teb || event.system.os != OsFamily::Windows)
        return found;
    found.tebFields = records::decodeTeb(memory, *found.teb, pointerBytes);
    found.peb = records::pebOf(memory, *found.teb, pointerBytes);
    if (found.peb)
        found.pebFields = records::decodePeb(memory, *found.peb, pointerBytes);
    if (cpuFamily(event.system.arch) == CpuFamily::Intel32)
        found.handlers = records::readHandlerChain(memory, *found.teb);
    return found;
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/native/report_facts.h"

#include "core/analysis/crash_analyzer.h"
#include "core/symbolicate/native/frame_resolver.h"

#include <algorithm>
#include <span>
#include <utility>

namespace faultline::symbolicate {

namespace {

/// Null when the event does not say which thread crashed or asked.
const ThreadStack* requestingStack(const Event& event, const Stacks& stacks)
{
    const auto thread = event.requestingThread;
    return thread && *thread < stacks.size() ? stacks[*thread].get() : nullptr;
}

/// Reads code from a module's file, if the walk or the look-up has it.
std::size_t readCodeOfFile(const Event& event,
                           const unwind::ModuleMap& moduleMap,
                           const ModuleStates& states,
                           std::uint64_t address,
                           std::span<std::byte> out)
{
    const auto module = moduleMap.find(address);
    const auto code = module ? states.walkModule(*module).code : nullptr;
    if (!code)
        return 0;
    const auto linked = address - event.modules[*module].address + code->loadAddress();
    const auto bytes = code->readImage(linked, out.size());
    const auto count = bytes ? std::min(bytes->size(), out.size()) : 0;
    if (count != 0)
        std::ranges::copy(bytes->span().first(count), out.begin());
    return count;
}

std::string functionOf(const Frame& frame)
{
    if (frame.isFromWrongBuild())
        return {};
    const auto* native = frame.asNative();
    return native != nullptr && native->symbol ? *native->symbol : std::string(displayName(frame));
}

/// Returns the name of each frame in the requesting thread. Prefers the symbol, by which compilers'
/// helpers are known. A name from another build becomes empty.
std::vector<std::string> requestingFunctions(const Event& event, const Stacks& stacks)
{
    std::vector<std::string> functions;
    const auto* const stack = requestingStack(event, stacks);
    if (stack == nullptr)
        return functions;
    for (const auto& frame : stack->frames)
        functions.push_back(functionOf(frame));
    return functions;
}

Diagnostic warning(std::string area, std::string text)
{
    return {Diagnostic::Severity::Warning, std::move(area), std::move(text)};
}

std::string cutText(const ThreadStack& stack, std::size_t maxFrames)
{
    if (!stack.endNote.empty())
        return "stack is cut: " + stack.endNote;
    return concat("stack is cut after ", maxFrames, " frames");
}

} // namespace

std::vector<std::uint32_t> framesPerModule(const Stacks& stacks, std::size_t modules)
{
    std::vector<std::uint32_t> counts(modules);
    for (const auto& stack : stacks) {
        for (const auto& frame : stack->frames) {
            if (frame.module && !frame.isInlined)
                ++counts[*frame.module];
        }
    }
    return counts;
}

std::optional<std::string> crashedFunction(const Event& event, const Stacks& stacks)
{
    const auto* const stack = requestingStack(event, stacks);
    if (stack == nullptr)
        return std::nullopt;
    for (const auto& frame : stack->frames) {
        if (const auto name = displayName(frame); !name.empty())
            return std::string(name);
        if (frame.module)
            return std::nullopt;
    }
    return std::nullopt;
}

std::shared_ptr<const CrashAnalysis> analyzeStacks(const Event& event,
                                                   const Stacks& stacks,
                                                   const unwind::ModuleMap& moduleMap,
                                                   const ModuleStates& states)
{
    const auto functions = requestingFunctions(event, stacks);
    auto result = analysis::analyzeCrash({.event = event,
                                          .readCodeOfFile =
                                              [&](std::uint64_t address, std::span<std::byte> out) {
                                                  return readCodeOfFile(event, moduleMap, states,
                                                                        address, out);
                                              },
                                          .functions = functions});
    return result ? std::make_shared<const CrashAnalysis>(*std::move(result)) : nullptr;
}

std::vector<Diagnostic> cutStackDiagnostics(const Stacks& stacks, std::size_t maxFrames)
{
    constexpr std::size_t kMaxListed = 100;
    std::vector<Diagnostic> diagnostics;
    std::size_t cut = 0;
    for (const auto& stack : stacks) {
        const bool isCut = stack->end == StackEnd::FrameLimit || stack->end == StackEnd::TimeLimit;
        if (isCut && ++cut <= kMaxListed)
            diagnostics.push_back(
                warning(concat("thread ", stack->thread), cutText(*stack, maxFrames)));
    }
    if (cut > kMaxListed)
        diagnostics.push_back(
            warning("threads", concat(cut - kMaxListed, " further stacks are cut")));
    return diagnostics;
}

void noteOffline(Report& report)
{
    std::size_t skipped = 0;
    for (const auto& module : report.modules)
        skipped += static_cast<std::size_t>(
            std::ranges::count(module->candidates, AnswerLayer::Skipped, &Candidate::layer));
    if (skipped > 0)
        report.diagnostics.push_back(warning(
            "network", concat("offline: answered from caches and local files alone, ", skipped,
                              skipped == 1 ? " place was" : " places were", " not asked")));
}

} // namespace faultline::symbolicate

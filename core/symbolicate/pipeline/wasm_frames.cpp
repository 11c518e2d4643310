// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/pipeline/wasm_frames.h"

#include "core/symbolicate/js/wasm_modules.h"
#include "core/symbolicate/native/native_symbolicator.h"
#include "core/symbolicate/pipeline/stack_parts.h"
#include "core/symbolicate/run/finished_report.h"

#include <algorithm>

namespace faultline::symbolicate {

namespace {

using WasmFiles = std::map<std::uint32_t, std::string>;

bool isWasm(const ScriptStackFrame& frame)
{
    return frame.bytecode && frame.bytecode->kind == BytecodePlace::Kind::WebAssembly;
}

bool isMapped(const Frame& row)
{
    return row.asScript() != nullptr && row.asScript()->isSymbolicated;
}

/// The frame of a stack with a number, counted from the callee.
const ScriptStackFrame* frameAt(const ScriptEvent& scripts, std::size_t stack, std::uint32_t index)
{
    const auto& frames = scripts.stacks[stack].frames;
    if (index >= frames.size())
        return nullptr;
    return scripts.order == ScriptFrameOrder::CallerFirst ? &frames[frames.size() - 1 - index]
                                                          : &frames[index];
}

/// The offset that engines report is that of the call itself.
Frame nativeFrame(const ScriptStackFrame& raw, std::uint32_t module)
{
    Frame frame;
    frame.makeNative().instructionAddress = raw.bytecode->offset;
    frame.makeNative().relativeTo = module;
    frame.position.function = raw.position.function;
    frame.carried = share({.platform = raw.platform, .adjust = false, .text = raw.rawLine});
    return frame;
}

/// The frames of a stack that debug info may resolve, by their number.
std::map<std::uint32_t, Frame>
openFrames(const Report& report, std::size_t stack, const WasmFiles& files)
{
    std::map<std::uint32_t, Frame> open;
    for (const auto& row : report.stacks[stack]->frames) {
        const auto* raw = frameAt(*report.event->asScript(), stack, row.originalIndex);
        const bool isOpen = raw != nullptr && isWasm(*raw) && row.module && !isMapped(row) &&
                            files.contains(*row.module);
        if (isOpen)
            open.emplace(row.originalIndex, nativeFrame(*raw, *row.module));
    }
    return open;
}

/// An event of the frames that are open, with the modules of the whole event.
std::shared_ptr<Event> wasmEvent(const Report& report,
                                 const WasmFiles& files,
                                 const std::vector<std::map<std::uint32_t, Frame>>& open)
{
    auto event = std::make_shared<Event>();
    event->kind = EventKind::NativeText; // Its modules are known by name only.
    event->modules = report.event->modules;
    for (const auto& [module, file] : files)
        event->modules[module].type = ObjectType::Wasm;
    event->makeNative().memory = std::make_shared<const MemoryImage>();
    event->threads.resize(open.size());
    for (std::size_t i = 0; i < open.size(); ++i) {
        auto& given = event->threads[i].givenFrames.emplace();
        for (const auto& [index, frame] : open[i])
            given.push_back(frame);
    }
    return event;
}

/// The stack with the rows of the frames that were resolved.
std::shared_ptr<const ThreadStack> resolvedStack(const std::shared_ptr<const ThreadStack>& stack,
                                                 const ThreadStack& native,
                                                 const std::map<std::uint32_t, Frame>& open)
{
    if (open.empty())
        return stack;
    auto resolved = std::make_shared<ThreadStack>(*stack);
    resolved->frames.clear();
    std::uint32_t next = 0; // Among those that were open.
    for (std::size_t i = 0; i < stack->frames.size(); ++i) {
        const auto& row = stack->frames[i];
        if (open.contains(row.originalIndex))
            addRows(native, next++, *resolved, row.originalIndex, 0);
        else
            resolved->frames.push_back(row);
    }
    return resolved;
}

SymbolicateOptions optionsWith(const SymbolicateOptions& options, const WasmFiles& files)
{
    auto chosen = options;
    chosen.moduleFiles.clear();
    chosen.locatedFiles.clear();
    chosen.fetchAllModules = false;
    for (const auto& [module, path] : files)
        chosen.locatedFiles.push_back({.module = module, .path = path});
    return chosen;
}

} // namespace

bool hasWasmFrames(const Event& event)
{
    const auto* scripts = event.asScript();
    return scripts != nullptr && std::ranges::any_of(scripts->stacks, [](const ScriptStack& stack) {
               return std::ranges::any_of(stack.frames, isWasm);
           });
}

Result<SymbolicationResult> withWasmFrames(const RunContext& context,
                                           SymbolicationResult result,
                                           const SymbolicateOptions& options,
                                           SymbolicationObserver& observer,
                                           const std::stop_token& stop)
{
    const auto& whole = *result.report;
    const auto files = js::findWasmModules(context, *whole.event, options, stop);
    std::vector<std::map<std::uint32_t, Frame>> open;
    for (std::size_t i = 0; i < whole.stacks.size(); ++i)
        open.push_back(openFrames(whole, i, files));
    if (std::ranges::all_of(open, [](const auto& frames) { return frames.empty(); }))
        return result;
    PartObserver part(observer);
    FL_TRY(auto native, runNative(context, wasmEvent(whole, files, open),
                                  optionsWith(options, files), part, stop));
    auto report = std::make_shared<Report>(whole);
    for (std::size_t i = 0; i < report->stacks.size(); ++i)
        report->stacks[i] = resolvedStack(whole.stacks[i], *native.report->stacks[i], open[i]);
    for (const auto& [module, file] : files) {
        if (native.report->modules[module]->debugStatus != ObjectFileStatus::Found)
            continue;
        report->modules[module] = native.report->modules[module];
        result.modules[module] = std::move(native.modules[module]);
    }
    report->crashedFunction = firstFunction(*report);
    result.report = std::move(report);
    return result;
}

} // namespace faultline::symbolicate

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/native/report_variables.h"

#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/formats/crash/elfcore/wide_registers.h"
#include "core/formats/crash/minidump/wide_registers.h"
#include "core/symbolicate/native/opened_values.h"
#include "core/symbolicate/native/thread_blocks.h"
#include "core/symcache/symcache.h"
#include "core/variables/frame_variables.h"
#include "core/variables/inspection.h"
#include "core/variables/process_memory.h"

#include <algorithm>
#include <functional>
#include <memory>

namespace faultline::symbolicate {

namespace {

constexpr std::string_view kLetters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";

/// Does an expression name this symbol, or what is in this name of C++?
bool names(std::string_view expression, std::string_view symbol)
{
    for (auto at = expression.find_first_of(kLetters); at != std::string_view::npos;) {
        const auto end = std::min(expression.find_first_not_of(kLetters, at), expression.size());
        const auto word = expression.substr(at, end - at);
        if (word == symbol || (symbol.starts_with("_Z") && symbol.contains(word)))
            return true;
        at = expression.find_first_of(kLetters, end);
    }
    return false;
}

/// Do the program's dynamic symbols have one that the expression names? True when they are not
/// known.
bool programMayHave(const object::ObjectPtr& program, std::string_view expression)
{
    const auto texts = program ? program->section(".dynstr") : std::nullopt;
    if (!texts)
        return true;
    auto left = asText(texts->span());
    while (!left.empty()) {
        const auto end = std::min(left.find('\0'), left.size());
        if (end > 0 && names(expression, left.substr(0, end)))
            return true;
        left.remove_prefix(std::min(end + 1, left.size()));
    }
    return false;
}

std::vector<WideRegister> wideRegistersOf(const Event& event, const EventThread& thread)
{
    return event.kind == EventKind::CoreFile ? corefile::wideRegistersOf(event, thread)
                                             : minidump::wideRegistersOf(thread);
}

/// One reading. Modules are opened when a frame in them needs it.
class VariableReading
{
public:
    VariableReading(const VariableSources& sources, const std::stop_token& stop)
        : m_sources(sources), m_stop(stop), m_memory(sources.event.asNative()->memory),
          m_values(sources, stop)
    {
        for (std::uint32_t i = 0; i < sources.modules.modules().size(); ++i) {
            const auto address = sources.modules.modules()[i].address;
            m_memory.addFile(filesOf(i).code, address);
            m_images.push_back({.code = filesOf(i).code, .address = address});
        }
        m_memory.finish();
        m_blocks = std::make_unique<ThreadBlocks>(sources.event, m_images, m_memory);
    }

    FrameVariables read(const ThreadStack& stack, std::uint32_t row, const VariableOptions& options)
    {
        FrameVariables found{.thread = stack.thread, .row = row, .variables = {}};
        const auto place = frameOf(stack, row);
        if (!place)
            return found;
        const variables::VariableLimits limits{
            .depth = options.depth, .items = options.items, .stop = m_stop};
        found.variables =
            options.expression.empty()
                ? variables::variablesOf(*place, naming(true), limits)
                : variables::inspected(*place, options.expression, naming(true), limits);
        return found;
    }

    Result<std::vector<Variable>>
    parts(const ThreadStack& stack, std::uint32_t row, const PartsOfValue& wanted)
    {
        const auto place = frameOf(stack, row);
        if (!place)
            return fail(ErrorKind::NotFound, "no debug info describes the frame");
        auto found = partsIn(*place, wanted);
        if (!found || !namesNothing(*found))
            return found;
        auto elsewhere = inOneOtherModule(stack, wanted);
        return elsewhere ? std::move(*elsewhere) : std::move(found);
    }

    Result<std::vector<Variable>> global(const PartsOfValue& wanted)
    {
        Result<std::vector<Variable>> found =
            fail(ErrorKind::NotFound, "there is no debug info that describes variables");
        eachModule([&](const variables::RowFrame& place) {
            found = partsIn(place, wanted);
            return found && !namesNothing(*found);
        });
        return found;
    }

    std::vector<variables::TypeLayout> types(std::string_view name, std::size_t most)
    {
        std::vector<variables::TypeLayout> layouts;
        const auto size = pointerSize(cpuFamily(m_sources.event.system.arch));
        eachModule([&](const variables::RowFrame& place) {
            auto& info = place.frame->info();
            for (const auto type : info.typesNamed(name, most)) {
                auto layout = variables::layoutOf(info, type, size == 0 ? 8 : size);
                if (layouts.size() < most && std::ranges::find(layouts, layout) == layouts.end())
                    layouts.push_back(std::move(layout));
            }
            return layouts.size() >= most;
        });
        return layouts;
    }

private:
    Result<std::vector<Variable>> partsIn(const variables::RowFrame& place,
                                          const PartsOfValue& wanted) const
    {
        const auto names = naming(!wanted.isPlain);
        if (!wanted.follow.empty())
            return variables::listed(place, names,
                                     {.expression = wanted.expression,
                                      .members = wanted.follow,
                                      .first = wanted.first,
                                      .most = wanted.most});
        if (wanted.partsOf)
            return variables::partsOf(place, names,
                                      {.expression = wanted.expression,
                                       .path = *wanted.partsOf,
                                       .first = wanted.first,
                                       .most = wanted.most});
        const variables::VariableLimits limits{
            .depth = wanted.depth, .items = wanted.items, .stop = m_stop};
        return wanted.expression.empty()
                   ? variables::variablesOf(place, names, limits)
                   : variables::inspected(place, wanted.expression, names, limits);
    }

    /// The value of an expression that only one module gives one to, another than the frame's. The
    /// program may have a copy of a library's variable, which is then the real one: the library's
    /// debug info leads to what nobody uses.
    std::optional<std::vector<Variable>> inOneOtherModule(const ThreadStack& stack,
                                                          const PartsOfValue& wanted)
    {
        std::optional<std::vector<Variable>> only;
        bool isOne = !programMayHave(filesOf(0).code, wanted.expression);
        eachModule(
            [&](const variables::RowFrame& place) {
                auto found = partsIn(place, wanted);
                if (!found || namesNothing(*found))
                    return false;
                isOne = isOne && !only;
                only = *std::move(found);
                return !isOne;
            },
            stack.thread);
        return isOne ? std::move(only) : std::nullopt;
    }

    /// An expression whose first name is not known in this module.
    static bool namesNothing(const std::vector<Variable>& found)
    {
        return !found.empty() && found.front().type.empty() &&
               found.front().state == ValueState::TypeUnknown;
    }

    /// Visits a place outside all functions of each module with debug info, until `visit` returns
    /// true.
    void eachModule(const std::function<bool(const variables::RowFrame&)>& visit,
                    std::optional<std::uint32_t> thread = std::nullopt)
    {
        const object::FunctionInfo nowhere;
        for (std::uint32_t i = 0; i < m_sources.modules.modules().size(); ++i) {
            const auto values = m_values.find(i);
            if (!values)
                continue;
            variables::FrameFacts facts;
            facts.registers = RegisterSet(values->family());
            facts.module = values;
            if (thread)
                facts.threadBlock = m_blocks->find(m_sources.event.threads[*thread], i);
            const variables::ValueFrame frame(
                std::move(facts), [] { return nullptr; }, m_memory, m_budget);
            if (m_stop.stop_requested() || visit({.frame = &frame, .function = &nowhere}))
                return;
        }
    }

    const ResolvedModule& filesOf(std::uint32_t module) const
    {
        static const ResolvedModule kNone;
        return module < m_sources.files.size() ? m_sources.files[module] : kNone;
    }

    variables::Naming naming(bool hasSummaries) const
    {
        return {.address = [this](std::uint64_t address) { return nameAt(address); },
                .classOf = [this](std::string_view name) { return classOf(name); },
                .summaries = hasSummaries ? m_sources.summaries.get(m_values.localFiles(),
                                                                    m_sources.services.log)
                                          : nullptr};
    }

    /// All rows that are asked for belong to one stack.
    std::optional<variables::RowFrame> frameOf(const ThreadStack& stack, std::uint32_t row)
    {
        if (m_frames == nullptr) {
            const auto& thread = m_sources.event.threads[stack.thread];
            m_wideRegisters = wideRegistersOf(m_sources.event, thread);
            m_frames = std::make_unique<variables::ThreadFrames>(
                stack, [this](std::uint32_t module) { return m_values.find(module); },
                [this, &thread](std::uint32_t module) { return m_blocks->find(thread, module); },
                m_memory, m_budget, m_wideRegisters);
        }
        return m_frames->row(row);
    }

    /// The function at an address of code, with the distance from its beginning.
    std::string nameAt(std::uint64_t address) const
    {
        const auto hit = m_sources.modules.findAbsolute(address);
        if (!hit || !hit->relativeAddress || !isCode(*hit))
            return {};
        const auto& cache = filesOf(hit->module).symCache;
        if (!cache)
            return {};
        std::optional<symcache::SymFrame> outermost;
        auto frames = cache->lookup(*hit->relativeAddress);
        while (auto frame = frames.next())
            outermost = std::move(frame);
        if (!outermost || outermost->function.empty() || outermost->entry == object::kNoIndex)
            return {};
        const auto name = m_sources.names.demangle(outermost->function, outermost->language);
        const auto distance = *hit->relativeAddress - outermost->entry;
        return distance == 0 ? name : concat(name, "+", hexAddress(distance));
    }

    /// The demangled name of type information begins with words that are left out.
    std::string classOf(std::string_view name) const
    {
        constexpr std::string_view kWords = "typeinfo for ";
        const auto text = m_sources.names.demangle(concat("_ZTI", name), Language::Cpp);
        return text.starts_with(kWords) ? text.substr(kWords.size()) : std::string();
    }

    bool isCode(const ModuleTable::Hit& hit) const
    {
        const auto& code = filesOf(hit.module).code;
        if (!code)
            return false;
        const auto linked = *hit.relativeAddress + code->loadAddress();
        return std::ranges::any_of(code->ranges(), [&](const object::ImageRange& range) {
            return range.executable && linked >= range.address &&
                   linked - range.address < range.sizeBytes;
        });
    }

    const VariableSources& m_sources;
    const std::stop_token& m_stop;
    variables::ProcessMemory m_memory;
    std::vector<ThreadBlocks::Module> m_images;
    std::vector<WideRegister> m_wideRegisters; // Of the stack's thread.
    variables::ExpressionBudget m_budget;
    OpenedValues m_values;
    std::unique_ptr<ThreadBlocks> m_blocks;
    std::unique_ptr<variables::ThreadFrames> m_frames;
};

bool hasMemory(const Event& event)
{
    const auto* native = event.asNative();
    return native != nullptr && native->memory && !native->memory->ranges().empty();
}

} // namespace

std::shared_ptr<const ReportVariables>
readVariables(const VariableSources& sources,
              const std::vector<std::shared_ptr<const ThreadStack>>& stacks,
              std::uint32_t leadingThread,
              const VariableOptions& options,
              const std::stop_token& stop)
{
    if (options.frames == 0 && !options.onlyRow)
        return nullptr;
    auto report = std::make_shared<ReportVariables>();
    if (!hasMemory(sources.event)) {
        report->state = DetailState::NoMemory;
        return report;
    }
    const auto thread = options.thread.value_or(leadingThread);
    const auto* stack = thread < stacks.size() ? stacks[thread].get() : nullptr;
    if (stack == nullptr || stack->registers.empty())
        return report;
    VariableReading reading(sources, stop);
    const auto end = std::min<std::size_t>(
        stack->frames.size(), options.onlyRow ? std::size_t{*options.onlyRow} + 1 : options.frames);
    for (auto row = options.onlyRow.value_or(0); row < end && !stop.stop_requested(); ++row) {
        auto found = reading.read(*stack, row, options);
        if (!found.variables.empty())
            report->frames.push_back(std::move(found));
    }
    return report;
}

Result<std::vector<Variable>> readParts(const VariableSources& sources,
                                        const ThreadStack& stack,
                                        std::uint32_t row,
                                        const PartsOfValue& wanted,
                                        const std::stop_token& stop)
{
    return VariableReading(sources, stop).parts(stack, row, wanted);
}

Result<std::vector<Variable>>
readGlobal(const VariableSources& sources, const PartsOfValue& wanted, const std::stop_token& stop)
{
    return VariableReading(sources, stop).global(wanted);
}

std::vector<variables::TypeLayout> readTypes(const VariableSources& sources,
                                             std::string_view name,
                                             std::size_t most,
                                             const std::stop_token& stop)
{
    return VariableReading(sources, stop).types(name, most);
}

} // namespace faultline::symbolicate

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/variables/thread_frames.h"

#include "core/unwind/rules/register_rules.h"

#include <algorithm>

namespace faultline::variables {

namespace {

/// How much of a frame's registers is certain, by the way in which it was found.
enum class Certainty : std::uint8_t {
    All,     ///< Those that the step has recovered.
    Special, ///< Only pc, sp and the frame pointer.
    None
};

Certainty certaintyOf(const Frame& frame)
{
    const auto* native = frame.asNative();
    switch (native == nullptr ? UnwindMethod::Scan : native->method) {
    case UnwindMethod::Context:
    case UnwindMethod::DwarfCfi:
    case UnwindMethod::CompactUnwind:
    case UnwindMethod::PeUnwind:
    case UnwindMethod::PeLeaf:
    case UnwindMethod::Exidx:
    case UnwindMethod::SignalFrame: return Certainty::All;
    // The functions below it may have kept the other registers anywhere, and programs of frame data
    // restore no more.
    case UnwindMethod::FramePointer:
    case UnwindMethod::FrameData: return Certainty::Special;
    default: return Certainty::None;
    }
}

RegisterSet onlySpecial(const RegisterSet& registers)
{
    RegisterSet kept(registers.family());
    const auto special = specialRegisters(registers.family());
    for (const auto index : {special.pc, special.sp, special.fp}) {
        if (registers.has(index))
            kept.set(index, registers.get(index));
    }
    return kept;
}

/// The frame address of the callee is the caller's stack pointer before the call, or lies a fixed
/// distance above it.
std::optional<std::uint64_t> frameAddressBelow(const RegisterSet& caller)
{
    const auto family = caller.family();
    const auto sp = caller.find(specialRegisters(family).sp);
    return sp ? std::optional(*sp + unwind::cfaAboveStackPointer(family)) : std::nullopt;
}

} // namespace

ThreadFrames::ThreadFrames(const ThreadStack& stack,
                           ModuleProvider modules,
                           ThreadBlockProvider threadBlocks,
                           const MemoryReader& memory,
                           ExpressionBudget& budget,
                           std::span<const WideRegister> wideRegisters)
    : m_stack(stack), m_modules(std::move(modules)), m_threadBlocks(std::move(threadBlocks)),
      m_memory(memory), m_budget(budget), m_wideRegisters(wideRegisters)
{
    for (std::size_t first = 0; first < stack.frames.size();) {
        auto end = first + 1;
        while (end < stack.frames.size() &&
               stack.frames[end].originalIndex == stack.frames[first].originalIndex)
            ++end;
        addPhysical(first, end - first);
        first = end;
    }
    keepCertain();
}

void ThreadFrames::addPhysical(std::size_t firstRow, std::size_t rowCount)
{
    Physical physical{.firstRow = firstRow, .rowCount = rowCount};
    const auto index = m_stack.frames[firstRow].originalIndex;
    if (index < m_stack.registers.size())
        physical.registers = m_stack.registers[index];
    m_physical.push_back(std::move(physical));
}

/// A register that one step has guessed is not better in the callers, which get it handed on.
void ThreadFrames::keepCertain()
{
    auto certainty = Certainty::All;
    for (std::size_t i = 0; i < m_physical.size(); ++i) {
        auto& physical = m_physical[i];
        const auto& row = m_stack.frames[physical.firstRow];
        const auto own = followsDirectly(i) ? certaintyOf(row) : Certainty::None;
        certainty = std::max(certainty, own);
        if (i > 0 && certainty == Certainty::All && own == Certainty::All)
            m_physical[i - 1].canonicalFrameAddress = frameAddressBelow(physical.registers);
        if (certainty == Certainty::Special)
            physical.registers = onlySpecial(physical.registers);
        else if (certainty == Certainty::None)
            physical.registers = RegisterSet(physical.registers.family());
    }
}

std::optional<RowFrame> ThreadFrames::row(std::size_t index)
{
    const auto after = std::ranges::upper_bound(m_physical, index, {}, &Physical::firstRow);
    if (after == m_physical.begin() || index >= m_stack.frames.size())
        return std::nullopt;
    const auto position = static_cast<std::size_t>(std::prev(after) - m_physical.begin());
    const auto* found = frame(position);
    if (found == nullptr || found->functions().empty())
        return std::nullopt;
    const auto& physical = m_physical[position];
    const auto& functions = found->functions();
    const bool isOutermost = index + 1 == physical.firstRow + physical.rowCount;
    // Rows and functions come from the same debug info. Where they differ, only the function itself
    // is certain, if it is the same.
    if (!isNamed(m_stack.frames[physical.firstRow + physical.rowCount - 1], *found))
        return std::nullopt;
    if (isOutermost)
        return RowFrame{found, &functions.back()};
    if (functions.size() != physical.rowCount)
        return std::nullopt;
    return RowFrame{found, &functions[index - physical.firstRow]};
}

/// Is the function of the frame the one that the row names, by its address or name? A part that a
/// compiler has split off has the address of its own.
bool ThreadFrames::isNamed(const Frame& row, const ValueFrame& frame) const
{
    const auto& function = frame.functions().back();
    const auto* native = row.asNative();
    if (native == nullptr)
        return false;
    if (native->symbolAddress == function.entryAddress + frame.imageBias())
        return true;
    const auto& symbol = native->symbol;
    return symbol && !function.name.empty() && symbol->find(function.name) != std::string::npos;
}

/// Rows that the report leaves out would be missing between a frame and its caller.
const ValueFrame* ThreadFrames::callerOf(std::size_t position)
{
    return position + 1 < m_physical.size() && followsDirectly(position + 1) ? frame(position + 1)
                                                                             : nullptr;
}

bool ThreadFrames::followsDirectly(std::size_t position) const
{
    const auto first = m_physical[position].firstRow;
    return position == 0 ||
           m_stack.frames[first].originalIndex == m_stack.frames[first - 1].originalIndex + 1;
}

const ValueFrame* ThreadFrames::frame(std::size_t position)
{
    if (position >= m_physical.size())
        return nullptr;
    if (const auto known = m_frames.find(position); known != m_frames.end())
        return known->second.get();
    const auto& physical = m_physical[position];
    const auto& row = m_stack.frames[physical.firstRow];
    const auto* native = row.asNative();
    if (native == nullptr)
        return nullptr;
    FrameFacts facts;
    facts.registers = physical.registers;
    // No walk recovers those of callers.
    if (position == 0 && native->method == UnwindMethod::Context)
        facts.wideRegisters = m_wideRegisters;
    facts.pc = native->pc;
    facts.isExact = native->lookupAddress == native->pc;
    facts.canonicalFrameAddress = physical.canonicalFrameAddress;
    if (row.module && !row.isFromWrongBuild())
        facts.module = m_modules(*row.module);
    if (facts.module)
        facts.threadBlock = m_threadBlocks(*row.module);
    auto made = std::make_unique<const ValueFrame>(
        std::move(facts), [this, position] { return callerOf(position); }, m_memory, m_budget);
    return m_frames.emplace(position, std::move(made)).first->second.get();
}

} // namespace faultline::variables

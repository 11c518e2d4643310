// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/thread_stack.h"
#include "core/variables/value_frame.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>

namespace faultline::variables {

/// A row of a stack, for the evaluation of its variables.
struct RowFrame
{
    const ValueFrame* frame = nullptr;
    const object::FunctionInfo* function = nullptr;
};

/// The physical frames of one walked thread, each made when it is first needed. The stack, the
/// memory, the budget and the thread's wide registers must outlive it. Not thread-safe.
class ThreadFrames
{
public:
    /// Null for a module without debug info, or whose debug info is of another build.
    using ModuleProvider = std::function<std::shared_ptr<ModuleValues>(std::uint32_t module)>;

    /// Where a module's variables of this thread begin; absent when that is not known.
    using ThreadBlockProvider = std::function<std::optional<std::uint64_t>(std::uint32_t module)>;

    ThreadFrames(const ThreadStack& stack,
                 ModuleProvider modules,
                 ThreadBlockProvider threadBlocks,
                 const MemoryReader& memory,
                 ExpressionBudget& budget,
                 std::span<const WideRegister> wideRegisters = {});

    /// The function of a row of the stack and the frame that it is in. Absent when the debug info
    /// does not describe it.
    std::optional<RowFrame> row(std::size_t index);

private:
    /// What the stack says about one physical frame.
    struct Physical
    {
        std::size_t firstRow = 0; ///< Innermost.
        std::size_t rowCount = 0;
        RegisterSet registers = {}; ///< Only those that are certain.
        std::optional<std::uint64_t> canonicalFrameAddress = {};
    };

    bool isNamed(const Frame& row, const ValueFrame& frame) const;
    void addPhysical(std::size_t firstRow, std::size_t rowCount);
    void keepCertain();
    bool followsDirectly(std::size_t position) const;
    const ValueFrame* callerOf(std::size_t position);
    const ValueFrame* frame(std::size_t position);

    const ThreadStack& m_stack;
    ModuleProvider m_modules;
    ThreadBlockProvider m_threadBlocks;
    const MemoryReader& m_memory;
    ExpressionBudget& m_budget;
    std::span<const WideRegister> m_wideRegisters;
    std::vector<Physical> m_physical;                                  // Callee first.
    std::map<std::size_t, std::unique_ptr<const ValueFrame>> m_frames; // By position in m_physical.
};

} // namespace faultline::variables

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/registers.h"
#include "core/model/wide_register.h"
#include "core/variables/expression.h"
#include "core/variables/module_values.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace faultline::variables {

/// A physical frame for the evaluation of its variables.
struct FrameFacts
{
    RegisterSet registers; ///< Only values that certainly belong to this frame.
    /// Likewise, ascending by number. They outlive the frame.
    std::span<const WideRegister> wideRegisters;
    std::uint64_t pc = 0; ///< Exact: where execution stopped, or the return address.
    bool isExact = false; ///< The frame stopped at pc; otherwise it called from before it.
    /// The value of the stack pointer in the caller, before it made the call.
    std::optional<std::uint64_t> canonicalFrameAddress;
    std::shared_ptr<ModuleValues> module; ///< Null: no debug info.
    /// Where the module's variables of this thread begin; absent when that is not known.
    std::optional<std::uint64_t> threadBlock;
};

/// Evaluates in one frame.
class ValueFrame final : public ExpressionFrame
{
public:
    /// Gives the frame that called this one, when it is needed; null when there is none. It must
    /// outlive this one.
    using CallerProvider = std::function<const ValueFrame*()>;

    ValueFrame(FrameFacts facts,
               CallerProvider caller,
               const MemoryReader& memory,
               ExpressionBudget& budget);

    /// The address in the frame's code that decides where its variables are; linked.
    std::uint64_t codeAddress() const;

    /// The functions at that address, innermost first. Empty without debug info.
    const std::vector<object::FunctionInfo>& functions() const { return m_functions; }

    const FrameFacts& facts() const { return m_facts; }

    bool hasValues() const { return m_facts.module != nullptr; }

    /// The place of a variable of this frame.
    Storage place(const object::VariableInfo& variable) const;

    ExpressionBudget& budget() const { return m_budget; }

    object::ValueInfoReader& info() const override { return m_facts.module->info(); }

    const MemoryReader& memory() const override { return m_memory; }

    std::uint64_t imageBias() const override { return m_facts.module->imageBias(); }

    Answer<std::uint64_t> registerValue(std::uint64_t dwarfNumber) const override;
    Answer<std::vector<std::byte>> registerContent(std::uint64_t dwarfNumber) const override;
    bool isStackPointer(std::uint64_t dwarfNumber) const override;
    Answer<std::uint64_t> frameBase() const override;
    Answer<std::uint64_t> canonicalFrameAddress() const override;
    Answer<std::uint64_t> entryValue(Bytes expression) const override;
    Answer<std::uint64_t> threadAddress(std::uint64_t offset) const override;
    Answer<object::LocationExpression> locationOf(object::EntryRef entry) const override;

private:
    bool isInPrologue() const;
    bool isSetUp(const object::VariableInfo& variable) const;
    bool isInPlaceOfArgument(const object::VariableInfo& variable) const;
    bool isOfCaller(const object::VariableInfo& variable, const Storage& storage) const;
    bool holdsItsFramePointer() const;
    bool holdsItsStackPointer() const;
    bool holdsItsFrame(const object::VariableInfo& variable) const;
    bool isLeaving() const;
    bool calledHere(const ValueFrame& caller, const object::CallSite& call) const;
    bool isReachedByJump(const ValueFrame& caller) const;

    FrameFacts m_facts;
    CallerProvider m_caller;
    const MemoryReader& m_memory;
    ExpressionBudget& m_budget;
    std::vector<object::FunctionInfo> m_functions;
    mutable std::optional<bool> m_isInPrologue; ///< Absent until it is asked for.
    mutable std::uint32_t m_depth = 0; ///< Of frame bases and entry values that need each other.
    mutable std::optional<bool> m_isReachedByJump; ///< Absent until it is asked for.
};

} // namespace faultline::variables

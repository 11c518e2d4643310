// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/variables/storage.h"

#include <cstdint>
#include <expected>
#include <optional>

namespace faultline::variables {

/// What an expression may ask of the frame that it is evaluated for. Every answer may be missing,
/// with the reason.
class ExpressionFrame
{
public:
    template <class T>
    using Answer = std::expected<T, Absence>;

    virtual ~ExpressionFrame() = default;

    virtual object::ValueInfoReader& info() const = 0;
    virtual const MemoryReader& memory() const = 0;
    /// Added to linked addresses.
    virtual std::uint64_t imageBias() const = 0;
    virtual Answer<std::uint64_t> registerValue(std::uint64_t dwarfNumber) const = 0;
    /// The bytes of a register that a value is in.
    virtual Answer<std::vector<std::byte>> registerContent(std::uint64_t dwarfNumber) const = 0;
    /// Does the register lead to places in the frame?
    virtual bool isStackPointer(std::uint64_t dwarfNumber) const = 0;
    virtual Answer<std::uint64_t> frameBase() const = 0;
    virtual Answer<std::uint64_t> canonicalFrameAddress() const = 0;
    /// What the expression gave when the function was called.
    virtual Answer<std::uint64_t> entryValue(Bytes expression) const = 0;
    /// The address of a variable local to the thread, given its offset.
    virtual Answer<std::uint64_t> threadAddress(std::uint64_t offset) const = 0;
    /// The location of another entry at this frame's address, for DW_OP_call.
    virtual Answer<object::LocationExpression> locationOf(object::EntryRef entry) const = 0;
};

/// How many operations the expressions of one question may still execute, and how many instructions
/// of code may be read for them. Protects against loops and against code that is made to be slow.
class ExpressionBudget
{
public:
    static constexpr std::uint64_t kDefault = 1u << 20;
    /// One expression alone; real ones have some dozen.
    static constexpr std::uint32_t kPerExpression = 1u << 16;
    static constexpr std::uint32_t kInstructions = 1u << 21;

    explicit ExpressionBudget(std::uint64_t operations = kDefault) : m_left(operations) {}

    bool take()
    {
        if (m_left == 0)
            return false;
        --m_left;
        return true;
    }

    /// To be reduced by those read.
    std::uint32_t& instructionsLeft() { return m_instructionsLeft; }

private:
    std::uint64_t m_left;
    std::uint32_t m_instructionsLeft = kInstructions;
};

/// Runs a location description or expression (DWARF 5 §2.5, §2.6; GNU's forerunners) to the place
/// of a value. `initial` is pushed first. What cannot be known becomes a missing piece with its
/// reason. Stack, steps and pieces are bounded. A result without operations is optimized out.
Storage evaluateLocation(const object::LocationExpression& expression,
                         const ExpressionFrame& frame,
                         ExpressionBudget& budget,
                         std::optional<std::uint64_t> initial = std::nullopt);

/// The same for an expression whose result is a number: what is left on the stack.
ExpressionFrame::Answer<std::uint64_t>
evaluateNumber(const object::LocationExpression& expression,
               const ExpressionFrame& frame,
               ExpressionBudget& budget,
               std::optional<std::uint64_t> initial = std::nullopt);

} // namespace faultline::variables

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/tables/dwarf_expression.h"

#include "core/base/byte_reader.h"
#include "core/unwind/rules/register_rules.h"

#include <array>

namespace faultline::unwind {

namespace {

constexpr std::size_t kMaxDepth = 64;
constexpr int kMaxSteps = 4096;

// Operation codes: DWARF 5, table 7.9.
enum Op : std::uint8_t {
    kAddr = 0x03,
    kDeref = 0x06,
    kConst1u = 0x08,
    kConst1s,
    kConst2u,
    kConst2s,
    kConst4u,
    kConst4s,
    kConst8u,
    kConst8s,
    kConstu,
    kConsts,
    kDup,
    kDrop,
    kOver,
    kPick,
    kSwap,
    kRot,
    kAbs = 0x19,
    kAnd,
    kDiv,
    kMinus,
    kMod,
    kMul,
    kNeg,
    kNot,
    kOr,
    kPlus,
    kPlusUconst,
    kShl,
    kShr,
    kShra,
    kXor,
    kBra = 0x28,
    kEq,
    kGe,
    kGt,
    kLe,
    kLt,
    kNe,
    kSkip = 0x2f,
    kLit0 = 0x30,
    kLit31 = 0x4f,
    kBreg0 = 0x70,
    kBreg31 = 0x8f,
    kBregx = 0x92,
    kDerefSize = 0x94,
    kNop = 0x96,
};

class Evaluator
{
public:
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): see m_stack.
    Evaluator(Bytes expression, const ExpressionContext& context)
        : m_context(context), m_reader(expression, context.order),
          m_mask(context.addressSize == 4 ? 0xffffffffull : ~std::uint64_t{0})
    {
    }

    Result<std::uint64_t> run(std::optional<std::uint64_t> initial)
    {
        if (initial)
            push(*initial);
        for (int steps = 0; !m_reader.atEnd(); ++steps) {
            if (m_context.meter != nullptr && !m_context.meter->read(1))
                return fail(ErrorKind::Malformed, kUnwindBudgetUsed);
            if (steps == kMaxSteps)
                return fail(ErrorKind::Malformed, "expression takes more than ", kMaxSteps,
                            " steps");
            const auto offset = m_reader.offset();
            const auto op = m_reader.u8();
            FL_CHECK(step(op));
            if (!m_reader.ok() || m_failed)
                return fail(ErrorKind::Malformed, "expression offset ", offset, ": operation ",
                            Hex{op}, m_failed ? " does not fit the stack" : " lacks operands");
        }
        const auto result = pop();
        if (m_failed)
            return fail(ErrorKind::Malformed, "expression leaves no value");
        return result;
    }

private:
    Result<void> step(std::uint8_t op)
    {
        if (op >= kLit0 && op <= kLit31) {
            push(op - std::uint64_t{kLit0});
            return {};
        }
        if (op >= kBreg0 && op <= kBreg31)
            return pushRegister(op - std::uint64_t{kBreg0});
        if (pushConstant(op) || arrangeStack(op) || applyUnary(op) || applyBinary(op) || jump(op))
            return {};
        switch (op) {
        case kBregx: return pushRegister(m_reader.uleb128());
        case kDeref: return load(m_context.addressSize);
        case kDerefSize: return load(m_reader.u8());
        case kNop: return {};
        default: return fail(ErrorKind::Unsupported, "expression operation ", Hex{op});
        }
    }

    bool pushConstant(std::uint8_t op)
    {
        switch (op) {
        case kAddr:
            push(m_reader.unsignedOf(m_context.addressSize) + m_context.imageBias);
            return true;
        case kConst1u: push(m_reader.u8()); return true;
        case kConst1s: pushSigned(m_reader.i8()); return true;
        case kConst2u: push(m_reader.u16()); return true;
        case kConst2s: pushSigned(m_reader.i16()); return true;
        case kConst4u: push(m_reader.u32()); return true;
        case kConst4s: pushSigned(m_reader.i32()); return true;
        case kConst8u:
        case kConst8s: push(m_reader.u64()); return true;
        case kConstu: push(m_reader.uleb128()); return true;
        case kConsts: pushSigned(m_reader.sleb128()); return true;
        default: return false;
        }
    }

    bool arrangeStack(std::uint8_t op)
    {
        switch (op) {
        case kDup: push(peek(0)); return true;
        case kDrop: pop(); return true;
        case kOver: push(peek(1)); return true;
        case kPick: push(peek(m_reader.u8())); return true;
        case kSwap: rotate(2); return true;
        case kRot: rotate(3); return true;
        default: return false;
        }
    }

    bool applyUnary(std::uint8_t op)
    {
        switch (op) {
        case kAbs: {
            const auto value = pop();
            push(asSigned(value) < 0 ? 0 - value : value);
            return true;
        }
        case kNeg: push(0 - pop()); return true;
        case kNot: push(~pop()); return true;
        case kPlusUconst: push(pop() + m_reader.uleb128()); return true;
        default: return false;
        }
    }

    bool applyBinary(std::uint8_t op)
    {
        const bool isArithmetic = (op >= kAnd && op <= kXor) || (op >= kEq && op <= kNe);
        if (!isArithmetic)
            return false;
        const auto right = pop();
        const auto left = pop();
        if (const auto value = binary(op, left, right))
            push(*value);
        else
            m_failed = true;
        return true;
    }

    std::optional<std::uint64_t>
    binary(std::uint8_t op, std::uint64_t left, std::uint64_t right) const
    {
        const auto signedLeft = asSigned(left);
        const auto signedRight = asSigned(right);
        switch (op) {
        case kAnd: return left & right;
        case kDiv: return divide(signedLeft, signedRight);
        case kMinus: return left - right;
        case kMod: return right == 0 ? std::nullopt : std::optional(left % right);
        case kMul: return left * right;
        case kOr: return left | right;
        case kPlus: return left + right;
        case kShl: return right >= 64 ? 0 : left << right;
        case kShr: return right >= 64 ? 0 : left >> right;
        case kShra: return static_cast<std::uint64_t>(signedLeft >> (right >= 64 ? 63 : right));
        case kXor: return left ^ right;
        case kEq: return signedLeft == signedRight;
        case kGe: return signedLeft >= signedRight;
        case kGt: return signedLeft > signedRight;
        case kLe: return signedLeft <= signedRight;
        case kLt: return signedLeft < signedRight;
        case kNe: return signedLeft != signedRight;
        default: return std::nullopt;
        }
    }

    static std::optional<std::uint64_t> divide(std::int64_t left, std::int64_t right)
    {
        if (right == 0)
            return std::nullopt;
        if (right ==
            -1) // The most negative number divided by -1 is the one quotient that overflows.
            return 0 - static_cast<std::uint64_t>(left);
        return static_cast<std::uint64_t>(left / right);
    }

    bool jump(std::uint8_t op)
    {
        if (op != kBra && op != kSkip)
            return false;
        const std::int64_t distance = m_reader.i16();
        if (op == kBra && pop() == 0)
            return true;
        const auto target = static_cast<std::int64_t>(m_reader.offset()) + distance;
        if (target < 0)
            m_failed = true;
        else
            m_reader.seek(static_cast<std::uint64_t>(target));
        return true;
    }

    Result<void> pushRegister(std::uint64_t dwarfNumber)
    {
        const auto displacement = m_reader.sleb128();
        const auto index = registerFromDwarf(m_context.registers.family(), dwarfNumber);
        if (!index || !m_context.registers.has(*index))
            return fail(ErrorKind::Malformed, "expression needs register ", dwarfNumber,
                        ", which is not known");
        push(m_context.registers.get(*index) + static_cast<std::uint64_t>(displacement));
        return {};
    }

    Result<void> load(unsigned sizeBytes)
    {
        const auto address = pop();
        if (m_failed)
            return {};
        const auto value = m_context.memory.readUnsigned(address, sizeBytes);
        if (!value)
            return fail(ErrorKind::Malformed, "expression needs ", sizeBytes, " bytes at ",
                        Hex{address}, ", which are not known");
        push(*value);
        return {};
    }

    void push(std::uint64_t value)
    {
        if (m_depth == kMaxDepth)
            m_failed = true;
        else
            m_stack[m_depth++] = value & m_mask;
    }

    void pushSigned(std::int64_t value) { push(static_cast<std::uint64_t>(value)); }

    std::uint64_t pop()
    {
        if (m_depth == 0) {
            m_failed = true;
            return 0;
        }
        return m_stack[--m_depth];
    }

    std::uint64_t peek(std::size_t below)
    {
        if (below >= m_depth) {
            m_failed = true;
            return 0;
        }
        return m_stack[m_depth - 1 - below];
    }

    /// Moves the top value below the `count - 1` values under it.
    void rotate(std::size_t count)
    {
        if (count > m_depth) {
            m_failed = true;
            return;
        }
        for (auto i = m_depth - 1; i > m_depth - count; --i)
            std::swap(m_stack[i], m_stack[i - 1]);
    }

    std::int64_t asSigned(std::uint64_t value) const
    {
        if (m_context.addressSize == 4)
            return static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
        return static_cast<std::int64_t>(value);
    }

    const ExpressionContext& m_context;
    ByteReader m_reader;
    std::uint64_t m_mask;
    std::array<std::uint64_t, kMaxDepth> m_stack; // Only the first m_depth values are set.
    std::size_t m_depth = 0;
    bool m_failed = false;
};

} // namespace

Result<std::uint64_t> evaluateExpression(Bytes expression,
                                         const ExpressionContext& context,
                                         std::optional<std::uint64_t> initial)
{
    return Evaluator(expression, context).run(initial);
}

} // namespace faultline::unwind

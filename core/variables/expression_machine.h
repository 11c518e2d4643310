// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_reader.h"
#include "core/variables/expression.h"
#include "core/variables/expression_stack.h"

#include <vector>

namespace faultline::variables {

/// Executes one expression for the functions of expression.h, in a frame that must outlive it.
class ExpressionMachine
{
public:
    using Step = std::expected<void, Absence>;
    template <class T>
    using Answer = ExpressionFrame::Answer<T>;

    ExpressionMachine(const object::LocationExpression& expression,
                      const ExpressionFrame& frame,
                      ExpressionBudget& budget)
        : m_frame(frame), m_budget(budget), m_unit(expression.unit),
          m_facts(frame.info().unit(expression.unit)),
          m_generic{.encoding = object::BaseEncoding::None,
                    .sizeBytes = m_facts.addressBytes,
                    .bitCount = 0}
    {
    }

    void push(std::uint64_t bits) { push(integerOf(bits, m_generic)); }

    Step run(Bytes expression, std::uint32_t depth = 0);

    /// The place of a whole value.
    Storage place();
    Answer<std::uint64_t> number();

private:
    /// What the operations since the last piece describe.
    enum class Result : std::uint8_t { Nothing, Address, Register, Value, Content, Pointer };

    /// What a single operation pushes.
    enum class Last : std::uint8_t { Other, Constant, FileAddress, StackAddress };

    Step execute(std::uint8_t op, ByteReader& reader);
    Step executeTyped(std::uint8_t op, ByteReader& reader);
    Step executePlace(std::uint8_t op, ByteReader& reader);
    bool arrangeStack(std::uint8_t op, ByteReader& reader);
    Step jump(std::uint8_t op, ByteReader& reader);
    Step unary(std::uint8_t op, ByteReader& reader);
    Step binary(std::uint8_t op);
    Step load(std::uint64_t sizeBytes, StackType type);
    Step loadWide(std::uint64_t sizeBytes);
    Step pushAnswer(const Answer<std::uint64_t>& answer, std::int64_t displacement = 0);
    Step pushRegister(std::uint64_t number, StackType type);
    Step pushRelativeTo(std::uint64_t number, std::int64_t displacement);
    Step pushIndexed(ByteReader& reader, bool isAddress);
    Step pushConstantOfType(ByteReader& reader);
    Step convert(ByteReader& reader, bool keepsBits);
    Step threadAddress();
    Step call(std::uint8_t op, ByteReader& reader, std::uint32_t depth);
    Step endPiece(std::uint64_t bitSize, std::uint64_t bitOffset);
    Answer<StackType> typeAt(std::uint64_t unitOffset);
    Piece described(std::uint64_t bitSize);

    void push(const StackValue& value)
    {
        m_stack.push(value);
        m_result = Result::Address;
    }

    const ExpressionFrame& m_frame;
    ExpressionBudget& m_budget;
    object::EntryRef m_unit;
    object::ExpressionUnit m_facts;
    StackType m_generic;
    ExpressionStack m_stack;
    std::vector<Piece> m_pieces;
    Result m_result = Result::Nothing;
    std::uint64_t m_register = 0;
    std::vector<std::byte> m_content;
    std::vector<std::byte> m_wide; ///< What the last operation loaded, if it exceeds the stack's
                                   ///< values.
    object::EntryRef m_pointsTo;
    std::int64_t m_pointsToOffset = 0;
    std::uint32_t m_steps = 0;
    std::uint32_t m_depth = 0;
    Last m_last = Last::Other;    ///< What the running operation pushes.
    Last m_before = Last::Other;  ///< What the operation before has pushed.
    bool m_isConstant = false;    ///< The value is the last constant, and not calculated.
    std::uint64_t m_constant = 0; ///< The last constant of the expression, with all of its bits.
};

} // namespace faultline::variables

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/variables/expression.h"

#include "core/variables/expression_machine.h"
#include "core/variables/operations.h"

#include <utility>

namespace faultline::variables {

using Step = ExpressionMachine::Step;
template <class T>
using Answer = ExpressionFrame::Answer<T>;

namespace {

constexpr std::size_t kMaxPieces = 1024;
constexpr std::uint32_t kMaxCalls = 16;

std::vector<std::byte> bytesOf(std::uint64_t bits, unsigned sizeBytes)
{
    std::vector<std::byte> bytes;
    for (unsigned i = 0; i < sizeBytes; ++i)
        bytes.push_back(static_cast<std::byte>(bits >> (8 * i)));
    return bytes;
}

/// Is a number one of so many bits, with or without a sign? Clang joins the constants of neighbours
/// into one, which then belongs to none of them.
bool fits(std::uint64_t bits, std::uint64_t bitSize)
{
    if (bitSize == 0 || bitSize >= 64)
        return true;
    const auto number = static_cast<std::int64_t>(bits);
    const auto half = std::int64_t{1} << (bitSize - 1);
    return bits >> bitSize == 0 || (number < half && number >= -half);
}

/// The bytes of a constant that nothing was calculated from. Clang writes one of 64 bits for a
/// larger object where addresses have 32; what the stack keeps of it would be a part.
std::vector<std::byte> wholeConstant(std::uint64_t bits, unsigned addressBytes)
{
    return bytesOf(bits, fits(bits, std::uint64_t{addressBytes} * 8) ? addressBytes : 8);
}

} // namespace

Step ExpressionMachine::run(Bytes expression, std::uint32_t depth)
{
    ByteReader reader(expression, m_facts.order);
    while (!reader.atEnd()) {
        if (!m_budget.take() || ++m_steps > ExpressionBudget::kPerExpression)
            return std::unexpected(Absence::TooLarge);
        const auto op = reader.u8();
        m_depth = depth;
        m_before = std::exchange(m_last, Last::Other);
        if (!m_wide.empty() && op != DW_OP_stack_value)
            return std::unexpected(Absence::Unsupported);
        auto step = execute(op, reader);
        if (!reader.ok() || m_stack.failed())
            return std::unexpected(Absence::Damaged);
        if (!step)
            return step;
        if (op != DW_OP_deref_size)
            m_wide.clear();
    }
    return m_wide.empty() ? Step() : std::unexpected(Absence::Unsupported);
}

Step ExpressionMachine::execute(std::uint8_t op, ByteReader& reader)
{
    if (op >= DW_OP_breg0 && op <= DW_OP_breg31)
        return pushRelativeTo(std::uint64_t{op} - DW_OP_breg0, reader.sleb128());
    if (op >= DW_OP_reg0 && op <= DW_OP_reg31) {
        m_register = std::uint64_t{op} - DW_OP_reg0;
        m_result = Result::Register;
        return {};
    }
    if (const auto constant = readConstant(op, reader)) {
        push(*constant);
        m_constant = *constant;
        m_last = Last::Constant;
        return {};
    }
    if (arrangeStack(op, reader))
        return {};
    if ((op >= DW_OP_and && op <= DW_OP_xor && op != DW_OP_neg && op != DW_OP_not &&
         op != DW_OP_plus_uconst) ||
        (op >= DW_OP_eq && op <= DW_OP_ne))
        return binary(op);
    switch (op) {
    case DW_OP_addr:
        push(reader.unsignedOf(m_facts.addressBytes) + m_frame.imageBias());
        m_last = Last::FileAddress;
        return {};
    case DW_OP_abs:
    case DW_OP_neg:
    case DW_OP_not:
    case DW_OP_plus_uconst: return unary(op, reader);
    case DW_OP_bra:
    case DW_OP_skip: return jump(op, reader);
    case DW_OP_bregx: {
        const auto number = reader.uleb128();
        return pushRelativeTo(number, reader.sleb128());
    }
    case DW_OP_fbreg:
        m_last = Last::StackAddress;
        return pushAnswer(m_frame.frameBase(), reader.sleb128());
    case DW_OP_call_frame_cfa: return pushAnswer(m_frame.canonicalFrameAddress());
    case DW_OP_deref: return load(m_facts.addressBytes, m_generic);
    case DW_OP_deref_size: {
        const auto sizeBytes = reader.u8();
        return sizeBytes > 8 ? loadWide(sizeBytes) : load(sizeBytes, m_generic);
    }
    case DW_OP_addrx:
    case DW_OP_GNU_addr_index: return pushIndexed(reader, true);
    case DW_OP_constx:
    case DW_OP_GNU_const_index: return pushIndexed(reader, false);
    case DW_OP_form_tls_address:
    case DW_OP_GNU_push_tls_address: return threadAddress();
    case DW_OP_call2:
    case DW_OP_call4: return call(op, reader, m_depth);
    case DW_OP_nop: return {};
    default: return executePlace(op, reader);
    }
}

Step ExpressionMachine::executePlace(std::uint8_t op, ByteReader& reader)
{
    switch (op) {
    case DW_OP_regx:
        m_register = reader.uleb128();
        m_result = Result::Register;
        return {};
    case DW_OP_piece: {
        const auto sizeBytes = reader.uleb128();
        return endPiece(sizeBytes > ~std::uint64_t{0} / 8 ? 0 : sizeBytes * 8, 0);
    }
    case DW_OP_bit_piece: {
        const auto bitSize = reader.uleb128();
        return endPiece(bitSize, reader.uleb128());
    }
    case DW_OP_implicit_value: {
        const auto content = reader.bytes(reader.uleb128());
        m_content.assign(content.begin(), content.end());
        m_result = Result::Content;
        return {};
    }
    case DW_OP_stack_value:
        m_result = Result::Value;
        m_isConstant = m_before == Last::Constant;
        if (!m_wide.empty()) {
            m_stack.pop();
            m_content = std::move(m_wide);
            m_result = Result::Content;
        }
        return {};
    case DW_OP_implicit_pointer:
    case DW_OP_GNU_implicit_pointer:
        m_pointsTo = m_frame.info().entryInFile(m_unit, reader.unsignedOf(m_facts.offsetBytes));
        m_pointsToOffset = reader.sleb128();
        m_result = Result::Pointer;
        return {};
    case DW_OP_entry_value:
    case DW_OP_GNU_entry_value:
        return pushAnswer(m_frame.entryValue(reader.bytes(reader.uleb128())));
    case DW_OP_GNU_parameter_ref: return std::unexpected(Absence::EntryValueNotKnown);
    // What lies there was not written yet.
    case DW_OP_GNU_uninit: return std::unexpected(Absence::OptimizedOut);
    default: return executeTyped(op, reader);
    }
}

Step ExpressionMachine::jump(std::uint8_t op, ByteReader& reader)
{
    const std::int64_t distance = reader.i16();
    if (op == DW_OP_bra && m_stack.pop().isZero())
        return {};
    const auto target = static_cast<std::int64_t>(reader.offset()) + distance;
    if (target < 0)
        return std::unexpected(Absence::Damaged);
    reader.seek(static_cast<std::uint64_t>(target));
    return {};
}

Step ExpressionMachine::pushAnswer(const Answer<std::uint64_t>& answer, std::int64_t displacement)
{
    if (!answer)
        return std::unexpected(answer.error());
    push(*answer + static_cast<std::uint64_t>(displacement));
    return {};
}

Step ExpressionMachine::pushRelativeTo(std::uint64_t number, std::int64_t displacement)
{
    if (m_frame.isStackPointer(number))
        m_last = Last::StackAddress;
    return pushAnswer(m_frame.registerValue(number), displacement);
}

Step ExpressionMachine::pushIndexed(ByteReader& reader, bool isAddress)
{
    const auto value = m_frame.info().indexedAddress(m_unit, reader.uleb128());
    if (!value)
        return std::unexpected(Absence::Damaged);
    push(*value + (isAddress ? m_frame.imageBias() : 0));
    m_constant = *value;
    m_last = isAddress ? Last::FileAddress : Last::Constant;
    return {};
}

Step ExpressionMachine::threadAddress()
{
    auto offset = m_stack.pop().bits;
    // Some compilers write the offset as an address, which it is not.
    if (m_before == Last::FileAddress)
        offset -= m_frame.imageBias();
    return pushAnswer(m_frame.threadAddress(offset));
}

Step ExpressionMachine::call(std::uint8_t op, ByteReader& reader, std::uint32_t depth)
{
    const auto offset = op == DW_OP_call2 ? std::uint64_t{reader.u16()} : reader.u32();
    if (depth >= kMaxCalls)
        return std::unexpected(Absence::TooLarge);
    const auto entry = m_frame.info().entryInUnit(m_unit, offset);
    const auto location = m_frame.locationOf(entry);
    if (!location)
        return std::unexpected(location.error());
    // Its operands are those of another unit.
    if (!location->bytes.empty() && location->unit != m_unit)
        return std::unexpected(Absence::Unsupported);
    return run(location->bytes, depth + 1);
}

/// The piece that the operations since the last one describe, and that has so many bits, or is the
/// whole (0).
Piece ExpressionMachine::described(std::uint64_t bitSize)
{
    Piece piece;
    switch (m_result) {
    case Result::Nothing: break;
    case Result::Address:
        piece.kind = Piece::Kind::Memory;
        piece.address = m_stack.pop().bits;
        break;
    case Result::Register:
        if (auto content = m_frame.registerContent(m_register)) {
            piece.kind = Piece::Kind::Content;
            piece.content = *std::move(content);
            piece.isRegister = true;
            piece.absence = Absence::RegisterNotRecovered;
        } else {
            piece.absence = content.error();
        }
        break;
    case Result::Value: {
        const auto value = m_stack.pop();
        if (m_isConstant && !fits(m_constant, bitSize)) {
            piece.absence = Absence::Damaged;
            break;
        }
        piece.kind = Piece::Kind::Content;
        piece.content = m_isConstant ? wholeConstant(m_constant, m_facts.addressBytes)
                                     : bytesOf(value.bits, value.type.sizeBytes);
        break;
    }
    case Result::Content:
        piece.kind = Piece::Kind::Content;
        piece.content = std::move(m_content);
        piece.absence = Absence::Damaged;
        break;
    case Result::Pointer:
        piece.kind = Piece::Kind::ImplicitPointer;
        piece.pointsTo = m_pointsTo;
        piece.pointsToOffset = m_pointsToOffset;
        break;
    }
    // The last bytes of a big-endian number are its low ones, but values begin at the first.
    const bool isNumber = m_result == Result::Value || m_result == Result::Register;
    if (isNumber && piece.kind == Piece::Kind::Content && m_facts.order != std::endian::little) {
        piece = Piece();
        piece.absence = Absence::Unsupported;
    }
    m_result = Result::Nothing;
    return piece;
}

Step ExpressionMachine::endPiece(std::uint64_t bitSize, std::uint64_t bitOffset)
{
    if (bitSize == 0 || m_pieces.size() == kMaxPieces)
        return std::unexpected(bitSize == 0 ? Absence::Damaged : Absence::TooLarge);
    auto piece = described(bitSize);
    piece.bitSize = bitSize;
    piece.bitOffset = bitOffset;
    m_pieces.push_back(std::move(piece));
    m_stack.clear();
    return {};
}

Storage ExpressionMachine::place()
{
    if (m_pieces.empty())
        m_pieces.push_back(described(0));
    return m_stack.failed() ? Storage::missing(Absence::Damaged)
                            : Storage::ofPieces(std::move(m_pieces));
}

Answer<std::uint64_t> ExpressionMachine::number()
{
    if (m_result == Result::Register)
        return m_frame.registerValue(m_register);
    const auto value = m_stack.pop();
    if (m_stack.failed() || value.type.isFloat())
        return std::unexpected(m_stack.failed() ? Absence::Damaged : Absence::Unsupported);
    return value.bits;
}

Storage evaluateLocation(const object::LocationExpression& expression,
                         const ExpressionFrame& frame,
                         ExpressionBudget& budget,
                         std::optional<std::uint64_t> initial)
{
    if (expression.bytes.empty())
        return Storage::missing(Absence::OptimizedOut);
    ExpressionMachine machine(expression, frame, budget);
    if (initial)
        machine.push(*initial);
    const auto end = machine.run(expression.bytes);
    return end ? machine.place() : Storage::missing(end.error());
}

Answer<std::uint64_t> evaluateNumber(const object::LocationExpression& expression,
                                     const ExpressionFrame& frame,
                                     ExpressionBudget& budget,
                                     std::optional<std::uint64_t> initial)
{
    if (expression.bytes.empty())
        return std::unexpected(Absence::OptimizedOut);
    ExpressionMachine machine(expression, frame, budget);
    if (initial)
        machine.push(*initial);
    const auto end = machine.run(expression.bytes);
    return end ? machine.number() : Answer<std::uint64_t>(std::unexpected(end.error()));
}

} // namespace faultline::variables

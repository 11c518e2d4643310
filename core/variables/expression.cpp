// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/variables/expression.h"

#include "core/base/byte_reader.h"
#include "core/base/hex.h"
#include "core/variables/expression_stack.h"
#include "core/variables/operations.h"

#include <algorithm>
#include <vector>

namespace faultline::variables {

namespace {

constexpr std::size_t kMaxPieces = 1024;
constexpr std::uint32_t kMaxCalls = 16;

using Step = std::expected<void, Absence>;
template <class T>
using Answer = ExpressionFrame::Answer<T>;

std::vector<std::byte> bytesOf(std::uint64_t bits, unsigned sizeBytes)
{
    std::vector<std::byte> bytes;
    for (unsigned i = 0; i < sizeBytes; ++i)
        bytes.push_back(static_cast<std::byte>(bits >> (8 * i)));
    return bytes;
}

/// LLVM names the types that it converts to after their bits ("DW_ATE_unsigned_1"), and rounds
/// their size up. Returns the number of bits where it does not fill the bytes; 0 otherwise.
unsigned oddBitsOf(std::string_view name)
{
    const auto bits =
        name.starts_with("DW_ATE_") ? parseDecimal(name.substr(name.rfind('_') + 1)) : std::nullopt;
    return bits && *bits < 64 && *bits % 8 != 0 ? static_cast<unsigned>(*bits) : 0;
}

class Machine
{
public:
    Machine(const object::LocationExpression& expression,
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
    Step pushIndexed(ByteReader& reader, bool isAddress);
    Step pushConstantOfType(ByteReader& reader);
    Step convert(ByteReader& reader, bool keepsBits);
    Step threadAddress();
    Step call(std::uint8_t op, ByteReader& reader, std::uint32_t depth);
    Step endPiece(std::uint64_t bitSize, std::uint64_t bitOffset);
    Answer<StackType> typeAt(std::uint64_t unitOffset);
    Piece described();

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
    bool m_isAddressLast = false; ///< The last operation pushed an address of the file.
};

Step Machine::run(Bytes expression, std::uint32_t depth)
{
    ByteReader reader(expression, m_facts.order);
    while (!reader.atEnd()) {
        if (!m_budget.take() || ++m_steps > ExpressionBudget::kPerExpression)
            return std::unexpected(Absence::TooLarge);
        const auto op = reader.u8();
        m_depth = depth;
        auto step = execute(op, reader);
        if (!step)
            return step;
        if (op != DW_OP_deref_size)
            m_wide.clear();
        m_isAddressLast = op == DW_OP_addr || op == DW_OP_addrx || op == DW_OP_GNU_addr_index;
        if (!reader.ok() || m_stack.failed())
            return std::unexpected(Absence::Damaged);
    }
    return {};
}

Step Machine::execute(std::uint8_t op, ByteReader& reader)
{
    if (op >= DW_OP_breg0 && op <= DW_OP_breg31)
        return pushAnswer(m_frame.registerValue(std::uint64_t{op} - DW_OP_breg0), reader.sleb128());
    if (op >= DW_OP_reg0 && op <= DW_OP_reg31) {
        m_register = std::uint64_t{op} - DW_OP_reg0;
        m_result = Result::Register;
        return {};
    }
    if (const auto constant = readConstant(op, reader)) {
        push(*constant);
        return {};
    }
    if (arrangeStack(op, reader))
        return {};
    if ((op >= DW_OP_and && op <= DW_OP_xor && op != DW_OP_neg && op != DW_OP_not &&
         op != DW_OP_plus_uconst) ||
        (op >= DW_OP_eq && op <= DW_OP_ne))
        return binary(op);
    switch (op) {
    case DW_OP_addr: push(reader.unsignedOf(m_facts.addressBytes) + m_frame.imageBias()); return {};
    case DW_OP_abs:
    case DW_OP_neg:
    case DW_OP_not:
    case DW_OP_plus_uconst: return unary(op, reader);
    case DW_OP_bra:
    case DW_OP_skip: return jump(op, reader);
    case DW_OP_bregx: {
        const auto number = reader.uleb128();
        return pushAnswer(m_frame.registerValue(number), reader.sleb128());
    }
    case DW_OP_fbreg: return pushAnswer(m_frame.frameBase(), reader.sleb128());
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

Step Machine::executePlace(std::uint8_t op, ByteReader& reader)
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

Step Machine::executeTyped(std::uint8_t op, ByteReader& reader)
{
    switch (op) {
    case DW_OP_const_type:
    case DW_OP_GNU_const_type: return pushConstantOfType(reader);
    case DW_OP_regval_type:
    case DW_OP_GNU_regval_type: {
        const auto number = reader.uleb128();
        const auto type = typeAt(reader.uleb128());
        const auto value = m_frame.registerValue(number);
        if (!type || !value)
            return std::unexpected(type ? value.error() : type.error());
        push(integerOf(*value, *type));
        return {};
    }
    case DW_OP_deref_type:
    case DW_OP_GNU_deref_type: {
        const auto sizeBytes = reader.u8();
        const auto type = typeAt(reader.uleb128());
        return type ? load(sizeBytes, *type) : std::unexpected(type.error());
    }
    case DW_OP_convert:
    case DW_OP_GNU_convert: return convert(reader, false);
    case DW_OP_reinterpret:
    case DW_OP_GNU_reinterpret: return convert(reader, true);
    default: return std::unexpected(Absence::Unsupported);
    }
}

bool Machine::arrangeStack(std::uint8_t op, ByteReader& reader)
{
    switch (op) {
    case DW_OP_dup: push(m_stack.peek(0)); return true;
    case DW_OP_drop: m_stack.pop(); return true;
    case DW_OP_over: push(m_stack.peek(1)); return true;
    case DW_OP_pick: push(m_stack.peek(reader.u8())); return true;
    case DW_OP_swap: m_stack.rotate(2); return true;
    case DW_OP_rot: m_stack.rotate(3); return true;
    default: return false;
    }
}

Step Machine::unary(std::uint8_t op, ByteReader& reader)
{
    const auto value = m_stack.pop();
    if (value.type.isFloat())
        return std::unexpected(Absence::Unsupported);
    switch (op) {
    case DW_OP_abs:
        push(integerOf(value.asSigned() < 0 ? 0 - value.bits : value.bits, value.type));
        return {};
    case DW_OP_neg: push(integerOf(0 - value.bits, value.type)); return {};
    case DW_OP_not: push(integerOf(~value.bits, value.type)); return {};
    default: push(integerOf(value.bits + reader.uleb128(), value.type)); return {};
    }
}

Step Machine::binary(std::uint8_t op)
{
    const auto right = m_stack.pop();
    const auto left = m_stack.pop();
    const auto value = m_stack.failed() ? std::nullopt : applied(op, left, right);
    if (!value)
        return std::unexpected(Absence::Damaged);
    push(*value);
    return {};
}

Step Machine::jump(std::uint8_t op, ByteReader& reader)
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

Step Machine::load(std::uint64_t sizeBytes, StackType type)
{
    const auto address = m_stack.pop();
    if (m_stack.failed() || sizeBytes == 0 || sizeBytes > 8)
        return std::unexpected(Absence::Damaged);
    const auto value =
        m_frame.memory().readUnsigned(address.bits, static_cast<unsigned>(sizeBytes));
    if (!value)
        return std::unexpected(sizeBytes == 8 || sizeBytes == 4 || sizeBytes <= 2
                                   ? Absence::NotInDump
                                   : Absence::Unsupported);
    push(integerOf(*value, type));
    return {};
}

/// Clang describes a saved vector register so: nothing is calculated with what was loaded.
Step Machine::loadWide(std::uint64_t sizeBytes)
{
    const auto address = m_stack.pop();
    m_wide.resize(static_cast<std::size_t>(sizeBytes));
    if (m_frame.memory().read(address.bits, m_wide) != m_wide.size())
        return std::unexpected(Absence::NotInDump);
    push(std::uint64_t{0});
    return {};
}

Step Machine::pushAnswer(const Answer<std::uint64_t>& answer, std::int64_t displacement)
{
    if (!answer)
        return std::unexpected(answer.error());
    push(*answer + static_cast<std::uint64_t>(displacement));
    return {};
}

Step Machine::pushIndexed(ByteReader& reader, bool isAddress)
{
    const auto value = m_frame.info().indexedAddress(m_unit, reader.uleb128());
    if (!value)
        return std::unexpected(Absence::Damaged);
    push(*value + (isAddress ? m_frame.imageBias() : 0));
    return {};
}

Step Machine::pushConstantOfType(ByteReader& reader)
{
    const auto type = typeAt(reader.uleb128());
    const auto sizeBytes = reader.u8();
    if (!type)
        return std::unexpected(type.error());
    if (sizeBytes != type->sizeBytes)
        return std::unexpected(Absence::Damaged);
    push(integerOf(reader.unsignedOf(sizeBytes), *type));
    return {};
}

Step Machine::convert(ByteReader& reader, bool keepsBits)
{
    const auto offset = reader.uleb128();
    const auto type = offset == 0 ? Answer<StackType>(m_generic) : typeAt(offset);
    if (!type)
        return std::unexpected(type.error());
    const auto value = m_stack.pop();
    if (keepsBits && value.type.sizeBytes != type->sizeBytes)
        return std::unexpected(Absence::Damaged);
    const auto result =
        keepsBits ? std::optional(StackValue{value.bits, *type}) : converted(value, *type);
    if (!result)
        return std::unexpected(Absence::Unsupported);
    push(*result);
    return {};
}

/// Base types that registers hold; longer ones are not calculated with.
Answer<StackType> Machine::typeAt(std::uint64_t unitOffset)
{
    const auto entry = m_frame.info().entryInUnit(m_unit, unitOffset);
    const auto type = entry ? m_frame.info().type(entry) : nullptr;
    if (!type || type->kind != object::TypeKind::Base)
        return std::unexpected(Absence::Damaged);
    const auto sizeBytes = type->sizeBytes.value_or(0);
    const bool isFloat = type->encoding == object::BaseEncoding::Float;
    const bool isUsual =
        isFloat ? sizeBytes == 4 || sizeBytes == 8 : sizeBytes >= 1 && sizeBytes <= 8;
    const auto oddBits = oddBitsOf(type->name);
    const bool isSigned = type->encoding != object::BaseEncoding::Unsigned;
    if (!isUsual || type->isEncodedOtherwise || (oddBits != 0 && isSigned) ||
        type->encoding == object::BaseEncoding::Complex ||
        type->encoding == object::BaseEncoding::None)
        return std::unexpected(Absence::Unsupported);
    return StackType{type->encoding, static_cast<std::uint8_t>(sizeBytes),
                     static_cast<std::uint8_t>(oddBits)};
}

Step Machine::threadAddress()
{
    auto offset = m_stack.pop().bits;
    // Some compilers write the offset as an address, which it is not.
    if (m_isAddressLast)
        offset -= m_frame.imageBias();
    return pushAnswer(m_frame.threadAddress(offset));
}

Step Machine::call(std::uint8_t op, ByteReader& reader, std::uint32_t depth)
{
    const auto offset = op == DW_OP_call2 ? std::uint64_t{reader.u16()} : reader.u32();
    if (depth >= kMaxCalls)
        return std::unexpected(Absence::TooLarge);
    const auto entry = m_frame.info().entryInUnit(m_unit, offset);
    const auto location = m_frame.locationOf(entry);
    if (!location)
        return std::unexpected(location.error());
    return run(location->bytes, depth + 1);
}

/// The piece that the operations since the last one describe.
Piece Machine::described()
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
        } else {
            piece.absence = content.error();
        }
        break;
    case Result::Value: {
        const auto value = m_stack.pop();
        piece.kind = Piece::Kind::Content;
        piece.content = bytesOf(value.bits, value.type.sizeBytes);
        break;
    }
    case Result::Content:
        piece.kind = Piece::Kind::Content;
        piece.content = std::move(m_content);
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

Step Machine::endPiece(std::uint64_t bitSize, std::uint64_t bitOffset)
{
    if (bitSize == 0 || m_pieces.size() == kMaxPieces)
        return std::unexpected(bitSize == 0 ? Absence::Damaged : Absence::TooLarge);
    auto piece = described();
    piece.bitSize = bitSize;
    piece.bitOffset = bitOffset;
    m_pieces.push_back(std::move(piece));
    m_stack.clear();
    return {};
}

Storage Machine::place()
{
    if (m_pieces.empty())
        m_pieces.push_back(described());
    return m_stack.failed() ? Storage::missing(Absence::Damaged)
                            : Storage::ofPieces(std::move(m_pieces));
}

Answer<std::uint64_t> Machine::number()
{
    if (m_result == Result::Register)
        return m_frame.registerValue(m_register);
    const auto value = m_stack.pop();
    if (m_stack.failed() || value.type.isFloat())
        return std::unexpected(m_stack.failed() ? Absence::Damaged : Absence::Unsupported);
    return value.bits;
}

} // namespace

Storage evaluateLocation(const object::LocationExpression& expression,
                         const ExpressionFrame& frame,
                         ExpressionBudget& budget,
                         std::optional<std::uint64_t> initial)
{
    if (expression.bytes.empty())
        return Storage::missing(Absence::OptimizedOut);
    Machine machine(expression, frame, budget);
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
    Machine machine(expression, frame, budget);
    if (initial)
        machine.push(*initial);
    const auto end = machine.run(expression.bytes);
    return end ? machine.number() : Answer<std::uint64_t>(std::unexpected(end.error()));
}

} // namespace faultline::variables

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/model/wide_register.h"
#include "core/variables/expression_machine.h"
#include "core/variables/operations.h"

namespace faultline::variables {

using Step = ExpressionMachine::Step;

namespace {

/// LLVM names the types that it converts to after their bits ("DW_ATE_unsigned_1"), and rounds
/// their size up. Returns the number of bits where it does not fill the bytes; 0 otherwise.
unsigned oddBitsOf(std::string_view name)
{
    const auto bits =
        name.starts_with("DW_ATE_") ? parseDecimal(name.substr(name.rfind('_') + 1)) : std::nullopt;
    return bits && *bits < 64 && *bits % 8 != 0 ? static_cast<unsigned>(*bits) : 0;
}

} // namespace

Step ExpressionMachine::executeTyped(std::uint8_t op, ByteReader& reader)
{
    switch (op) {
    case DW_OP_const_type:
    case DW_OP_GNU_const_type: return pushConstantOfType(reader);
    case DW_OP_regval_type:
    case DW_OP_GNU_regval_type: {
        const auto number = reader.uleb128();
        const auto type = typeAt(reader.uleb128());
        if (!type)
            return std::unexpected(type.error());
        return pushRegister(number, *type);
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

/// The low bytes of a register as a value of a type. Those of x87 hold no other form than their
/// own.
Step ExpressionMachine::pushRegister(std::uint64_t number, StackType type)
{
    const auto value = m_frame.registerValue(number);
    if (value) {
        push(integerOf(*value, type));
        return {};
    }
    const auto content = m_frame.registerContent(number);
    if (!content)
        return std::unexpected(content.error());
    if (content->size() == WideRegister::kExtendedBytes || content->size() < type.sizeBytes ||
        type.sizeBytes > sizeof(std::uint64_t) || m_facts.order != std::endian::little)
        return std::unexpected(Absence::Unsupported);
    ByteReader reader(*content);
    push(integerOf(reader.unsignedOf(type.sizeBytes), type));
    return {};
}

bool ExpressionMachine::arrangeStack(std::uint8_t op, ByteReader& reader)
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

Step ExpressionMachine::unary(std::uint8_t op, ByteReader& reader)
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

Step ExpressionMachine::binary(std::uint8_t op)
{
    const auto right = m_stack.pop();
    const auto left = m_stack.pop();
    const auto value = m_stack.failed() ? std::nullopt : applied(op, left, right);
    if (!value)
        return std::unexpected(Absence::Damaged);
    push(*value);
    return {};
}

Step ExpressionMachine::load(std::uint64_t sizeBytes, StackType type)
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
Step ExpressionMachine::loadWide(std::uint64_t sizeBytes)
{
    const auto address = m_stack.pop();
    m_wide.resize(static_cast<std::size_t>(sizeBytes));
    if (m_frame.memory().read(address.bits, m_wide) != m_wide.size())
        return std::unexpected(Absence::NotInDump);
    push(std::uint64_t{0});
    return {};
}

Step ExpressionMachine::pushConstantOfType(ByteReader& reader)
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

/// An address of the stack is no number: Clang forgets the load where it has moved a number there.
Step ExpressionMachine::convert(ByteReader& reader, bool keepsBits)
{
    const auto offset = reader.uleb128();
    const auto type = offset == 0 ? Answer<StackType>(m_generic) : typeAt(offset);
    if (!type)
        return std::unexpected(type.error());
    const auto value = m_stack.pop();
    if (m_before == Last::StackAddress || (keepsBits && value.type.sizeBytes != type->sizeBytes))
        return std::unexpected(Absence::Damaged);
    const auto result =
        keepsBits ? std::optional(StackValue{value.bits, *type}) : converted(value, *type);
    if (!result)
        return std::unexpected(Absence::Unsupported);
    push(*result);
    return {};
}

/// Base types that registers hold; longer ones are not calculated with.
ExpressionMachine::Answer<StackType> ExpressionMachine::typeAt(std::uint64_t unitOffset)
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

} // namespace faultline::variables

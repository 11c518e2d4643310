// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::natvis {

/// A type as an expression writes it: "const std::_List_node<$T1>**" has the name
/// "std::_List_node<$T1>" and two pointers. Qualifiers outside of template arguments are left out.
struct TypeText
{
    std::string name;
    std::uint32_t pointers = 0;
    bool isReference = false;
};

enum class Operator : std::uint8_t {
    None,
    Plus,
    Minus,
    Not,
    Complement,
    Dereference,
    AddressOf,
    Increment, ///< Before its operand.
    Decrement,
    IncrementAfter,
    DecrementAfter,
    Multiply,
    Divide,
    Remainder,
    Add,
    Subtract,
    ShiftLeft,
    ShiftRight,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Or,
    Assign,
    Comma
};

/// One node of an expression's tree.
struct ExpressionNode
{
    enum class Kind : std::uint8_t {
        Integer,     ///< `number`.
        Floating,    ///< `floating`.
        Character,   ///< `number`.
        Boolean,     ///< `number`.
        Null,        ///< nullptr.
        Text,        ///< `text`: a literal, without its quotes.
        Name,        ///< `text`: a variable, a member, "this", "$T1", "$i".
        Unary,       ///< `op`, one operand.
        Binary,      ///< `op`, two operands; also assignments ("a += 1" has op Assign and an Add).
        Conditional, ///< Three operands.
        Member,      ///< `text` of the operand.
        Arrow,       ///< `text` of what the operand points to.
        Index,       ///< Two operands.
        Cast,        ///< `type`, one operand.
        SizeOf,      ///< Of `type`, or of the operand if there is one.
        Call         ///< Of the intrinsic `text`, for the first operand if `isOfObject`.
    };
    Kind kind = Kind::Integer;
    Operator op = Operator::None;
    bool isUnsigned = false;      ///< Of an integer: its type is unsigned.
    bool isLong = false;          ///< Of an integer: its type has 8 bytes, not 4.
    bool isReinterpreted = false; ///< Of a cast: the address stays the same (reinterpret_cast).
    bool isOfObject = false;
    std::uint64_t number = 0;
    double floating = 0;
    std::string text = {};
    TypeText type = {};
    std::vector<std::uint32_t> operands = {}; ///< Indexes of nodes before this one.
};

/// What follows an expression after a comma: how its value is shown.
struct Format
{
    enum class Text : std::uint8_t { None, Quoted, Bare };
    enum class Base : std::uint8_t { Natural, Hex, HexBare, Decimal, Octal, Binary, Character };
    static constexpr std::uint32_t kNoCount = std::numeric_limits<std::uint32_t>::max();

    Text text = Text::None;
    std::uint32_t unitBytes = 0; ///< Of a text's characters; 0: as the type has them.
    Base base = Base::Natural;
    bool isRaw = false;             ///< "!": without a summary.
    bool hidesAddress = false;      ///< "na".
    std::string view = {};          ///< "view(name)".
    std::uint32_t count = kNoCount; ///< "[n]": the node with the number of elements.
};

/// A parsed expression. An expression of C++ without assignments to what a process has and calls of
/// its functions. A comma begins the format, unless what follows cannot be one ("++i, ++p").
struct CppExpression
{
    std::string source;
    std::vector<ExpressionNode> nodes = {}; ///< Operands come before what uses them.
    std::uint32_t root = 0;
    Format format = {};
};

/// Parses "name", "this->items[2].size", "(T*)p + 1 == q ? a : b", "text,[n]s". Bounded in length,
/// depth and nodes. Errors: Malformed, with the position in the text.
Result<CppExpression> parseExpression(std::string_view text);

/// Parses "const ns::Class<int>*". Errors: Malformed.
Result<TypeText> parseType(std::string_view text);

} // namespace faultline::natvis

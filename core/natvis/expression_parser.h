// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/natvis/cpp_expression.h"
#include "core/natvis/expression_tokens.h"

#include <optional>

namespace faultline::natvis {

/// Parses one expression by recursive descent, as parseExpression() says.
class ExpressionParser
{
public:
    static constexpr std::size_t kMaxBytes = 4096;
    static constexpr std::size_t kMaxNodes = 1024;
    static constexpr std::uint32_t kMaxDepth = 64;

    explicit ExpressionParser(std::string_view text) : m_text(text), m_scan(text) {}

    Result<CppExpression> parse();
    Result<TypeText> parseType();

private:
    using Node = Result<std::uint32_t>;
    using Kind = ExpressionNode::Kind;

    Node assignment();
    Node conditional();
    Node binary(int lowest);
    Node unary();
    Node cast();
    Node postfix();
    Node postfixOf(std::uint32_t first);
    Node primary();
    Node name();
    Node call(std::string text, std::optional<std::uint32_t> object);
    Node number();
    Node character();
    Node literal();
    Node sizeOf();
    Node namedCast(bool isReinterpreted);
    Node enclosed();
    Result<std::string> memberName();
    std::optional<TypeText> typeBefore(std::string_view end);
    std::optional<TypeText> type();
    bool takeQualifier();
    bool takeQualifiedName(std::string& into);
    bool takeBuiltInWords(std::string& into);
    bool isCast(const TypeText& type);
    Result<void> end();
    bool continues();
    Result<void> formatPart();
    Result<void> formatWord(std::string_view word);

    Node add(ExpressionNode node);
    std::unexpected<Error> unexpected();

    std::string_view m_text;
    Scanner m_scan;
    CppExpression m_made;
    std::uint32_t m_depth = 0;
};

/// Is the word a part of the name of a type that the language itself has ("unsigned", "long")?
bool isBuiltInWord(std::string_view word);

} // namespace faultline::natvis

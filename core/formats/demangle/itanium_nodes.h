#pragma once

#include <algorithm>
#include <charconv>
#include <llvm/Demangle/ItaniumDemangle.h>
#include <string>
#include <string_view>

/// Nodes of LLVM's tree of a C++ name that are spelled our way. Included by itanium_demangle.cpp
/// only.
namespace faultline::demangling {

namespace itanium = llvm::itanium_demangle;

/// "{lambda(int)#2}" counts from one, the mangling has nothing for the first and then counts from
/// zero.
inline unsigned ordinalOf(std::string_view count)
{
    unsigned number = 0;
    if (count.empty())
        return 1;
    std::from_chars(count.data(), count.data() + count.size(), number);
    return number + 2;
}

inline void appendNumber(itanium::OutputBuffer& out, unsigned number)
{
    out += std::string_view(std::to_string(number));
}

class LambdaName final : public itanium::ClosureTypeName
{
public:
    LambdaName(itanium::NodeArray templateParams,
               const itanium::Node* requires1,
               itanium::NodeArray params,
               const itanium::Node* requires2,
               std::string_view count)
        : ClosureTypeName(templateParams, requires1, params, requires2, count), m_params(params),
          m_count(count)
    {
    }

    void printLeft(itanium::OutputBuffer& out) const override
    {
        out += "{lambda(";
        m_params.printWithComma(out);
        out += ")#";
        appendNumber(out, ordinalOf(m_count));
        out += "}";
    }

private:
    itanium::NodeArray m_params;
    std::string_view m_count;
};

class UnnamedType final : public itanium::UnnamedTypeName
{
public:
    explicit UnnamedType(std::string_view count) : UnnamedTypeName(count), m_count(count) {}

    void printLeft(itanium::OutputBuffer& out) const override
    {
        out += "{unnamed type#";
        appendNumber(out, ordinalOf(m_count));
        out += "}";
    }

private:
    std::string_view m_count;
};

/// "(unsigned int)8" for what LLVM writes as "8u"; an int has neither.
class CastLiteral final : public itanium::IntegerLiteral
{
public:
    CastLiteral(std::string_view type, std::string_view value)
        : IntegerLiteral(type, value), m_type(type), m_value(value)
    {
    }

    void printLeft(itanium::OutputBuffer& out) const override
    {
        const std::string_view spelled = m_type == "u"     ? "unsigned int"
                                         : m_type == "l"   ? "long"
                                         : m_type == "ul"  ? "unsigned long"
                                         : m_type == "ll"  ? "long long"
                                         : m_type == "ull" ? "unsigned long long"
                                                           : m_type;
        if (!spelled.empty()) {
            out += "(";
            out += spelled;
            out += ")";
        }
        if (m_value.starts_with('n')) {
            out += "-";
            out += m_value.substr(1);
        } else {
            out += m_value;
        }
    }

private:
    std::string_view m_type;
    std::string_view m_value;
};

/// "f() [clone .isra.0] [clone .cold]" for the suffix ".isra.0.cold".
class CloneSuffix final : public itanium::Node
{
public:
    CloneSuffix(const itanium::Node* prefix, std::string_view suffix)
        : Node(KDotSuffix), m_prefix(prefix), m_suffix(suffix)
    {
    }

    void printLeft(itanium::OutputBuffer& out) const override
    {
        m_prefix->print(out);
        std::string_view rest = m_suffix;
        while (!rest.empty()) {
            // A dot before a digit still belongs to the word before it.
            std::size_t length = 1;
            while (length < rest.size() &&
                   (rest[length] != '.' || (length + 1 < rest.size() && isDigit(rest[length + 1]))))
                ++length;
            out += " [clone ";
            out += rest.substr(0, length);
            out += "]";
            rest.remove_prefix(length);
        }
    }

private:
    static bool isDigit(char c) { return c >= '0' && c <= '9'; }

    const itanium::Node* m_prefix;
    std::string_view m_suffix;
};

} // namespace faultline::demangling

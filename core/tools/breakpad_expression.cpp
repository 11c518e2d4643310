// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tools/breakpad_expression.h"

#include "core/base/byte_reader.h"
#include "core/base/result.h"
#include "core/tools/breakpad_record.h"
#include "core/unwind/rules/register_rules.h"

#include <bit>
#include <vector>

namespace faultline::app {

namespace {

// DWARF 5 §7.7.1.
enum Operation : std::uint8_t {
    DW_OP_deref = 0x06,
    DW_OP_const1u = 0x08,
    DW_OP_const1s = 0x09,
    DW_OP_const2u = 0x0a,
    DW_OP_const2s = 0x0b,
    DW_OP_const4u = 0x0c,
    DW_OP_const4s = 0x0d,
    DW_OP_constu = 0x10,
    DW_OP_consts = 0x11,
    DW_OP_dup = 0x12,
    DW_OP_and = 0x1a,
    DW_OP_minus = 0x1c,
    DW_OP_mul = 0x1e,
    DW_OP_plus = 0x22,
    DW_OP_plus_uconst = 0x23,
    DW_OP_lit0 = 0x30,
    DW_OP_lit31 = 0x4f,
    DW_OP_breg0 = 0x70,
    DW_OP_breg31 = 0x8f,
    DW_OP_bregx = 0x92,
    DW_OP_nop = 0x96,
};

struct Term
{
    std::string text;
    std::optional<std::int64_t> number; ///< If set, the entry is this number and nothing else.
};

Term numberTerm(std::int64_t number)
{
    return {concat(number), number};
}

class Translator
{
public:
    Translator(Bytes expression, CpuFamily family, std::optional<std::string> initial)
        : m_reader(expression), m_family(family)
    {
        if (initial)
            m_stack.push_back({*std::move(initial), std::nullopt});
    }

    std::optional<std::string> run()
    {
        while (!m_reader.atEnd()) {
            if (!step(m_reader.u8()) || !m_reader.ok())
                return std::nullopt;
        }
        return m_reader.ok() && !m_stack.empty() ? std::optional(m_stack.back().text)
                                                 : std::nullopt;
    }

private:
    bool step(std::uint8_t op)
    {
        if (op >= DW_OP_lit0 && op <= DW_OP_lit31)
            return push(numberTerm(op - DW_OP_lit0));
        if (op >= DW_OP_breg0 && op <= DW_OP_breg31)
            return pushRegister(op - DW_OP_breg0);
        switch (op) {
        case DW_OP_bregx: return pushRegister(m_reader.uleb128());
        case DW_OP_const1u: return push(numberTerm(m_reader.u8()));
        case DW_OP_const1s: return push(numberTerm(m_reader.i8()));
        case DW_OP_const2u: return push(numberTerm(m_reader.u16()));
        case DW_OP_const2s: return push(numberTerm(m_reader.i16()));
        case DW_OP_const4u: return push(numberTerm(m_reader.u32()));
        case DW_OP_const4s: return push(numberTerm(m_reader.i32()));
        case DW_OP_consts: return push(numberTerm(m_reader.sleb128()));
        case DW_OP_constu: return push(numberTerm(static_cast<std::int64_t>(m_reader.uleb128())));
        case DW_OP_plus_uconst:
            push(numberTerm(static_cast<std::int64_t>(m_reader.uleb128())));
            return combine("+");
        case DW_OP_plus: return combine("+");
        case DW_OP_minus: return combine("-");
        case DW_OP_mul: return combine("*");
        case DW_OP_and: return align();
        case DW_OP_deref: return append("^");
        case DW_OP_dup: return !m_stack.empty() && push(m_stack.back());
        case DW_OP_nop: return true;
        default: return false;
        }
    }

    bool push(Term term)
    {
        constexpr std::size_t kMaxTerms = 16;
        constexpr std::size_t kMaxTextBytes = 1024;
        if (m_stack.size() == kMaxTerms || term.text.size() > kMaxTextBytes)
            return false;
        m_stack.push_back(std::move(term));
        return true;
    }

    bool pushRegister(std::uint64_t dwarfNumber)
    {
        const auto index = unwind::registerFromDwarf(m_family, dwarfNumber);
        const auto offset = m_reader.sleb128();
        return index && push({concat(breakpadRegisterName(m_family, *index), " ", offset, " +"),
                              std::nullopt});
    }

    bool append(std::string_view op)
    {
        if (m_stack.empty())
            return false;
        const auto term = std::move(m_stack.back());
        m_stack.pop_back();
        return push({concat(term.text, " ", op), std::nullopt});
    }

    bool combine(std::string_view op)
    {
        if (m_stack.size() < 2)
            return false;
        const auto right = std::move(m_stack.back());
        m_stack.pop_back();
        const auto left = std::move(m_stack.back());
        m_stack.pop_back();
        return push({concat(left.text, " ", right.text, " ", op), std::nullopt});
    }

    /// The language has no masks, but it can round down to a multiple.
    bool align()
    {
        if (m_stack.empty() || !m_stack.back().number)
            return false;
        const auto multiple = 0 - static_cast<std::uint64_t>(*m_stack.back().number);
        if (!std::has_single_bit(multiple))
            return false;
        m_stack.back() = numberTerm(static_cast<std::int64_t>(multiple));
        return combine("@");
    }

    ByteReader m_reader;
    CpuFamily m_family;
    std::vector<Term> m_stack;
};

} // namespace

std::optional<std::string>
breakpadExpression(Bytes expression, CpuFamily family, std::optional<std::string> initial)
{
    return Translator(expression, family, std::move(initial)).run();
}

} // namespace faultline::app

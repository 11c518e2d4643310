// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/tables/stack_cfi_rules.h"

#include "core/base/text.h"
#include "core/unwind/rules/register_rules.h"
#include "core/unwind/tables/text_tokens.h"

#include <bit>
#include <charconv>
#include <optional>

namespace faultline::unwind {

namespace {

constexpr std::size_t kMaxDepth = 64;

/// Evaluates one postfix expression with 64-bit wrapping arithmetic.
class Postfix
{
public:
    // Only the first m_depth values of m_stack are ever read.
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init)
    Postfix(const RegisterSet& callee, const MemoryReader& memory, std::optional<std::uint64_t> cfa)
        : m_callee(callee), m_memory(memory), m_cfa(cfa)
    {
    }

    Result<std::uint64_t> run(std::string_view expression)
    {
        TextTokens tokens(expression);
        for (auto token = tokens.next(); !token.empty(); token = tokens.next()) {
            if (!step(token))
                return fail(ErrorKind::Malformed, "\"", excerpt(token), "\" in \"",
                            excerpt(expression), "\" has no value");
        }
        if (m_depth != 1)
            return fail(ErrorKind::Malformed, "\"", excerpt(expression), "\" leaves ", m_depth,
                        " values");
        return m_stack[0];
    }

private:
    bool step(std::string_view token)
    {
        if (token == "^")
            return load();
        if (token == ".cfa")
            return m_cfa && push(*m_cfa);
        if (token.size() == 1 && std::string_view("+-*/%@").contains(token.front()))
            return binary(token.front());
        if (const auto number = integer(token))
            return push(*number);
        const auto index = registerIndex(m_callee.family(), token);
        return index && m_callee.has(*index) && push(m_callee.get(*index));
    }

    static std::optional<std::uint64_t> integer(std::string_view token)
    {
        if (token.starts_with('+'))
            token.remove_prefix(1);
        std::int64_t value = 0;
        const auto* end = token.data() + token.size();
        const auto [position, error] = std::from_chars(token.data(), end, value);
        if (error != std::errc{} || position != end)
            return std::nullopt;
        return static_cast<std::uint64_t>(value);
    }

    bool binary(char op)
    {
        if (m_depth < 2)
            return false;
        const auto right = m_stack[--m_depth];
        const auto left = m_stack[--m_depth];
        switch (op) {
        case '+': return push(left + right);
        case '-': return push(left - right);
        case '*': return push(left * right);
        case '/': return right != 0 && push(left / right);
        case '%': return right != 0 && push(left % right);
        case '@': return std::has_single_bit(right) && push(left & ~(right - 1));
        default: return false;
        }
    }

    bool load()
    {
        if (m_depth == 0)
            return false;
        const auto address = m_stack[--m_depth] & addressBits(m_callee.family());
        const auto value = m_memory.readUnsigned(address, pointerSize(m_callee.family()));
        return value && push(*value);
    }

    bool push(std::uint64_t value)
    {
        if (m_depth == kMaxDepth)
            return false;
        m_stack[m_depth++] = value;
        return true;
    }

    const RegisterSet& m_callee;
    const MemoryReader& m_memory;
    std::optional<std::uint64_t> m_cfa;
    std::array<std::uint64_t, kMaxDepth> m_stack; // Only the first m_depth values are set.
    std::size_t m_depth = 0;
};

} // namespace

Result<void> StackCfiRules::add(std::string_view rules)
{
    TextTokens tokens(rules);
    auto token = tokens.next();
    while (!token.empty()) {
        if (!token.ends_with(':') || token.size() == 1)
            return fail(ErrorKind::Malformed, "rules \"", excerpt(rules), "\": \"", excerpt(token),
                        "\" stands where a register is expected");
        const auto name = token.substr(0, token.size() - 1);
        const auto first = tokens.next();
        auto last = first;
        for (token = first; !token.empty() && !token.ends_with(':'); token = tokens.next())
            last = token;
        if (first.empty() || first.ends_with(':'))
            return fail(ErrorKind::Malformed, "rules \"", excerpt(rules), "\": register \"",
                        excerpt(name), "\" has no expression");
        const auto length = static_cast<std::size_t>(last.data() + last.size() - first.data());
        set(name, std::string_view(first.data(), length));
    }
    return {};
}

void StackCfiRules::set(std::string_view name, std::string_view expression)
{
    if (name == ".cfa")
        m_cfa = expression;
    else if (name == ".ra")
        m_returnAddress = expression;
    else if (const auto index = registerIndex(m_family, name))
        m_registers[*index] = expression;
}

Result<RegisterSet> StackCfiRules::apply(const RegisterSet& callee,
                                         const RegisterSet& forwarded,
                                         const MemoryReader& memory) const
{
    if (m_cfa.empty() || m_returnAddress.empty())
        return fail(ErrorKind::Malformed, "the rules lack .cfa or .ra");
    FL_TRY(const auto cfa, Postfix(callee, memory, std::nullopt).run(m_cfa));
    FL_TRY(const auto returnAddress, Postfix(callee, memory, cfa).run(m_returnAddress));
    const auto special = specialRegisters(m_family);
    const auto mask = addressBits(m_family);
    auto caller = forwarded;
    caller.set(special.sp, cfa & mask);
    for (std::size_t i = 0; i < m_registers.size(); ++i) {
        if (m_registers[i].empty())
            continue;
        const auto number = static_cast<std::uint8_t>(i);
        if (const auto value = Postfix(callee, memory, cfa).run(m_registers[i]))
            caller.set(number, *value & mask);
        else
            caller.forget(number);
    }
    if (special.lr)
        caller.forget(*special.lr);
    caller.set(special.pc, returnAddress & mask);
    return caller;
}

} // namespace faultline::unwind

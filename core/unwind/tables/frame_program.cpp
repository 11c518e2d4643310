// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/tables/frame_program.h"

#include "core/base/text.h"
#include "core/unwind/rules/register_rules.h"
#include "core/unwind/tables/text_tokens.h"

#include <array>
#include <bit>
#include <charconv>
#include <optional>

namespace faultline::unwind {

namespace {

constexpr std::size_t kMaxDepth = 64;
constexpr std::size_t kMaxVariables = 48;

std::uint32_t frameSize(const object::WindowsFrame& frame, std::uint32_t grandCalleeParameterBytes)
{
    return frame.localBytes + frame.savedRegisterBytes + grandCalleeParameterBytes;
}

Result<std::uint32_t> load32(const MemoryReader& memory, std::uint32_t address)
{
    const auto value = memory.readUnsigned(address, 4);
    if (!value)
        return fail(ErrorKind::Malformed, "memory at ", Hex{address}, " is not known");
    return static_cast<std::uint32_t>(*value);
}

std::uint32_t valueOf(const RegisterSet& registers, std::uint8_t index)
{
    return static_cast<std::uint32_t>(registers.get(index));
}

/// Executes the postfix language: a stack of numbers and variable names.
class FrameProgram
{
public:
    explicit FrameProgram(const MemoryReader& memory) : m_memory(memory) {}

    void define(std::string_view name, std::uint32_t value) { assign(name, value); }

    std::optional<std::uint32_t> find(std::string_view name) const
    {
        for (std::size_t i = 0; i < m_variableCount; ++i) {
            if (m_variables[i].name == name)
                return m_variables[i].value;
        }
        return std::nullopt;
    }

    Result<void> run(std::string_view program)
    {
        TextTokens tokens(program);
        for (auto token = tokens.next(); !token.empty(); token = tokens.next()) {
            // Compilers sometimes write "=$eip" without a blank.
            if (token.size() > 1 && token.front() == '=') {
                if (!step("="))
                    return refused(token, program);
                token.remove_prefix(1);
            }
            if (!step(token))
                return refused(token, program);
        }
        return {};
    }

private:
    struct Element
    {
        std::string_view name = {}; ///< Empty for a number.
        std::uint32_t number = 0;
        bool isUndefined = false;
    };

    struct Variable
    {
        std::string_view name;
        std::optional<std::uint32_t> value;
    };

    static std::unexpected<Error> refused(std::string_view token, std::string_view program)
    {
        return fail(ErrorKind::Malformed, "\"", excerpt(token), "\" in frame program \"",
                    excerpt(program), "\" cannot be evaluated");
    }

    bool step(std::string_view token)
    {
        if (token == "=")
            return assignTop();
        if (token == "^")
            return dereference();
        if (token.size() == 1 && std::string_view("+-*/%@").contains(token.front()))
            return binary(token.front());
        if (token == ".undef")
            return push({.isUndefined = true});
        if (token.front() == '$' || token.front() == '.')
            return push({.name = token});
        const auto number = integer(token);
        return number && push({.number = *number});
    }

    static std::optional<std::uint32_t> integer(std::string_view token)
    {
        std::int32_t value = 0;
        const auto* end = token.data() + token.size();
        const auto [position, error] = std::from_chars(token.data(), end, value);
        if (error != std::errc{} || position != end)
            return std::nullopt;
        return static_cast<std::uint32_t>(value);
    }

    bool push(Element element)
    {
        if (m_depth == kMaxDepth)
            return false;
        m_stack[m_depth++] = element;
        return true;
    }

    std::optional<std::uint32_t> popValue()
    {
        if (m_depth == 0)
            return std::nullopt;
        const auto element = m_stack[--m_depth];
        if (element.isUndefined)
            return std::nullopt;
        return element.name.empty() ? std::optional(element.number) : find(element.name);
    }

    bool assignTop()
    {
        if (m_depth < 2)
            return false;
        const bool removes = m_stack[m_depth - 1].isUndefined;
        const auto value = popValue();
        const auto target = m_stack[--m_depth];
        if (target.name.empty() || (!value && !removes))
            return false;
        return assign(target.name, value);
    }

    bool assign(std::string_view name, std::optional<std::uint32_t> value)
    {
        for (std::size_t i = 0; i < m_variableCount; ++i) {
            if (m_variables[i].name == name) {
                m_variables[i].value = value;
                return true;
            }
        }
        if (m_variableCount == kMaxVariables)
            return false;
        m_variables[m_variableCount++] = {name, value};
        return true;
    }

    bool dereference()
    {
        const auto address = popValue();
        const auto value = address ? m_memory.readUnsigned(*address, 4) : std::nullopt;
        return value && push({.number = static_cast<std::uint32_t>(*value)});
    }

    bool binary(char op)
    {
        const auto right = popValue();
        const auto left = popValue();
        if (!left || !right)
            return false;
        switch (op) {
        case '+': return push({.number = *left + *right});
        case '-': return push({.number = *left - *right});
        case '*': return push({.number = *left * *right});
        case '/': return *right != 0 && push({.number = *left / *right});
        case '%': return *right != 0 && push({.number = *left % *right});
        case '@': return std::has_single_bit(*right) && push({.number = *left & ~(*right - 1)});
        default: return false;
        }
    }

    const MemoryReader& m_memory;
    std::array<Element, kMaxDepth> m_stack;
    std::size_t m_depth = 0;
    std::array<Variable, kMaxVariables> m_variables;
    std::size_t m_variableCount = 0;
};

struct X86
{
    static constexpr std::uint8_t eip = 0;
    static constexpr std::uint8_t esp = 1;
    static constexpr std::uint8_t ebp = 2;
    static constexpr std::uint8_t ebx = 3;
    static constexpr std::uint8_t esi = 4;
    static constexpr std::uint8_t edi = 5;
};

void defineInputs(FrameProgram& program,
                  const object::WindowsFrame& frame,
                  const RegisterSet& callee,
                  std::uint32_t grandCalleeParameterBytes)
{
    const auto esp = valueOf(callee, X86::esp);
    const auto ebp = valueOf(callee, X86::ebp);
    program.define("$esp", esp);
    program.define("$ebp", ebp);
    if (callee.has(X86::ebx))
        program.define("$ebx", valueOf(callee, X86::ebx));
    program.define(".cbParams", frame.parameterBytes);
    program.define(".cbCalleeParams", grandCalleeParameterBytes);
    program.define(".cbSavedRegs", frame.savedRegisterBytes);
    program.define(".cbLocals", frame.localBytes);
    // In a program that aligns the stack, esp cannot locate the return address, but ebp can.
    const bool realigns = frame.program.contains('@');
    const auto search = realigns ? ebp + 4 : esp + frameSize(frame, grandCalleeParameterBytes);
    program.define(".raSearch", search);
    program.define(".raSearchStart", search);
}

} // namespace

Result<RegisterSet> runFrameProgram(const object::WindowsFrame& frame,
                                    const RegisterSet& callee,
                                    std::uint32_t grandCalleeParameterBytes,
                                    const MemoryReader& memory)
{
    if (!callee.has(X86::esp) || !callee.has(X86::ebp))
        return fail(ErrorKind::Malformed, "a frame program needs esp and ebp");
    FrameProgram program(memory);
    defineInputs(program, frame, callee, grandCalleeParameterBytes);
    FL_CHECK(program.run(frame.program));
    if (!program.find("$eip"))
        return fail(ErrorKind::Malformed, "frame program \"", excerpt(frame.program),
                    "\" does not compute eip");
    auto caller = forwardedRegisters(callee, CallingConvention::Windows);
    // PDBs name saved registers by number (CV_HREG_e in cvconst.h); symbol files made from them use
    // names.
    constexpr std::array<std::pair<std::string_view, std::uint8_t>, 10> kOutputs{{
        {"$eip", X86::eip},
        {"$esp", X86::esp},
        {"$ebp", X86::ebp},
        {"$ebx", X86::ebx},
        {"$esi", X86::esi},
        {"$edi", X86::edi},
        {"$20", X86::ebx},
        {"$22", X86::ebp},
        {"$23", X86::esi},
        {"$24", X86::edi},
    }};
    for (const auto& [name, index] : kOutputs) {
        if (const auto value = program.find(name))
            caller.set(index, *value);
    }
    return caller;
}

Result<RegisterSet> applyFpo(const object::WindowsFrame& frame,
                             const RegisterSet& callee,
                             std::uint32_t grandCalleeParameterBytes,
                             bool isContextFrame,
                             const MemoryReader& memory)
{
    if (!callee.has(X86::esp))
        return fail(ErrorKind::Malformed, "an FPO record needs esp");
    const auto esp = valueOf(callee, X86::esp);
    auto slot = esp + frameSize(frame, grandCalleeParameterBytes);
    FL_TRY(auto eip, load32(memory, slot));
    // The stubs of ntdll's system calls leave a return address on the stack (rust-minidump issue
    // 473).
    if (isContextFrame && eip == valueOf(callee, X86::eip)) {
        slot += 4;
        FL_TRY(eip, load32(memory, slot));
    }
    auto caller = forwardedRegisters(callee, CallingConvention::Windows);
    caller.set(X86::eip, eip);
    caller.set(X86::esp, slot + 4);
    if (frame.allocatesBasePointer) {
        const std::uint64_t above =
            std::uint64_t{grandCalleeParameterBytes} + frame.savedRegisterBytes;
        if (above < 8)
            return fail(ErrorKind::Malformed, "FPO record: ", above,
                        " bytes of saved registers hold no ebp");
        FL_TRY(const auto ebp, load32(memory, esp + static_cast<std::uint32_t>(above) - 8));
        caller.set(X86::ebp, ebp);
    }
    return caller;
}

} // namespace faultline::unwind

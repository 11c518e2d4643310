// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/operands.h"

#include "core/base/hex.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace faultline::analysis {

namespace {

struct SizeWord
{
    std::string_view word;
    std::uint32_t sizeBytes;
};

constexpr auto kSizeWords = std::to_array<SizeWord>({{"byte", 1},
                                                     {"word", 2},
                                                     {"dword", 4},
                                                     {"fword", 6},
                                                     {"qword", 8},
                                                     {"tbyte", 10},
                                                     {"xword", 10},
                                                     {"xmmword", 16},
                                                     {"ymmword", 32},
                                                     {"zmmword", 64}});

constexpr auto kPrefixes =
    std::to_array<std::string_view>({"rep", "repe", "repne", "lock", "bnd", "notrack", "data16"});

bool isIntel(CpuFamily family)
{
    return family == CpuFamily::Intel32 || family == CpuFamily::Intel64;
}

/// "0x10", "-0x8", "16", with ARM's '#' before it.
std::optional<std::int64_t> parseNumber(std::string_view text)
{
    if (text.starts_with('#'))
        text.remove_prefix(1);
    const bool isNegative = text.starts_with('-');
    if (isNegative)
        text.remove_prefix(1);
    const auto value = text.starts_with("0x") ? parseHex(text.substr(2)) : parseDecimal(text);
    if (!value)
        return std::nullopt;
    return static_cast<std::int64_t>(isNegative ? 0 - *value : *value);
}

std::string_view takeWord(std::string_view& text)
{
    const auto end = std::min(text.find(' '), text.size());
    const auto word = text.substr(0, end);
    text = trimAscii(text.substr(end));
    return word;
}

/// Splits at the commas outside brackets and braces.
std::vector<std::string_view> splitOperands(std::string_view text)
{
    std::vector<std::string_view> parts;
    int depth = 0;
    std::size_t start = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        const char c = i < text.size() ? text[i] : ',';
        depth += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
        if (c == ',' && (depth == 0 || i == text.size())) {
            if (const auto part = trimAscii(text.substr(start, i - start)); !part.empty())
                parts.push_back(part);
            start = i + 1;
        }
    }
    return parts;
}

/// One term of an Intel address: "rax", "4*rcx", "0x10".
bool addTerm(MemoryOperand& memory, std::string_view term, bool isNegative)
{
    if (const auto number = parseNumber(term)) {
        memory.displacement += isNegative ? -*number : *number;
        return true;
    }
    if (const auto star = term.find('*'); star != std::string_view::npos) {
        memory.scale = static_cast<std::uint32_t>(parseDecimal(term.substr(0, star)).value_or(1));
        memory.index = term.substr(star + 1);
        return !isNegative;
    }
    if (memory.base.empty())
        memory.base = term;
    else
        memory.index = term;
    return !isNegative;
}

/// "qword ptr gs:[rax + 4*rcx - 0x8]"
std::optional<MemoryOperand> parseIntelMemory(std::string_view text)
{
    const auto open = text.find('[');
    const auto close = text.rfind(']');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open)
        return std::nullopt;
    MemoryOperand memory;
    auto before = trimAscii(text.substr(0, open));
    const auto size =
        std::ranges::find(kSizeWords, before.substr(0, before.find(' ')), &SizeWord::word);
    if (size != kSizeWords.end())
        memory.sizeBytes = size->sizeBytes;
    if (before.size() >= 3 && before.ends_with(':'))
        memory.segment = before.substr(before.size() - 3, 2);
    auto rest = text.substr(open + 1, close - open - 1);
    bool isNegative = false;
    while (!rest.empty()) {
        const auto word = takeWord(rest);
        if (word == "+" || word == "-")
            isNegative = word == "-";
        else if (!addTerm(memory, word, isNegative))
            return std::nullopt;
    }
    return memory;
}

/// The parts inside ARM's brackets: base, then an offset or an index register with a shift.
bool addArmParts(MemoryOperand& memory, const std::vector<std::string_view>& parts)
{
    memory.base = parts[0];
    for (std::size_t i = 1; i < parts.size(); ++i) {
        auto part = parts[i];
        if (const auto number = parseNumber(part)) {
            memory.displacement = *number;
        } else if (part.starts_with("lsl #")) {
            const auto shift = parseNumber(part.substr(4));
            memory.scale = 1u << static_cast<unsigned>(shift.value_or(0) & 31);
        } else if (part.contains(' ') || part.starts_with('-') || !memory.index.empty()) {
            return false; // Extended or subtracted registers are not supported.
        } else {
            memory.index = part;
        }
    }
    return true;
}

/// "[x0, #0x8]", "[x0, x1, lsl #3]", "[sp, #-0x10]!"
std::optional<MemoryOperand> parseArmMemory(std::string_view text)
{
    if (text.ends_with('!'))
        text.remove_suffix(1);
    if (!text.starts_with('[') || !text.ends_with(']'))
        return std::nullopt;
    const auto parts = splitOperands(text.substr(1, text.size() - 2));
    MemoryOperand memory;
    if (parts.empty() || !addArmParts(memory, parts))
        return std::nullopt;
    return memory;
}

} // namespace

ParsedInstruction parseInstruction(CpuFamily family, std::string_view text)
{
    ParsedInstruction parsed;
    auto word = takeWord(text);
    while (isIntel(family) && std::ranges::find(kPrefixes, word) != kPrefixes.end()) {
        parsed.prefix = word;
        word = takeWord(text);
    }
    parsed.mnemonic = toLowerAscii(word);
    for (const auto part : splitOperands(text)) {
        Operand operand;
        operand.text = part;
        operand.memory = isIntel(family) ? parseIntelMemory(part) : parseArmMemory(part);
        if (const auto number = parseNumber(part))
            operand.immediate = static_cast<std::uint64_t>(*number);
        parsed.operands.push_back(std::move(operand));
    }
    return parsed;
}

} // namespace faultline::analysis

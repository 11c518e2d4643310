// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tools/breakpad_record.h"

#include "core/base/hex.h"
#include "core/base/result.h"

#include <algorithm>

namespace faultline::app {

namespace {

using Rules = BreakpadFrameRecord::Rules;

bool names(const Rules& rules, const std::string& name)
{
    return std::ranges::find(rules, name, &Rules::value_type::first) != rules.end();
}

} // namespace

std::string breakpadRegisterName(CpuFamily family, std::uint8_t index)
{
    const auto& info = registersOf(family)[index];
    const auto special = specialRegisters(family);
    switch (family) {
    case CpuFamily::Intel32:
    case CpuFamily::Intel64:
    case CpuFamily::Mips32:
    case CpuFamily::Mips64: return concat("$", info.name);
    case CpuFamily::Arm32: return std::string(index == special.fp ? info.alias : info.name);
    case CpuFamily::Arm64:
    case CpuFamily::Arm64_32: {
        const bool isNumbered = index == special.fp || index == special.lr;
        return std::string(isNumbered ? info.alias : info.name);
    }
    default: return std::string(info.name);
    }
}

BreakpadFrameRecord::BreakpadFrameRecord(std::uint64_t begin, std::uint64_t sizeBytes)
    : m_text(concat("STACK CFI INIT ", hexDigits(begin), " ", hexDigits(sizeBytes)))
{
}

void BreakpadFrameRecord::addRow(std::uint64_t address, const Rules& rules)
{
    std::string changes;
    for (const auto& [name, rule] : rules) {
        if (std::ranges::find(m_rules, std::pair(name, rule)) == m_rules.end())
            changes += concat(" ", name, ": ", rule);
    }
    for (const auto& [name, rule] : m_rules) {
        if (!names(rules, name))
            changes += concat(" ", name, ": ", name);
    }
    const bool isFirst = m_rules.empty();
    if (isFirst)
        m_text += changes + "\n";
    else if (!changes.empty())
        m_text += concat("STACK CFI ", hexDigits(address), changes, "\n");
    m_rules = rules;
}

} // namespace faultline::app

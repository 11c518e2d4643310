// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/tools/breakpad_dump.h"
#include "core/tools/breakpad_expression.h"
#include "core/tools/breakpad_record.h"
#include "core/tools/breakpad_tables.h"
#include "core/unwind/rules/register_rules.h"
#include "core/unwind/tables/cfi_program.h"
#include "core/unwind/tables/dwarf_table.h"

#include <array>
#include <set>

namespace faultline::app {

namespace {

using namespace unwind;
using Kind = unwind::RegisterRule::Kind;

/// How many bytes of instructions may be followed for each byte of the section. Any number of
/// entries may share a common one.
constexpr std::uint64_t kReadsPerByte = 16;

/// Formats "CFA plus offset" in the postfix form of the language.
std::string atCfa(std::int64_t offset)
{
    return concat(".cfa ", offset, " +");
}

/// Writes the rows of one entry as STACK CFI records.
class EntryWriter
{
public:
    EntryWriter(const object::Object& object,
                const unwind::CfiSection& section,
                const unwind::FrameEntry& entry,
                unwind::UnwindBudget& budget)
        : m_section(section), m_entry(entry), m_meter(&budget), m_family(cpuFamily(object.arch())),
          m_loadAddress(object.loadAddress())
    {
    }

    /// Absent when the language cannot express the entry, or the entry is damaged.
    std::optional<std::string> text()
    {
        if (m_entry.begin < m_loadAddress)
            return std::nullopt;
        std::string text;
        bool isTold = true;
        const auto followed = unwind::forEachRow(
            m_section, m_entry, m_family, m_meter,
            [&](std::uint64_t address, const unwind::CfiRow& row) {
                const auto rules = rulesOf(row, text.empty());
                isTold = rules.has_value();
                if (!isTold)
                    return false;
                if (text.empty())
                    text = concat("STACK CFI INIT ", hexDigits(address - m_loadAddress), " ",
                                  hexDigits(m_entry.sizeBytes), *rules, "\n");
                else if (!rules->empty())
                    text += concat("STACK CFI ", hexDigits(address - m_loadAddress), *rules, "\n");
                return true;
            });
        return followed && isTold ? std::optional(std::move(text)) : std::nullopt;
    }

private:
    /// Returns the rules that changed since the previous row, or all rules for the first row.
    std::optional<std::string> rulesOf(const unwind::CfiRow& row, bool isFirst)
    {
        std::string text;
        const auto cfa = cfaText(row.cfa);
        const auto returnAddress = returnAddressText(row.returnAddress);
        if (!cfa || !returnAddress)
            return std::nullopt;
        const auto add = [&text](const std::string& name, const std::string& rule,
                                 std::string& before) {
            if (rule != before)
                text += concat(" ", name, ": ", rule);
            before = rule;
        };
        add(".cfa", *cfa, m_cfa);
        add(".ra", *returnAddress, m_returnAddress);
        const auto returnRegister =
            unwind::registerFromDwarf(m_family, m_entry.common.returnRegister);
        for (const auto& reg : registersOf(m_family)) {
            if (returnRegister == reg.index)
                continue; // The return address is written as .ra instead.
            const auto name = breakpadRegisterName(m_family, reg.index);
            auto& before = m_rules[reg.index];
            if (isFirst)
                before = name;
            // The language cannot say that a value is lost. Readers, like Breakpad's, keep the
            // previous rule then.
            add(name, registerText(row.registers[reg.index], name).value_or(before), before);
        }
        return text;
    }

    std::optional<std::string> cfaText(const unwind::CfaRule& rule) const
    {
        if (rule.kind == unwind::CfaRule::Kind::Expression)
            return breakpadExpression(rule.expression, m_family, std::nullopt);
        const auto index = unwind::registerFromDwarf(m_family, rule.dwarfRegister);
        if (rule.kind != unwind::CfaRule::Kind::RegisterOffset || !index)
            return std::nullopt;
        return concat(breakpadRegisterName(m_family, *index), " ", rule.offset, " +");
    }

    /// If there is no caller, the return address is written as 0, which ends the stack for all
    /// readers. Without a rule they would scan for a caller.
    std::optional<std::string> returnAddressText(const unwind::RegisterRule& rule) const
    {
        if (rule.kind == Kind::Undefined)
            return "0";
        const auto index = unwind::registerFromDwarf(m_family, m_entry.common.returnRegister);
        return registerText(rule, index ? breakpadRegisterName(m_family, *index) : std::string());
    }

    std::optional<std::string> registerText(const unwind::RegisterRule& rule,
                                            const std::string& own) const
    {
        switch (rule.kind) {
        case Kind::Unspecified:
        case Kind::SameValue: return own.empty() ? std::nullopt : std::optional(own);
        case Kind::Offset: return concat(atCfa(rule.offset), " ^");
        case Kind::ValOffset: return atCfa(rule.offset);
        case Kind::Register: return breakpadRegisterName(m_family, rule.fromRegister);
        case Kind::Expression: {
            const auto place = breakpadExpression(rule.expression, m_family, ".cfa");
            return place ? std::optional(*place + " ^") : std::nullopt;
        }
        case Kind::ValExpression: return breakpadExpression(rule.expression, m_family, ".cfa");
        case Kind::Undefined: break;
        }
        return std::nullopt;
    }

    const unwind::CfiSection& m_section;
    const unwind::FrameEntry& m_entry;
    unwind::UnwindMeter m_meter;
    CpuFamily m_family;
    std::uint64_t m_loadAddress;
    std::string m_cfa;
    std::string m_returnAddress;
    std::array<std::string, RegisterSet::kCapacity> m_rules;
};

} // namespace

std::size_t dumpDwarfFrames(const object::ObjectPtr& object,
                            const std::function<bool(std::uint64_t)>& isWanted,
                            const std::function<void(std::string_view)>& write)
{
    constexpr std::array<std::string_view, 4> kSections = {".debug_frame", "__debug_frame",
                                                           ".eh_frame", "__eh_frame"};
    std::size_t untold = 0;
    for (const auto name : kSections) {
        const auto table = unwind::makeDwarfTable(object, name);
        if (!table)
            continue;
        const auto& index = table->index();
        unwind::UnwindBudget budget(kReadsPerByte * index.section().bytes.size());
        index.forEachEntry([&](const unwind::FrameEntry& entry) {
            if (!isWanted(entry.begin - object->loadAddress()))
                return;
            if (const auto text = EntryWriter(*object, index.section(), entry, budget).text())
                write(*text);
            else
                ++untold;
        });
    }
    return untold;
}

std::size_t dumpCallFrames(const object::ObjectPtr& object,
                           const std::function<void(std::string_view)>& write)
{
    if (const auto untold = dumpTableFrames(object, write))
        return *untold;
    std::set<std::uint64_t> told;
    const auto untold = dumpDwarfFrames(
        object,
        [&](std::uint64_t begin) {
            told.insert(begin);
            return true;
        },
        write);
    const auto isWanted = [&](std::uint64_t begin) { return !told.contains(begin); };
    return untold + dumpExidxFrames(object, isWanted, write);
}

} // namespace faultline::app

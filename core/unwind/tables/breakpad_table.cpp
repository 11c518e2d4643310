// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/tables/breakpad_table.h"

#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/unwind/rules/register_rules.h"
#include "core/unwind/tables/stack_cfi_rules.h"
#include "core/unwind/tables/text_tokens.h"

#include <algorithm>
#include <array>
#include <limits>

namespace faultline::unwind {

namespace {

constexpr std::string_view kCfiInit = "STACK CFI INIT ";
constexpr std::string_view kCfi = "STACK CFI ";
constexpr std::string_view kWin = "STACK WIN ";

/// Removes the first line from `text` and returns it without its line end.
std::string_view takeLine(std::string_view& text)
{
    const auto end = text.find('\n');
    auto line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    return line;
}

std::optional<std::uint32_t> hex32(std::string_view token)
{
    const auto value = parseHex(token);
    if (!value || *value > std::numeric_limits<std::uint32_t>::max())
        return std::nullopt;
    return static_cast<std::uint32_t>(*value);
}

std::vector<object::WindowsFrame> readWindowsFrames(std::string_view text)
{
    std::vector<object::WindowsFrame> frames;
    while (!text.empty()) {
        const auto line = takeLine(text);
        if (!line.starts_with(kWin))
            continue;
        if (const auto frame = parseStackWin(line.substr(kWin.size())))
            frames.push_back(*frame);
    }
    return frames;
}

/// The rows that belong to an INIT record: the text up to the first line of another kind.
std::string_view takeRows(std::string_view& text)
{
    const auto* begin = text.data();
    while (text.starts_with(kCfi) && !text.starts_with(kCfiInit))
        takeLine(text);
    return {begin, static_cast<std::size_t>(text.data() - begin)};
}

} // namespace

std::optional<object::WindowsFrame> parseStackWin(std::string_view fields)
{
    constexpr std::size_t kNumbers =
        10; // type rva code prologue epilogue parameters saved locals maximum has_program
    TextTokens tokens(fields);
    std::array<std::uint32_t, kNumbers> numbers{};
    for (auto& number : numbers) {
        const auto value = hex32(tokens.next());
        if (!value)
            return std::nullopt;
        number = *value;
    }
    const auto type = numbers[0];
    const bool hasProgram = numbers[9] != 0;
    constexpr std::uint32_t kFpo = 0;
    constexpr std::uint32_t kFrameData = 4;
    if ((type != kFpo && type != kFrameData) || hasProgram != (type == kFrameData))
        return std::nullopt;
    object::WindowsFrame frame;
    frame.rva = numbers[1];
    frame.codeSizeBytes = numbers[2];
    frame.prologSizeBytes = numbers[3];
    frame.epilogSizeBytes = numbers[4];
    frame.parameterBytes = numbers[5];
    frame.savedRegisterBytes = numbers[6];
    frame.localBytes = numbers[7];
    frame.maxStackBytes = numbers[8];
    frame.isFpo = type == kFpo;
    const auto last = trimAscii(tokens.rest());
    if (frame.isFpo)
        frame.allocatesBasePointer = hex32(last).value_or(0) != 0;
    else
        frame.program = last;
    return frame;
}

BreakpadTable::BreakpadTable(object::ObjectPtr object, ByteView records)
    : m_object(std::move(object)), m_records(std::move(records)),
      m_windowsFrames(readWindowsFrames(m_records.text())), m_family(cpuFamily(m_object->arch()))
{
    auto text = m_records.text();
    while (!text.empty()) {
        const auto line = takeLine(text);
        if (!line.starts_with(kCfiInit))
            continue;
        TextTokens tokens(line.substr(kCfiInit.size()));
        const auto begin = parseHex(tokens.next());
        const auto sizeBytes = parseHex(tokens.next());
        const auto rows = takeRows(text);
        if (!begin || !sizeBytes)
            continue;
        const auto* rules = tokens.rest().data();
        m_rules.push_back({*begin,
                           *sizeBytes,
                           {rules, static_cast<std::size_t>(rows.data() + rows.size() - rules)}});
    }
    std::ranges::stable_sort(m_rules, {}, &RuleSet::begin);
}

const BreakpadTable::RuleSet* BreakpadTable::find(std::uint64_t relativeAddress) const
{
    const auto next = std::ranges::upper_bound(m_rules, relativeAddress, {}, &RuleSet::begin);
    if (next == m_rules.begin())
        return nullptr;
    const auto& rules = *std::prev(next);
    return relativeAddress - rules.begin < rules.sizeBytes ? &rules : nullptr;
}

Result<UnwindStep> BreakpadTable::unwind(const UnwindQuery& query, const MemoryReader& memory) const
{
    if (m_windowsFrames.empty())
        return unwindByRules(query, memory);
    auto step = m_windowsFrames.unwind(query, memory);
    if (step) {
        step->method = UnwindMethod::BreakpadWin;
        return step;
    }
    auto other = unwindByRules(query, memory);
    // If the second kind of record has nothing, the first kind's error says more.
    return other || other.error().kind != ErrorKind::NotFound ? std::move(other) : std::move(step);
}

Result<UnwindStep> BreakpadTable::unwindByRules(const UnwindQuery& query,
                                                const MemoryReader& memory) const
{
    if (query.callee.family() != m_family)
        return fail(ErrorKind::Unsupported, "STACK CFI is for ", archName(m_object->arch()),
                    ", not for the thread's CPU");
    const auto address = query.lookupAddress - query.moduleAddress;
    const auto* set = find(address);
    if (set == nullptr)
        return fail(ErrorKind::NotFound, "no STACK CFI record covers ", Hex{address});
    StackCfiRules rules(m_family);
    UnwindMeter meter(query.budget);
    auto text = set->text;
    std::size_t readBytes = 0;
    FL_CHECK(rules.add(takeLine(text)));
    while (!text.empty()) {
        if (!meter.read(set->text.size() - text.size() - readBytes))
            return fail(ErrorKind::Malformed, kUnwindBudgetUsed);
        readBytes = set->text.size() - text.size();
        TextTokens tokens(takeLine(text).substr(kCfi.size()));
        const auto begin = parseHex(tokens.next());
        if (!begin || *begin > address)
            break;
        FL_CHECK(rules.add(tokens.rest()));
    }
    UnwindStep step;
    step.method = UnwindMethod::BreakpadCfi;
    const auto forwarded = forwardedRegisters(query.callee, CallingConvention::SystemV);
    FL_TRY(step.caller, rules.apply(query.callee, forwarded, memory));
    return step;
}

bool BreakpadTable::covers(std::uint64_t relativeAddress) const
{
    return m_windowsFrames.covers(relativeAddress) || find(relativeAddress) != nullptr;
}

Result<UnwindTablePtr> makeBreakpadTable(const object::ObjectPtr& object)
{
    const auto records = object->section("STACK");
    if (!records)
        return fail(ErrorKind::NotFound, "no STACK records");
    auto table = std::make_shared<const BreakpadTable>(object, *records);
    if (table->empty())
        return fail(ErrorKind::NotFound, "no STACK records");
    return table;
}

} // namespace faultline::unwind

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/golang/go_debug_info.h"

#include <algorithm>
#include <atomic>
#include <unordered_map>

namespace faultline::golang {

namespace {

constexpr std::size_t kFunctionsPerUnit = 512;
constexpr std::uint64_t kMaxRelative = 0xffffffff;

/// How much a program may have: tables that functions share are the same bytes for each of them.
struct Allowance
{
    std::uint64_t rows = 0;    ///< That may be read.
    std::uint64_t results = 0; ///< Lines and inlined calls that may come of them.
};

Allowance allowanceOf(const FunctionTable& table)
{
    constexpr std::uint64_t kLeastBytes = 1 << 16;
    constexpr std::uint64_t kRowsPerByte = 256; // Inlined calls look the same rows up often.
    constexpr std::uint64_t kResultsPerByte = 4;
    const auto bytes = std::max<std::uint64_t>(kLeastBytes, table.sizeBytes());
    return {.rows = bytes * kRowsPerByte, .results = bytes * kResultsPerByte};
}

/// Collects the functions of one unit.
class UnitReader
{
public:
    UnitReader(const GoProgram& program, const Allowance& left)
        : m_table(program.table()), m_inlines(program.inlines()),
          m_loadAddress(program.image().loadAddress), m_left(left)
    {
    }

    void add(const Function& function);

    void addDamaged() { ++m_unit.damagedRecords; }

    object::DebugUnit take() { return std::move(m_unit); }

    const Allowance& left() const { return m_left; }

private:
    struct OpenCall
    {
        std::int32_t index = -1;
        std::uint32_t position = 0; ///< Index into the unit's inlines.
    };

    std::uint32_t relative(std::uint64_t address) const
    {
        return static_cast<std::uint32_t>(address - m_loadAddress);
    }

    bool takeResult();
    std::uint32_t fileIndex(std::string_view name);
    std::string_view textOfFile(const Function& function, std::int32_t number);
    void addLines(const Function& function);
    void addInlines(const Function& function);
    void addCalls(const Function& function,
                  const PcValues& range,
                  const std::vector<InlinedCall>& calls,
                  std::vector<OpenCall>& open);
    void hideLines(const Function& function, const PcValues& range);

    const FunctionTable& m_table;
    const InlineTrees& m_inlines;
    const std::uint64_t m_loadAddress;
    Allowance m_left;
    object::DebugUnit m_unit;
    std::unordered_map<std::string_view, std::uint32_t> m_files;
    std::uint32_t m_firstLine = 0; ///< Of the function that is being read.
};

void UnitReader::add(const Function& function)
{
    if (function.entry < m_loadAddress || function.end - m_loadAddress > kMaxRelative) {
        addDamaged();
        return;
    }
    object::DebugFunction result;
    result.begin = relative(function.entry);
    result.end = relative(function.end);
    result.entry = result.begin;
    result.name = function.name;
    result.language = Language::Go;
    result.firstLine = m_firstLine = static_cast<std::uint32_t>(m_unit.lines.size());
    result.firstInline = static_cast<std::uint32_t>(m_unit.inlines.size());
    addLines(function);
    addInlines(function);
    result.lineCount = static_cast<std::uint32_t>(m_unit.lines.size()) - result.firstLine;
    result.inlineCount = static_cast<std::uint32_t>(m_unit.inlines.size()) - result.firstInline;
    m_unit.functions.push_back(result);
}

std::uint32_t UnitReader::fileIndex(std::string_view name)
{
    if (name.empty())
        return object::kNoIndex;
    const auto [known, isNew] =
        m_files.try_emplace(name, static_cast<std::uint32_t>(m_unit.files.size()));
    if (isNew)
        m_unit.files.emplace_back().name = name;
    return known->second;
}

/// A long text costs like rows, because any number of rows may refer to it.
std::string_view UnitReader::textOfFile(const Function& function, std::int32_t number)
{
    constexpr std::size_t kBytesPerRow = 256;
    const auto text = m_table.file(function, number);
    m_left.rows -= std::min<std::uint64_t>(m_left.rows, text.size() / kBytesPerRow);
    return text;
}

bool UnitReader::takeResult()
{
    if (m_left.results == 0)
        return false;
    --m_left.results;
    return true;
}

/// Files and lines change at different addresses; each change begins a row.
void UnitReader::addLines(const Function& function)
{
    auto files = m_table.values(function, function.fileNumbers);
    auto lines = m_table.values(function, function.lineNumbers);
    files.limitBy(m_left.rows);
    lines.limitBy(m_left.rows);
    if (function.lineNumbers == 0 || !lines.next()) {
        if (function.lineNumbers != 0)
            addDamaged();
        return;
    }
    bool hasFile = function.fileNumbers != 0 && files.next();
    bool hasLine = true;
    bool isCut = false;
    auto address = function.entry;
    std::optional<std::int32_t> number;
    std::uint32_t file = object::kNoIndex;
    while (hasLine && address < function.end && !isCut) {
        if (hasFile && number != files.value()) {
            number = files.value();
            file = fileIndex(textOfFile(function, *number));
        }
        object::DebugLine row;
        row.address = relative(address);
        row.file = hasFile ? file : object::kNoIndex;
        if (row.file != object::kNoIndex && lines.value() > 0)
            row.line = static_cast<std::uint32_t>(lines.value());
        if (m_unit.lines.size() == m_firstLine || m_unit.lines.back().line != row.line ||
            m_unit.lines.back().file != row.file) {
            isCut = !takeResult();
            if (!isCut)
                m_unit.lines.push_back(row);
        }
        address = hasFile ? std::min(lines.end(), files.end()) : lines.end();
        while (hasLine && lines.end() <= address)
            hasLine = lines.next();
        while (hasFile && files.end() <= address)
            hasFile = files.next();
    }
    if (isCut || lines.isDamaged() || (function.fileNumbers != 0 && files.isDamaged()))
        addDamaged();
}

void UnitReader::addInlines(const Function& function)
{
    auto ranges = m_inlines.ranges(function);
    if (ranges)
        ranges->limitBy(m_left.rows);
    std::vector<OpenCall> open;
    bool isDamaged = false;
    std::uint64_t previousEnd = function.entry;
    while (ranges && ranges->next() && ranges->begin() < function.end) {
        if (ranges->value() < 0 || ranges->begin() == ranges->end()) {
            open.clear();
            continue;
        }
        if (ranges->begin() != previousEnd)
            open.clear();
        previousEnd = ranges->end();
        const auto calls = m_inlines.callsOf(function, ranges->value(), m_left.rows);
        if (calls) {
            addCalls(function, *ranges, *calls, open);
        } else {
            isDamaged = isDamaged || m_inlines.isKnown();
            hideLines(function, *ranges);
            open.clear();
        }
    }
    if (isDamaged || (ranges && ranges->isDamaged()))
        addDamaged();
}

/// Calls that reach into this range from the one before are made longer.
void UnitReader::addCalls(const Function& function,
                          const PcValues& range,
                          const std::vector<InlinedCall>& calls,
                          std::vector<OpenCall>& open)
{
    const auto end = relative(std::min(range.end(), function.end));
    std::size_t common = 0;
    while (common < open.size() && common < calls.size() &&
           open[common].index == calls[common].index)
        m_unit.inlines[open[common++].position].end = end;
    open.resize(common);
    for (std::size_t i = common; i < calls.size() && takeResult(); ++i) {
        object::DebugInline entry;
        entry.begin = relative(range.begin());
        entry.end = end;
        entry.parent = open.empty() ? object::kNoIndex : open.back().position;
        entry.name = calls[i].name;
        entry.language = Language::Go;
        entry.callFile = fileIndex(calls[i].callFile);
        entry.callLine = static_cast<std::uint32_t>(calls[i].callLine);
        open.push_back({calls[i].index, static_cast<std::uint32_t>(m_unit.inlines.size())});
        m_unit.inlines.push_back(entry);
    }
}

/// The lines of inlined code would be shown under the name of the function around it.
void UnitReader::hideLines(const Function& function, const PcValues& range)
{
    const auto begin = relative(range.begin());
    const auto end = relative(std::min(range.end(), function.end));
    const auto first = m_unit.lines.begin() + m_firstLine;
    const auto from = std::lower_bound(
        first, m_unit.lines.end(), begin,
        [](const object::DebugLine& row, std::uint32_t address) { return row.address < address; });
    const auto to = std::lower_bound(
        from, m_unit.lines.end(), end,
        [](const object::DebugLine& row, std::uint32_t address) { return row.address < address; });
    std::vector<object::DebugLine> replacement{{.address = begin}};
    if (to != first && (to == m_unit.lines.end() || to->address != end) &&
        end < relative(function.end)) {
        replacement.push_back(*(to - 1));
        replacement.back().address = end;
    }
    const auto at = m_unit.lines.erase(from, to);
    m_unit.lines.insert(at, replacement.begin(), replacement.end());
}

class GoDebugInfo final : public object::DebugInfoReader
{
public:
    explicit GoDebugInfo(std::shared_ptr<const GoProgram> program)
        : m_program(std::move(program)), m_rowsLeft(allowanceOf(m_program->table()).rows),
          m_resultsLeft(allowanceOf(m_program->table()).results)
    {
    }

    std::size_t unitCount() const override
    {
        return (m_program->table().size() + kFunctionsPerUnit - 1) / kFunctionsPerUnit;
    }

    std::uint64_t unitWeight(std::size_t unit) const override { return functionsOf(unit); }

    Result<object::DebugUnit> readUnit(std::size_t unit, std::stop_token stop) const override
    {
        const Allowance allowed{.rows = m_rowsLeft, .results = m_resultsLeft};
        UnitReader reader(*m_program, allowed);
        const auto first = unit * kFunctionsPerUnit;
        for (std::size_t i = first; i < first + functionsOf(unit); ++i) {
            if (stop.stop_requested())
                return fail(ErrorKind::Cancelled, "Go function table: stopped while reading");
            const auto function = m_program->table().function(i);
            if (function)
                reader.add(*function);
            else
                reader.addDamaged();
        }
        spend(m_rowsLeft, allowed.rows - reader.left().rows);
        spend(m_resultsLeft, allowed.results - reader.left().results);
        return reader.take();
    }

    std::vector<std::string> warnings() const override
    {
        return {"names and lines come from the Go runtime's own tables; there is no DWARF"};
    }

private:
    std::size_t functionsOf(std::size_t unit) const
    {
        const auto total = m_program->table().size();
        const auto first = std::min(unit * kFunctionsPerUnit, total);
        return std::min(total - first, kFunctionsPerUnit);
    }

    /// Units that are read at the same time may each use what is left.
    static void spend(std::atomic<std::uint64_t>& left, std::uint64_t used)
    {
        auto before = left.load();
        while (!left.compare_exchange_weak(before, before - std::min(before, used))) {
        }
    }

    std::shared_ptr<const GoProgram> m_program;
    mutable std::atomic<std::uint64_t> m_rowsLeft; ///< See Allowance.
    mutable std::atomic<std::uint64_t> m_resultsLeft;
};

} // namespace

std::unique_ptr<object::DebugInfoReader> makeGoDebugInfo(std::shared_ptr<const GoProgram> program)
{
    return std::make_unique<GoDebugInfo>(std::move(program));
}

} // namespace faultline::golang

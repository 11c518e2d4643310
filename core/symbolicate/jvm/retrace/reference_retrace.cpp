// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/jvm/retrace/reference_retrace.h"

#include "core/symbolicate/jvm/retrace/mapping_walk.h"

#include <algorithm>
#include <utility>

namespace faultline::jvm {

using namespace proguard;

namespace {

/// No method has more original lines, so an entry with a longer span counts as one without an end.
constexpr std::uint32_t kMaxSpan = 65'535;
/// R8's name for classes that it generated.
constexpr std::string_view kSyntheticClass = "R8$$SyntheticClass";

std::optional<std::uint32_t> lineIfAny(std::uint32_t line)
{
    return line == kNoLine || line == 0 ? std::nullopt : std::optional(line);
}

/// Makes rows from the entries of one method.
class Rows
{
public:
    Rows(const proguard::MappingCache& mapping,
         const proguard::MappedClass& owner,
         const EntryList& entries,
         std::vector<RetracedFrame>& rows)
        : m_mapping(mapping), m_owner(owner), m_entries(entries), m_rows(rows)
    {
    }

    void withLine(const proguard::MappedMethod& method, std::uint32_t line)
    {
        if (!method.hasRanges) {
            for (std::uint32_t i = 0; i < m_entries.size() && !isFull(); ++i)
                addBase(entry(i), line);
            return;
        }
        const auto around = m_mapping.entriesAround(method, line);
        for (std::uint32_t i = 0; i < around.count && !isFull(); ++i) {
            const auto range = m_mapping.rangeOf(around.first + i);
            if (!range.isBase() && range.covers(line))
                addRanged(m_mapping.entryAt(around.first + i), line);
        }
    }

    void withoutLine(const proguard::MappedMethod& method)
    {
        if (method.hasBase)
            addAllBase();
        else
            addOutermostOfFirstGroup();
    }

    void byArguments()
    {
        for (std::uint32_t i = 0; i < m_entries.size() && !isFull(); ++i) {
            const auto one = entry(i);
            add(one, lineIfAny(one.originalFrom));
        }
    }

private:
    bool isFull() const { return m_rows.size() >= ReferenceRetrace::kMaxRows; }

    proguard::MappedEntry entry(std::uint32_t i) const { return m_mapping.entryAt(m_entries[i]); }

    /// If a mapping has several blocks for one class, the name in the last block also holds for the
    /// entries of the others.
    std::string_view moduleOf(const proguard::MappedEntry& one) const
    {
        return one.namesReceiver ? one.receiver : m_owner.original;
    }

    void add(const proguard::MappedEntry& one, std::optional<std::uint32_t> line)
    {
        const auto module = moduleOf(one);
        m_rows.push_back({module, one.name,
                          proguard::synthesizeSourceFile(module, m_owner.sourceFile), line,
                          one.isSynthesized});
    }

    /// Adds an entry without ranges: its lines were not changed or are not known.
    void addBase(const proguard::MappedEntry& one, std::uint32_t line)
    {
        if (one.originalFrom == kNoLine)
            return add(one, line);
        const bool isSpan = one.originalTo != kNoLine && one.originalTo > one.originalFrom &&
                            one.originalTo - one.originalFrom <= kMaxSpan;
        if (!isSpan)
            return add(one, lineIfAny(one.originalFrom));
        for (auto original = one.originalFrom; original <= one.originalTo && !isFull(); ++original)
            add(one, original);
    }

    void addRanged(const proguard::MappedEntry& one, std::uint32_t line)
    {
        const auto module = moduleOf(one);
        const bool isOneLine = one.originalTo == kNoLine || one.originalTo == one.originalFrom;
        const auto original =
            isOneLine ? one.originalFrom : one.originalFrom + (line - one.range.start);
        proguard::SourceFileName file = proguard::synthesizeSourceFile(module, m_owner.sourceFile);
        if (one.sourceFile == kSyntheticClass)
            file = {.stem = proguard::outerSimpleName(module), .extension = {}};
        else if (one.sourceFile)
            file = {.stem = *one.sourceFile, .extension = {}, .isRecorded = true};
        m_rows.push_back({module, one.name, file, original, one.isSynthesized});
    }

    struct BaseFacts
    {
        bool anyZeroSpan = false; ///< A 0:0 entry has several original lines.
        std::uint32_t rangeless = 0;
        bool oneName = true;  ///< All entries without a range have the same name.
        bool allLines = true; ///< All entries without a range have original lines.
    };

    BaseFacts baseFacts() const
    {
        BaseFacts facts;
        std::string_view first;
        for (std::uint32_t i = 0; i < m_entries.size(); ++i) {
            const auto one = entry(i);
            if (!one.range.isBase())
                continue;
            if (one.range.start != kNoLine) {
                facts.anyZeroSpan = facts.anyZeroSpan || (one.originalTo != kNoLine &&
                                                          one.originalTo != one.originalFrom);
                continue;
            }
            facts.allLines = facts.allLines && one.originalFrom != kNoLine;
            if (facts.rangeless++ == 0)
                first = one.name;
            facts.oneName = facts.oneName && one.name == first;
        }
        return facts;
    }

    void addAllBase()
    {
        const auto facts = baseFacts();
        bool hasRangeless = false;
        for (std::uint32_t i = 0; i < m_entries.size() && !isFull(); ++i) {
            const auto one = entry(i);
            if (!one.range.isBase())
                continue;
            if (one.range.start != kNoLine)
                add(one, facts.anyZeroSpan ? std::optional(0u) : lineIfAny(one.originalFrom));
            else if (!facts.oneName)
                add(one, 0);
            else if (!std::exchange(hasRangeless, true))
                add(one, facts.rangeless > 1 ? 0 : lineIfAny(one.originalFrom).value_or(0));
        }
        if (!facts.oneName && facts.allLines)
            std::ranges::stable_sort(m_rows, {}, &RetracedFrame::function);
    }

    /// Nothing selects one of the ranges, so only the method that was certainly entered gets a row.
    void addOutermostOfFirstGroup()
    {
        if (m_entries.empty())
            return;
        const auto range = m_mapping.rangeOf(m_entries[0]);
        std::uint32_t last = 0;
        while (last + 1 < m_entries.size() && m_mapping.rangeOf(m_entries[last + 1]) == range)
            ++last;
        add(entry(last), 0);
    }

    const proguard::MappingCache& m_mapping;
    const proguard::MappedClass& m_owner;
    const EntryList& m_entries;
    std::vector<RetracedFrame>& m_rows;
};

/// Makes a row when only the class is known.
RetracedFrame classOnly(const proguard::MappedClass& owner, const RetraceQuery& query)
{
    return {.module = owner.original,
            .function = query.function,
            .file = proguard::synthesizeSourceFile(owner.original, owner.sourceFile),
            .line = query.line.value_or(0),
            .isSynthesized = false};
}

/// Returns how many rows the rules of all matching entries remove together.
std::uint64_t removedRows(const proguard::MappingCache& mapping,
                          const EntryList& entries,
                          const RetraceQuery& query,
                          std::string_view thrown)
{
    std::uint64_t removed = 0;
    for (std::uint32_t i = 0; i < entries.size(); ++i) {
        const auto range = mapping.rangeOf(entries[i]);
        if (query.arguments || range.isBase() || range.covers(query.line.value_or(0)))
            removed += removedFrames(mapping, mapping.entryAt(entries[i]), thrown);
    }
    return removed;
}

} // namespace

bool ReferenceRetrace::isOutline(const proguard::MappedMethod& method) const
{
    return method.entryCount > 0 && m_mapping.entryAt(method.firstEntry).isOutline;
}

RetraceOutcome ReferenceRetrace::retrace(const RetraceQuery& query,
                                         std::optional<std::string_view> thrown,
                                         std::vector<RetracedFrame>& rows)
{
    rows.clear();
    const auto owner = m_mapping.findClass(query.module);
    const auto method = owner ? m_mapping.findMethod(*owner, query.function) : std::nullopt;
    if (method && isOutline(*method)) {
        m_outlineLine = query.line.value_or(0);
        return RetraceOutcome::Outline;
    }
    const auto outlineLine = std::exchange(m_outlineLine, std::nullopt);
    if (!owner || (method && !m_budget.take(method->entryCount)))
        return RetraceOutcome::Unknown;
    RetraceQuery effective = query;
    if (method && outlineLine) {
        const auto line = callsiteLine(m_mapping, EntryList(m_mapping, *method, query.arguments),
                                       query.line.value_or(0), *outlineLine);
        effective.line = line ? line : query.line;
    }
    if (method)
        return retraceMethod(*owner, *method, effective, thrown, rows);
    rows.push_back(classOnly(*owner, effective));
    return RetraceOutcome::Frames;
}

RetraceOutcome ReferenceRetrace::retraceMethod(const proguard::MappedClass& owner,
                                               const proguard::MappedMethod& method,
                                               RetraceQuery query,
                                               std::optional<std::string_view> thrown,
                                               std::vector<RetracedFrame>& rows)
{
    const EntryList entries(m_mapping, method, query.arguments);
    Rows made(m_mapping, owner, entries, rows);
    const auto line = query.line.value_or(0);
    if (query.arguments)
        made.byArguments();
    else if (line == 0)
        made.withoutLine(method);
    else
        made.withLine(method, line);
    if (rows.empty()) {
        rows.push_back(classOnly(owner, query));
        return RetraceOutcome::Frames;
    }
    if (!thrown)
        return RetraceOutcome::Frames;
    const auto removed = removedRows(m_mapping, entries, query, *thrown);
    rows.erase(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(
                                                std::min<std::uint64_t>(removed, rows.size())));
    return rows.empty() ? RetraceOutcome::Removed : RetraceOutcome::Frames;
}

} // namespace faultline::jvm

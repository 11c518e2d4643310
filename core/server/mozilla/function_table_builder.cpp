// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/mozilla/function_table_builder.h"

#include "core/formats/names/demangle.h"
#include "core/server/mozilla/function_table_format.h"
#include "core/symcache/source_path.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <span>

namespace faultline::server::mozilla {

namespace format = table_format;

namespace {

constexpr std::uint64_t kMaxField = std::numeric_limits<std::uint32_t>::max();

std::uint32_t countOf(const std::vector<std::uint32_t>& words, std::uint32_t width)
{
    return static_cast<std::uint32_t>(words.size() / width);
}

/// Keeps the path of the file as it is if the file has no folder: paths of version control systems
/// must not be normalised.
std::string pathOf(const object::DebugFile& file)
{
    if (file.compDir.empty() && file.directory.empty())
        return std::string(file.name);
    return symcache::sourcePath(file.compDir, file.directory, file.name);
}

Result<void> appendWords(TempFile& out, std::span<const std::uint32_t> words)
{
    static_assert(std::endian::native == std::endian::little, "written as it lies in memory");
    return out.append(std::as_bytes(words));
}

} // namespace

FunctionTableBuilder::Text FunctionTableBuilder::intern(std::string_view text)
{
    const auto known = m_known.find(std::string(text));
    if (known != m_known.end())
        return known->second;
    if (text.size() > kMaxField - m_text.size()) {
        m_overflows = true;
        return {};
    }
    const Text place{static_cast<std::uint32_t>(m_text.size()),
                     static_cast<std::uint32_t>(text.size())};
    m_text += text;
    m_known.emplace(text, place);
    return place;
}

FunctionTableBuilder::Text FunctionTableBuilder::functionName(std::string_view name,
                                                              Language language)
{
    return m_names == Names::AsStored ? intern(name) : intern(demangling::demangle(name, language));
}

void FunctionTableBuilder::addUnit(const object::DebugUnit& unit)
{
    Words files;
    for (const auto& file : unit.files) {
        const auto path = intern(pathOf(file));
        const auto key = (std::uint64_t{path.offset} << 32) | path.sizeBytes;
        const auto [place, isNew] =
            m_knownFiles.try_emplace(key, countOf(m_files, format::kFileWords));
        if (isNew)
            m_files.insert(m_files.end(), {path.offset, path.sizeBytes});
        files.push_back(place->second);
    }
    for (const auto& function : unit.functions)
        addFunction(unit, function, files);
}

void FunctionTableBuilder::addFunction(const object::DebugUnit& unit,
                                       const object::DebugFunction& function,
                                       const Words& files)
{
    const auto fileAt = [&](std::uint32_t index) {
        return index < files.size() ? files[index] : format::kNone;
    };
    m_starts.push_back({function.begin, functionName(function.name, function.language)});
    m_ranges.push_back(
        {function.begin, function.end, countOf(m_functions, format::kFunctionWords)});
    m_functions.insert(m_functions.end(),
                       {countOf(m_inlines, format::kInlineWords), function.inlineCount,
                        countOf(m_lines, format::kLineWords), function.lineCount});
    for (const auto& call :
         std::span(unit.inlines).subspan(function.firstInline, function.inlineCount)) {
        const auto name = functionName(call.name, call.language);
        m_inlines.insert(m_inlines.end(), {call.begin, call.end, name.offset, name.sizeBytes,
                                           fileAt(call.callFile), call.callLine});
    }
    for (const auto& line : std::span(unit.lines).subspan(function.firstLine, function.lineCount))
        m_lines.insert(m_lines.end(), {line.address, fileAt(line.file), line.line});
    m_overflows |= m_inlines.size() > kMaxField || m_lines.size() > kMaxField;
}

void FunctionTableBuilder::addSymbols(const std::vector<object::Symbol>& symbols)
{
    for (const auto& symbol : symbols) {
        if (symbol.address <= kMaxField)
            m_starts.push_back({static_cast<std::uint32_t>(symbol.address),
                                functionName(symbol.name, Language::Unknown)});
    }
}

/// Sorts the starts. Of several at one address, the first one added wins.
FunctionTableBuilder::Words FunctionTableBuilder::sortedStarts()
{
    std::ranges::stable_sort(m_starts, {}, &Start::address);
    const auto repeated = std::ranges::unique(m_starts, {}, &Start::address);
    m_starts.erase(repeated.begin(), repeated.end());
    Words words;
    for (const auto& start : m_starts)
        words.insert(words.end(), {start.address, start.name.offset, start.name.sizeBytes});
    return words;
}

/// Ranges may nest and overlap. The range that begins last covers the shared part.
FunctionTableBuilder::Words FunctionTableBuilder::layOutSegments()
{
    std::ranges::stable_sort(m_ranges, {}, &Range::begin);
    const auto repeated = std::ranges::unique(m_ranges, {}, &Range::begin);
    m_ranges.erase(repeated.begin(), repeated.end());
    Words words;
    std::vector<Range> open;
    const auto put = [&](std::uint32_t address, std::uint32_t function) {
        if (!words.empty() && words[words.size() - format::kSegmentWords] == address)
            words.back() = function;
        else
            words.insert(words.end(), {address, function});
    };
    const auto closeUntil = [&](std::uint64_t address) {
        while (!open.empty() && open.back().end <= address) {
            const auto end = open.back().end;
            while (!open.empty() && open.back().end <= end)
                open.pop_back();
            put(end, open.empty() ? format::kNone : open.back().function);
        }
    };
    for (const auto& range : m_ranges) {
        closeUntil(range.begin);
        put(range.begin, range.function);
        open.push_back(range);
    }
    closeUntil(kMaxField);
    return words;
}

Result<void> FunctionTableBuilder::write(TempFile& out)
{
    const auto starts = sortedStarts();
    const auto segments = layOutSegments();
    if (m_overflows)
        return fail(ErrorKind::Unsupported, "symbols need more than a function table can hold");
    const std::array<std::uint32_t, format::kHeaderWords> header{
        format::kMagic,
        format::kVersion,
        countOf(starts, format::kStartWords),
        countOf(segments, format::kSegmentWords),
        countOf(m_functions, format::kFunctionWords),
        countOf(m_lines, format::kLineWords),
        countOf(m_inlines, format::kInlineWords),
        countOf(m_files, format::kFileWords),
        static_cast<std::uint32_t>(m_text.size()),
        m_moduleFile.offset,
        m_moduleFile.sizeBytes};
    FL_CHECK(appendWords(out, header));
    for (const Words* words : std::initializer_list<const Words*>{&starts, &segments, &m_functions,
                                                                  &m_lines, &m_inlines, &m_files})
        FL_CHECK(appendWords(out, *words));
    return out.append(asBytes(m_text));
}

} // namespace faultline::server::mozilla

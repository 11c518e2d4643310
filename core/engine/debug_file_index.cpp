// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/debug_file_index.h"

#include "core/base/text.h"
#include "core/engine/symbol_pattern.h"
#include "core/formats/names/demangle.h"

namespace faultline::engine {

namespace {

/// A part of a function that lies elsewhere has the function's name.
bool isWhole(const symcache::SymFunction& function)
{
    return !function.name.empty() && function.begin == function.entry;
}

/// Absent for a text that fits everything. What stands before a "!" would name a module, of which
/// there is only one.
std::optional<SymbolPattern> patternOf(const std::string& text)
{
    if (trimAscii(text).empty())
        return std::nullopt;
    auto pattern = SymbolPattern::parse("*!" + text, SymbolsQuestion::Form::Typed);
    return pattern ? std::optional(*std::move(pattern)) : std::nullopt;
}

} // namespace

DebugFileIndex DebugFileLookup::index(const std::stop_token& stop) const
{
    DebugFileIndex index{.files = m_symbols.fileCount(),
                         .units = m_symbols.unitCount(),
                         .damagedUnits = m_symbols.damagedUnits(),
                         .damagedRecords = m_symbols.damagedRecords()};
    for (std::uint32_t i = 0; i < m_symbols.functionCount() && !stop.stop_requested(); ++i) {
        const auto function = m_symbols.function(i);
        index.functions += function && isWhole(*function) ? 1 : 0;
    }
    for (std::uint32_t row = 0; row < m_symbols.rowCount() && !stop.stop_requested(); ++row) {
        auto frames = m_symbols.lookup(m_symbols.extentOf(row).begin);
        const auto innermost = frames.next();
        index.inlinedRows += innermost && innermost->isInlined ? 1 : 0;
        index.hasLines = index.hasLines || (innermost && innermost->line != 0);
    }
    for (std::uint32_t i = 0; i < m_symbols.fileCount() && !stop.stop_requested(); ++i) {
        const auto file = m_symbols.file(i);
        index.sourceTexts += file && !file->embeddedSource.empty() ? 1 : 0;
    }
    return index;
}

std::string DebugFileLookup::pathOf(std::uint32_t file) const
{
    const auto found = m_symbols.file(file);
    return found ? std::string(found->path) : std::string();
}

DebugFunction DebugFileLookup::rowOf(const symcache::SymFunction& function, std::string name) const
{
    DebugFunction row{.index = function.index,
                      .address = m_loadAddress + function.begin,
                      .sizeBytes = std::uint64_t{function.end} - function.begin,
                      .name = std::move(name),
                      .fromSymbolTable = function.fromSymbolTable};
    auto frames = m_symbols.lookup(function.begin);
    std::optional<symcache::SymFrame> outermost;
    while (const auto frame = frames.next())
        outermost = frame;
    if (outermost) {
        row.file = outermost->path;
        row.line = outermost->line;
    }
    return row;
}

DebugFunctions DebugFileLookup::findFunctions(std::string pattern,
                                              const std::stop_token& stop) const
{
    DebugFunctions found{.pattern = std::move(pattern)};
    const auto fits = patternOf(found.pattern);
    for (std::uint32_t i = 0; i < m_symbols.functionCount() && !stop.stop_requested(); ++i) {
        const auto function = m_symbols.function(i);
        if (!function || !isWhole(*function) ||
            (fits && !fits->mayFit(function->name, function->language)))
            continue;
        const bool isShown = found.functions.size() < DebugFunctions::kMost;
        if (!fits && !isShown) {
            ++found.found;
            continue;
        }
        auto name = demangling::demangle(function->name, function->language);
        if (fits && !fits->fitsName(function->name) && !fits->fitsName(name))
            continue;
        ++found.found;
        if (isShown)
            found.functions.push_back(rowOf(*function, std::move(name)));
    }
    return found;
}

DebugSourceFiles DebugFileLookup::findFiles(std::string pattern, const std::stop_token& stop) const
{
    DebugSourceFiles found{.pattern = std::move(pattern)};
    const auto fits = patternOf(found.pattern);
    for (std::uint32_t i = 0; i < m_symbols.fileCount() && !stop.stop_requested(); ++i) {
        const auto file = m_symbols.file(i);
        if (!file || (fits && !fits->fitsName(file->path)))
            continue;
        ++found.found;
        if (found.files.size() < DebugSourceFiles::kMost)
            found.files.push_back(
                {.path = std::string(file->path), .hasText = !file->embeddedSource.empty()});
    }
    return found;
}

DebugLines DebugFileLookup::lines(std::uint32_t index) const
{
    DebugLines lines{.function = index};
    const auto function = m_symbols.function(index);
    if (!function)
        return lines;
    for (const auto& row : m_symbols.rows(*function)) {
        lines.hasMore = lines.rows.size() >= DebugLines::kMost;
        if (lines.hasMore)
            break;
        auto frames = m_symbols.lookup(row.begin);
        const auto innermost = frames.next();
        const auto language = innermost ? innermost->language : Language::Unknown;
        lines.rows.push_back({.address = m_loadAddress + row.begin,
                              .sizeBytes = std::uint64_t{row.end} - row.begin,
                              .file = pathOf(row.file),
                              .line = row.line,
                              .inlineDepth = row.inlineDepth,
                              .function = demangling::demangle(row.function, language)});
    }
    return lines;
}

DebugPlace DebugFileLookup::at(std::uint64_t address) const
{
    DebugPlace place{.address = address};
    if (address < m_loadAddress)
        return place;
    const std::uint64_t relative = address - m_loadAddress;
    auto frames = m_symbols.lookup(relative);
    while (const auto frame = frames.next())
        place.frames.push_back({.function = demangling::demangle(frame->function, frame->language),
                                .file = std::string(frame->path),
                                .line = frame->line,
                                .column = frame->column,
                                .isInlined = frame->isInlined,
                                .fromSymbolTable = frame->fromSymbolTable});
    if (const auto function = m_symbols.functionAt(relative)) {
        place.function = function->index;
        place.offset = relative - std::min<std::uint64_t>(relative, function->entry);
    }
    return place;
}

} // namespace faultline::engine

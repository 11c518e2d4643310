// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/temp_file.h"
#include "core/formats/debug/object/debug_info.h"
#include "core/formats/debug/object/object.h"

#include <array>
#include <string>
#include <unordered_map>
#include <vector>

namespace faultline::server::mozilla {

/// Collects functions and symbols and writes them as a function table.
class FunctionTableBuilder
{
public:
    enum class Names : std::uint8_t { AsStored, Demangled };

    explicit FunctionTableBuilder(Names names) : m_names(names) {}

    void addUnit(const object::DebugUnit& unit);
    /// Call it after all units have been added: at an address that both have, the function must win
    /// over the symbol.
    void addSymbols(const std::vector<object::Symbol>& symbols);

    void setModuleFile(std::string_view name) { m_moduleFile = intern(name); }

    /// Errors: Unsupported (a count exceeds 32 bits), and those of the file.
    Result<void> write(TempFile& out);

private:
    using Words = std::vector<std::uint32_t>;

    struct Text
    {
        std::uint32_t offset = 0;
        std::uint32_t sizeBytes = 0;
    };

    struct Start
    {
        std::uint32_t address = 0;
        Text name;
    };

    struct Range
    {
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
        std::uint32_t function = 0;
    };

    Text intern(std::string_view text);
    Text functionName(std::string_view name, Language language);
    void addFunction(const object::DebugUnit& unit,
                     const object::DebugFunction& function,
                     const Words& files);
    Words sortedStarts();
    Words layOutSegments();

    Names m_names;
    std::string m_text;
    std::unordered_map<std::string, Text> m_known;
    // Keyed by the position of the path in the text section.
    std::unordered_map<std::uint64_t, std::uint32_t> m_knownFiles;
    std::vector<Start> m_starts;
    std::vector<Range> m_ranges;
    Words m_functions;
    Words m_lines;
    Words m_inlines;
    Words m_files;
    Text m_moduleFile;
    bool m_overflows = false;
};

} // namespace faultline::server::mozilla

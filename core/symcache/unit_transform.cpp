// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symcache/unit_transform.h"

#include "core/symcache/source_path.h"

#include <unordered_map>

namespace faultline::symcache {

namespace {

void revealNames(const companions::BcSymbolMap& map, object::DebugUnit& unit)
{
    for (auto& file : unit.files) {
        file.compDir = map.resolve(file.compDir);
        file.directory = map.resolve(file.directory);
        file.name = map.resolve(file.name);
    }
    for (auto& function : unit.functions)
        function.name = map.resolve(function.name);
    for (auto& call : unit.inlines)
        call.name = map.resolve(call.name);
}

/// Moves positions in generated files to the original files.
class LineMapper
{
public:
    LineMapper(const companions::LineMapping& mapping, object::DebugUnit& unit) : m_unit(unit)
    {
        m_generated.reserve(unit.files.size());
        for (const auto& file : unit.files)
            m_generated.push_back(
                mapping.file(sourcePath(file.compDir, file.directory, file.name)));
    }

    void run()
    {
        for (auto& line : m_unit.lines)
            move(line.file, line.line, line.column);
        for (auto& call : m_unit.inlines)
            move(call.callFile, call.callLine, call.callColumn);
    }

private:
    void move(std::uint32_t& file, std::uint32_t& line, std::uint32_t& column)
    {
        if (file >= m_generated.size() || m_generated[file] == nullptr)
            return;
        const auto position = m_generated[file]->find(line);
        if (!position)
            return;
        file = fileNumber(position->path);
        line = position->line;
        column = 0; // The column belongs to the generated text.
    }

    std::uint32_t fileNumber(std::string_view path)
    {
        const auto next = static_cast<std::uint32_t>(m_unit.files.size());
        const auto [entry, isNew] = m_numbers.try_emplace(path, next);
        if (isNew)
            m_unit.files.emplace_back().name = path;
        return entry->second;
    }

    object::DebugUnit& m_unit;
    std::vector<const companions::LineMapping::File*>
        m_generated; // Per file of the unit as it was read.
    std::unordered_map<std::string_view, std::uint32_t> m_numbers;
};

} // namespace

void UnitTransform::apply(object::DebugUnit& unit) const
{
    if (symbolMap)
        revealNames(*symbolMap, unit);
    if (lineMapping)
        LineMapper(*lineMapping, unit).run();
}

} // namespace faultline::symcache

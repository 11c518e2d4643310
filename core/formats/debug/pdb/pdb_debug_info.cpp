// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/pdb/pdb_debug_info.h"

#include "core/base/text.h"
#include "core/formats/debug/pdb/pdb_module_lines.h"
#include "core/formats/debug/pdb/pdb_module_reader.h"

#include <map>
#include <mutex>

namespace faultline::pdb {

namespace {

constexpr std::size_t kTypeStream = 2;
constexpr std::size_t kIdStream = 4;

// A reference to another module: top bit, 11 bits for the import list, 20 bits for the entry in it.
// Source: willglynn/pdb src/common.rs (CrossModuleRef).
constexpr unsigned kImportListShift = 20;
constexpr std::uint32_t kImportListMask = 0x7ff;
constexpr std::uint32_t kImportEntryMask = 0xfffff;

using ExportTable = std::map<std::uint32_t, std::uint32_t>;

/// For each import list of a module, what the other module exports; null until it is needed.
using ImportedModules = std::vector<std::shared_ptr<const ExportTable>>;

class PdbDebugInfo final : public object::DebugInfoReader
{
public:
    PdbDebugInfo(std::shared_ptr<const PdbFile> file, const ParseLimits& limits)
        : m_file(std::move(file)), m_limits(limits), m_types(m_file->msf().stream(kTypeStream)),
          m_ids(m_file->msf().stream(kIdStream)), m_names(m_types, m_ids)
    {
        const auto& modules = m_file->modules();
        for (std::size_t i = 0; i < modules.size(); ++i)
            m_moduleByName.emplace(toLowerAscii(modules[i].name), i);
    }

    std::size_t unitCount() const override { return m_file->modules().size(); }

    std::uint64_t unitWeight(std::size_t unit) const override
    {
        const auto& module = m_file->modules()[unit];
        return std::uint64_t{module.symbolBytes} + module.c13Bytes;
    }

    Result<object::DebugUnit> readUnit(std::size_t unit, std::stop_token stop) const override;

    std::vector<std::string> warnings() const override { return m_file->warnings(); }

private:
    std::optional<std::uint32_t>
    resolve(const PdbModuleLines& lines, std::uint32_t index, ImportedModules& known) const;
    std::shared_ptr<const ExportTable> exportsOf(std::size_t module) const;

    std::shared_ptr<const PdbFile> m_file;
    ParseLimits m_limits;
    PdbTypeTable m_types;
    PdbTypeTable m_ids;
    PdbTypeNames m_names;
    std::map<std::string, std::size_t> m_moduleByName; // Lower case.
    mutable std::mutex m_mutex;                        // Guards m_exports.
    mutable std::map<std::size_t, std::shared_ptr<const ExportTable>> m_exports;
};

Result<object::DebugUnit> PdbDebugInfo::readUnit(std::size_t unit, std::stop_token stop) const
{
    const auto& modules = m_file->modules();
    if (unit >= modules.size() || modules[unit].stream == 0xffff)
        return object::DebugUnit();
    FL_TRY(const auto data, openPdbModule(*m_file, modules[unit]));
    const PdbModuleLines lines(data.c13);
    ImportedModules known(lines.imports().size());
    const ResolveTypeIndex resolveIndex = [&](std::uint32_t index) {
        return resolve(lines, index, known);
    };
    return readPdbModule(*m_file, data, lines, m_names, resolveIndex, m_limits, stop);
}

std::optional<std::uint32_t> PdbDebugInfo::resolve(const PdbModuleLines& lines,
                                                   std::uint32_t index,
                                                   ImportedModules& known) const
{
    const auto list = (index >> kImportListShift) & kImportListMask;
    const auto entry = index & kImportEntryMask;
    if (list >= lines.imports().size() || entry >= lines.imports()[list].ids.size())
        return std::nullopt;
    const auto& import = lines.imports()[list];
    auto& exports = known[list];
    if (!exports) {
        const auto module = m_moduleByName.find(toLowerAscii(m_file->string(import.moduleName)));
        exports = module == m_moduleByName.end() ? std::make_shared<const ExportTable>()
                                                 : exportsOf(module->second);
    }
    const auto found = exports->find(import.ids[entry]);
    return found == exports->end() ? std::nullopt : std::optional(found->second);
}

std::shared_ptr<const ExportTable> PdbDebugInfo::exportsOf(std::size_t module) const
{
    {
        const std::lock_guard lock(m_mutex);
        if (const auto known = m_exports.find(module); known != m_exports.end())
            return known->second;
    }
    auto table = std::make_shared<ExportTable>();
    if (const auto data = openPdbModule(*m_file, m_file->modules()[module]))
        *table = PdbModuleLines(data->c13).exports();
    const std::lock_guard lock(m_mutex);
    return m_exports.emplace(module, std::move(table)).first->second;
}

} // namespace

std::unique_ptr<object::DebugInfoReader> makePdbDebugInfo(std::shared_ptr<const PdbFile> file,
                                                          const ParseLimits& limits)
{
    return std::make_unique<PdbDebugInfo>(std::move(file), limits);
}

} // namespace faultline::pdb

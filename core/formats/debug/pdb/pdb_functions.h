// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/pdb/pdb_contributions.h"
#include "core/formats/debug/pdb/pdb_file.h"
#include "core/formats/debug/pdb/pdb_module_lines.h"
#include "core/formats/debug/pdb/pdb_module_reader.h"

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace faultline::pdb {

/// A module whose functions are looked up. Immutable but for its lines, which are read when they
/// are first needed.
class PdbOpenModule
{
public:
    explicit PdbOpenModule(PdbModuleData data);

    Bytes symbols() const { return m_data.symbols; }

    const PdbModuleLines& lines() const;

    /// Did Microsoft's compiler make the module's code?
    bool isOfMicrosoft() const { return m_isOfMicrosoft; }

    /// The record at an offset of the symbols; absent when none fits there.
    std::optional<codeview::CodeViewRecord> recordAt(std::uint32_t offset) const;

    /// The offset of the record of the function whose code has the address, also where it was moved
    /// away from it. Absent when there is none, or several that the linker folded into one.
    std::optional<std::uint32_t> functionAt(PdbSourceAddress address) const;

private:
    struct Code
    {
        std::uint16_t section = 0;
        std::uint32_t offset = 0;
        std::uint32_t sizeBytes = 0;
        std::uint32_t function = 0; ///< Offset of its record.
    };

    void addCode(const codeview::CodeViewRecord& record, std::uint32_t& lastFunction);
    bool areSame(std::uint32_t one, std::uint32_t other) const;

    PdbModuleData m_data;
    std::vector<Code> m_code; // Sorted by section and offset.
    bool m_isOfMicrosoft = false;
    mutable std::unique_ptr<const PdbModuleLines> m_lines;
};

/// A function of a module.
struct PdbFunctionPlace
{
    std::size_t module = 0;
    std::uint32_t record = 0; ///< Offset of its record in the module's symbols.
};

/// Finds functions by their addresses, and opens only the modules that have them. A PDB that does
/// not say which module has an address is searched whole. Not thread-safe; `file` must outlive it.
class PdbFunctions
{
public:
    explicit PdbFunctions(const PdbFile& file);

    std::optional<PdbFunctionPlace> at(PdbSourceAddress address);
    /// Null when the module cannot be read.
    const PdbOpenModule* module(std::size_t index);

private:
    const PdbFile& m_file;
    PdbContributions m_contributions;
    std::map<std::size_t, std::unique_ptr<const PdbOpenModule>> m_modules;
};

} // namespace faultline::pdb

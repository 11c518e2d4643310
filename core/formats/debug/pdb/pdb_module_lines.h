// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/codeview/codeview_records.h"

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace faultline::pdb {

/// Replaces the offset of a checksum record when there is no file.
inline constexpr std::uint32_t kNoChecksum = 0xffffffff;

/// A piece of code with its source line. Offsets are relative to the start of a function.
struct CodeRow
{
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t file = 0; ///< Offset of a checksum record.
    std::uint32_t line = 0;
    std::uint32_t column = 0;
};

/// A piece of code in a section: [begin, end).
struct CodeSpan
{
    std::uint16_t section = 0;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

/// Indexes that a module uses from another module.
struct ModuleImport
{
    std::uint32_t moduleName = 0; ///< Offset into the string table.
    std::vector<std::uint32_t> ids;
};

/// The C13 line information of one module. Damaged subsections are left out. Immutable; points into
/// the given bytes. Layout: llvm/llvm-project llvm/docs/PDB, microsoft-pdb cvinfo.h (DEBUG_S_…).
class PdbModuleLines
{
public:
    explicit PdbModuleLines(Bytes c13);

    /// The line rows of [offset, offset + sizeBytes) in order, clipped to it, without empty ones.
    /// If the linker folded several functions of a module into one, all of them have lines there,
    /// in the order of their symbols. `twin` is the number of such functions before this one. Takes
    /// the stored rows that it passes from `rowsLeft`; empty when they are more.
    std::vector<CodeRow> rows(std::uint16_t section,
                              std::uint32_t offset,
                              std::uint32_t sizeBytes,
                              std::uint64_t& rowsLeft,
                              std::size_t twin = 0) const;

    /// What rows() may pass for all functions together. Functions share rows only where code was
    /// folded.
    std::uint64_t rowAllowance() const;

    /// Code that has lines but lies outside the given functions: labels of assembler sources.
    std::vector<CodeSpan> outside(std::vector<CodeSpan> functions) const;

    const std::vector<codeview::ChecksumRecord>& checksums() const { return m_checksums; }

    std::optional<codeview::InlineeRecord> inlinee(std::uint32_t id) const;

    const std::vector<ModuleImport>& imports() const { return m_imports; }

    /// Maps local to shared indexes for what this module exports to others.
    const std::map<std::uint32_t, std::uint32_t>& exports() const { return m_exports; }

    std::uint32_t damagedSubsections() const { return m_damaged; }

private:
    void readSubsection(std::uint32_t kind, Bytes data);
    void addInlinee(const codeview::InlineeRecord& inlinee);
    void readImports(Bytes data);
    void readExports(Bytes data);

    std::vector<codeview::LineContribution> m_contributions; // Sorted by section and offset.
    std::vector<codeview::ChecksumRecord> m_checksums;
    std::unordered_map<std::uint32_t, codeview::InlineeRecord> m_inlinees;
    std::vector<ModuleImport> m_imports;
    std::map<std::uint32_t, std::uint32_t> m_exports;
    std::uint32_t m_damaged = 0;
};

} // namespace faultline::pdb

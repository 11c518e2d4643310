// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/debug_id.h"
#include "core/formats/debug/pdb/msf_file.h"
#include "core/formats/debug/pdb/pdb_address_map.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::pdb {

/// One object file that was linked, or one import library.
struct PdbModule
{
    std::string_view name; ///< Path of the object file or "* Linker *"; points into the PdbFile.
    std::uint16_t stream = 0xffff; ///< 0xffff: the module has no symbols.
    std::uint32_t symbolBytes =
        0; ///< Size of the stream's first part, including its four-byte signature.
    std::uint32_t c11Bytes = 0; ///< Size of the old line information, which is skipped.
    std::uint32_t c13Bytes = 0; ///< Size of the line information.
};

/// The identity, stream numbers, modules and address translation of a PDB. Immutable and
/// thread-safe. These few fixed structures are read here, because LLVM's readers size buffers by
/// unchecked fields. Layout: llvm/llvm-project llvm/docs/PDB, microsoft/microsoft-pdb
/// PDB/dbi/dbi.h.
class PdbFile
{
public:
    /// Errors: those of MsfFile::open, and Malformed (no readable info stream). A PDB whose DBI
    /// stream is missing or damaged has no modules.
    static Result<std::shared_ptr<const PdbFile>> open(ByteView file, const ParseLimits& limits);

    const MsfFile& msf() const { return m_msf; }

    const DebugId& debugId() const { return m_debugId; }

    /// The PDB only names the object files that hold functions and lines (/DEBUG:FASTLINK).
    bool isFastLink() const { return m_isFastLink; }

    /// COFF machine number; 0 when there is no DBI stream.
    std::uint16_t machine() const { return m_machine; }

    const std::vector<PdbModule>& modules() const { return m_modules; }

    const PdbAddressMap& addresses() const { return m_addresses; }

    /// A stream by its name ("srcsrv", "/names", "sourcelink"); absent when there is none.
    std::optional<ByteView> namedStream(std::string_view name) const;

    /// A string of the table that all modules share; empty when the offset is outside, and for
    /// texts of more than 64 KiB.
    std::string_view string(std::uint32_t offset) const;

    /// The table's bytes from an offset on; empty when it is outside.
    Bytes stringsFrom(std::uint32_t offset) const;

    /// Records of public and global symbols; empty when there are none.
    ByteView symbolRecords() const { return m_msf.stream(m_symbolRecordStream); }

    /// The bytes for PdbContributions.
    Bytes sectionContributions() const { return m_contributions; }

    /// Frame tables of x86 code: FPO_DATA records and the newer frame data.
    ByteView fpoData() const { return m_msf.stream(m_fpoStream); }

    ByteView frameData() const { return m_msf.stream(m_frameDataStream); }

    const std::vector<std::string>& warnings() const { return m_warnings; }

private:
    explicit PdbFile(MsfFile msf) : m_msf(std::move(msf)) {}

    Result<void> readInfo();
    void readNamedStreams(Bytes rest);
    void readDbi();
    void readModules(Bytes list);
    void readDebugStreams(Bytes header);
    void readStringTable();

    MsfFile m_msf;
    ByteView m_info;
    ByteView m_dbi;
    Bytes m_contributions; // A part of m_dbi.
    ByteView m_strings;    // Characters of the string table.
    DebugId m_debugId;
    bool m_isFastLink = false;
    std::uint16_t m_machine = 0;
    std::uint16_t m_symbolRecordStream = 0xffff;
    std::uint16_t m_fpoStream = 0xffff;
    std::uint16_t m_frameDataStream = 0xffff;
    std::map<std::string, std::uint32_t, std::less<>> m_namedStreams;
    std::vector<PdbModule> m_modules;
    PdbAddressMap m_addresses;
    std::vector<std::string> m_warnings;
};

} // namespace faultline::pdb

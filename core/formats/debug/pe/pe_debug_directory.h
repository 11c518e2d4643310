// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/debug_id.h"
#include "core/formats/debug/pe/pe_image.h"

#include <optional>
#include <string>

namespace faultline::pe {

/// The reference to the PDB in the CodeView entry of the debug directory.
struct CodeViewReference
{
    DebugId id;
    std::string_view
        pdbName; ///< As recorded by the linker, often a full path. Points into the image's bytes.
};

/// Reads the first readable CodeView entry: RSDS (PDB 7.0) or NB10 (PDB 2.0). Damaged entries are
/// skipped. Layout: Microsoft PE/COFF specification, ".debug section"; the records are those of the
/// CodeView format.
std::optional<CodeViewReference> readCodeView(const PeImage& image);

/// Type of the debug directory entry that contains a whole portable PDB. Source: dotnet/runtime
/// docs/design/specs/PE-COFF.md.
inline constexpr std::uint32_t kDebugEntryEmbeddedPortablePdb = 17;

/// Data of the first debug directory entry with this type and with bytes in the file.
std::optional<ByteView> findDebugEntry(const PeImage& image, std::uint32_t type);

} // namespace faultline::pe

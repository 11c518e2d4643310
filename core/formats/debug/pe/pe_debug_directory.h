#pragma once

#include "core/base/debug_id.h"
#include "core/formats/debug/pe/pe_image.h"

#include <optional>
#include <string>

namespace faultline::pe {

/// What the CodeView entry of the debug directory says about the PDB.
struct CodeViewReference
{
    DebugId id;
    std::string_view
        pdbName; ///< As the linker recorded it, often a full path; points into the image's bytes.
};

/// The first CodeView entry that can be read: RSDS (PDB 7.0) or NB10 (PDB 2.0). Damaged entries are
/// passed over. Layout: Microsoft PE/COFF specification, ".debug section"; the records are those of
/// the CodeView format.
std::optional<CodeViewReference> readCodeView(const PeImage& image);

/// Type of the debug directory entry that holds a whole portable PDB. Source: dotnet/runtime
/// docs/design/specs/PE-COFF.md.
inline constexpr std::uint32_t kDebugEntryEmbeddedPortablePdb = 17;

/// Data of the first debug directory entry of a type whose bytes lie in the file.
std::optional<ByteView> findDebugEntry(const PeImage& image, std::uint32_t type);

} // namespace faultline::pe

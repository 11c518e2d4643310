#pragma once

#include "core/base/debug_id.h"
#include "core/formats/pe/pe_image.h"

#include <optional>
#include <string>

namespace faultline {

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

} // namespace faultline

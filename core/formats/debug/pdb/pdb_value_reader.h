// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/formats/debug/object/value_info.h"
#include "core/formats/debug/pdb/pdb_file.h"

#include <memory>

namespace faultline::pdb {

/// Types and variables of a PDB. Linked addresses are RVAs. Null for CPUs whose registers are not
/// known here, and for files that only name the object files with their variables
/// (/DEBUG:FASTLINK).
std::unique_ptr<object::ValueInfoReader> makePdbValueReader(std::shared_ptr<const PdbFile> file,
                                                            const ParseLimits& limits);

} // namespace faultline::pdb

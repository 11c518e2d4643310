#pragma once

#include "core/formats/debug/object/debug_info.h"
#include "core/formats/debug/pdb/pdb_file.h"

#include <memory>

namespace faultline::pdb {

/// One unit per module of the PDB. Units are decoded from immutable bytes without shared state, so
/// all cores may read at once; only the small table of indexes that link-time-optimised modules
/// lend each other is built on demand under a lock.
std::unique_ptr<object::DebugInfoReader> makePdbDebugInfo(std::shared_ptr<const PdbFile> file,
                                                          const ParseLimits& limits);

} // namespace faultline::pdb

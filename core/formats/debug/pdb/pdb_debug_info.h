// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/debug_info.h"
#include "core/formats/debug/pdb/pdb_file.h"

#include <memory>

namespace faultline::pdb {

/// One unit per module of the PDB. Units are decoded from immutable bytes without shared state, so
/// all cores may read at once. One small table is built on demand under a lock: the indexes that
/// link-time-optimised modules take from each other.
std::unique_ptr<object::DebugInfoReader> makePdbDebugInfo(std::shared_ptr<const PdbFile> file,
                                                          const ParseLimits& limits);

} // namespace faultline::pdb

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/object.h"
#include "core/formats/debug/pdb/pdb_file.h"

#include <vector>

namespace faultline::pdb {

/// The x86 frame tables, sorted by RVA and without duplicates: frame data with programs, and FPO
/// records. Programs point into the PdbFile. Records of other kinds (traps, task gates) and
/// impossible sizes are dropped. Layout: winnt.h FPO_DATA; microsoft-pdb cvinfo.h FRAMEDATA; rules:
/// docs/spec/stackwalk.md §11.6.
std::vector<object::WindowsFrame> readPdbFrames(const PdbFile& file);

} // namespace faultline::pdb

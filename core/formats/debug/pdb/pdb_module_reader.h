// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/formats/debug/object/debug_info.h"
#include "core/formats/debug/pdb/pdb_file.h"
#include "core/formats/debug/pdb/pdb_module_lines.h"
#include "core/formats/debug/pdb/pdb_type_names.h"

#include <stop_token>

namespace faultline::pdb {

/// The parts of a module's stream with its symbols and lines.
struct PdbModuleData
{
    ByteView stream;
    Bytes symbols; ///< Includes the four-byte signature, because record offsets count it.
    Bytes c13;
};

/// Errors: Malformed (sizes exceed the stream, or an older symbol format).
Result<PdbModuleData> openPdbModule(const PdbFile& file, const PdbModule& module);

/// Reads functions, inlined calls, lines and files of one module. A damaged record is dropped and
/// counted. A record with an impossible length ends the walk. Errors: Cancelled.
Result<object::DebugUnit> readPdbModule(const PdbFile& file,
                                        const PdbModuleData& data,
                                        const PdbModuleLines& lines,
                                        const PdbTypeNames& names,
                                        const ResolveTypeIndex& resolve,
                                        const ParseLimits& limits,
                                        const std::stop_token& stop);

} // namespace faultline::pdb

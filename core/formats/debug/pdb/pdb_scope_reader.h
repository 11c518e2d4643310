// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/formats/debug/object/value_info.h"
#include "core/formats/debug/pdb/pdb_functions.h"
#include "core/formats/debug/pdb/pdb_places.h"
#include "core/formats/debug/pdb/pdb_value_types.h"

#include <functional>
#include <vector>

namespace faultline::pdb {

/// What reading a function's variables needs. All of it outlives the reading.
struct PdbScopeInput
{
    const PdbFile& file;
    const PdbTypeTable& ids;
    PdbValueTypes& types;
    PdbPlaces& places;
    const ParseLimits& limits;
    /// Where the virtual frame of x86 is at an address.
    std::function<PdbVirtualFrame(PdbSourceAddress)> virtualFrame;
};

/// EntryRef::part of functions and of inlined calls. The offset is that of the record, with the
/// module's number above it.
inline constexpr std::uint32_t kPdbFunctionPart = 2;
inline constexpr std::uint32_t kPdbInlinePart = 3;

object::EntryRef pdbFunctionRef(PdbFunctionPlace place);
std::optional<PdbFunctionPlace> pdbFunctionOf(object::EntryRef entry);

/// The functions at an address, innermost first, with the variables of all scopes around it. Empty
/// when the function's records are damaged. A damaged record of a variable is lost alone.
std::vector<object::FunctionInfo> readPdbScopes(const PdbScopeInput& input,
                                                const PdbOpenModule& module,
                                                PdbFunctionPlace place,
                                                PdbSourceAddress address);

/// A variable of the program, of a file or of each thread.
object::VariableInfo
pdbDataVariable(const codeview::DataRecord& data, const PdbFile& file, PdbPlaces& places);
object::VariableInfo pdbConstant(const codeview::ConstantRecord& constant);

} // namespace faultline::pdb

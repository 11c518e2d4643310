// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/pdb/pdb_type_table.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace faultline::pdb {

/// Translates an index into another module (top bit set) to an index of the shared tables. Absent
/// when that is impossible.
using ResolveTypeIndex = std::function<std::optional<std::uint32_t>(std::uint32_t)>;

/// How many bytes the names of a module may have and read. Names are written of shared type
/// records, so that a small record can have a long name.
struct PdbNameAllowance
{
    std::uint64_t textBytes = 0;   ///< Of names.
    std::uint64_t recordBytes = 0; ///< Of type records, each time they are read.
    bool isExceeded = false;
};

PdbNameAllowance pdbNameAllowanceFor(std::uint64_t moduleBytes);

/// Writes function names with argument types in common C++ style: `Scope::name(const int, char*)
/// const`. No return types, no class keywords, no space before `*` and `&`. Stateless; thread-safe.
/// Source: docs/spec/native.md §11, which follows mstange/pdb-addr2line src/type_formatter.rs.
class PdbTypeNames
{
public:
    PdbTypeNames(const PdbTypeTable& types, const PdbTypeTable& ids) : m_types(types), m_ids(ids) {}

    /// The name of a procedure with the arguments of its type. A type of 0 gives the plain name.
    /// Absent when type records are missing, damaged or nested too deeply, or when the allowance is
    /// exceeded; only the plain name is known then.
    std::optional<std::string> procedure(const codeview::ProcedureRecord& record,
                                         const ResolveTypeIndex& resolve,
                                         PdbNameAllowance& allowance) const;

    /// The full name of an inlined function by its id.
    std::optional<std::string>
    inlinee(std::uint32_t id, const ResolveTypeIndex& resolve, PdbNameAllowance& allowance) const;

private:
    const PdbTypeTable& m_types;
    const PdbTypeTable& m_ids;
};

} // namespace faultline::pdb

#pragma once

#include "core/formats/debug/pdb/pdb_type_table.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace faultline::pdb {

/// Translates an index that refers to another module (top bit set) to one of the shared tables;
/// absent when it cannot.
using ResolveTypeIndex = std::function<std::optional<std::uint32_t>(std::uint32_t)>;

/// Writes function names with their argument types, as people write them in C++: `Scope::name(const
/// int, char*) const`. No return types, no class keywords, no space before `*` and `&`. Stateless;
/// thread-safe. Source: docs/spec/native.md §11, which follows mstange/pdb-addr2line
/// src/type_formatter.rs.
class PdbTypeNames
{
public:
    PdbTypeNames(const PdbTypeTable& types, const PdbTypeTable& ids) : m_types(types), m_ids(ids) {}

    /// The name of a procedure with the arguments of its type. A type of 0 gives the bare name.
    /// Absent when type records are missing, damaged or nested too deeply: the bare name is then
    /// all there is.
    std::optional<std::string> procedure(const codeview::ProcedureRecord& record,
                                         const ResolveTypeIndex& resolve) const;

    /// The full name of an inlined function by its id.
    std::optional<std::string> inlinee(std::uint32_t id, const ResolveTypeIndex& resolve) const;

private:
    const PdbTypeTable& m_types;
    const PdbTypeTable& m_ids;
};

} // namespace faultline::pdb

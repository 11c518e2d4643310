// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/codeview/type_details.h"
#include "core/formats/debug/pdb/pdb_type_table.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace faultline::pdb {

/// Structures, unions and enumerations by their names. Made by the first question, in one pass over
/// the records. Not thread-safe; `types` must outlive it.
class PdbTypeIndex
{
public:
    explicit PdbTypeIndex(const PdbTypeTable& types) : m_types(types) {}

    /// The definitions with this name, with scopes or without, at most `most`; the references to
    /// definitions elsewhere if there are none.
    std::vector<std::uint32_t> named(std::string_view name, std::size_t most);

    /// The definitions that a forward reference may mean: by the mangled name, or by the name of a
    /// type that has none. At most `most`.
    std::vector<std::uint32_t> definitionsOf(const codeview::TypeDetails& reference,
                                             std::size_t most);

private:
    struct Entry
    {
        std::size_t hash = 0;
        std::uint32_t index = 0;
        bool isForward = false;
    };

    void make();
    void add(std::uint32_t index);
    template <class Accept>
    std::vector<std::uint32_t> find(const std::vector<Entry>& entries,
                                    std::string_view text,
                                    std::size_t most,
                                    const Accept& accept) const;

    const PdbTypeTable& m_types;
    bool m_isMade = false;
    std::vector<Entry> m_names; // Sorted by hash, like the next.
    std::vector<Entry> m_definitions;
};

} // namespace faultline::pdb

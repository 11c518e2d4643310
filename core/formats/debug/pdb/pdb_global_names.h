// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/formats/debug/codeview/codeview_records.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace faultline::pdb {

/// The records of global symbols by their names: variables, constants, other names of types. The
/// index is made by the first question. Not thread-safe.
class PdbGlobalNames
{
public:
    explicit PdbGlobalNames(ByteView records) : m_records(std::move(records)) {}

    /// Calls `visit(record)` for the records with this name, with scopes or without, until it
    /// returns false.
    template <class Visit>
    void find(std::string_view name, const Visit& visit)
    {
        for (const auto offset : offsetsOf(name)) {
            const auto record = at(offset);
            if (record && !visit(*record))
                return;
        }
    }

    /// The record at an offset of the stream; absent when none fits there.
    std::optional<codeview::CodeViewRecord> at(std::uint32_t offset) const
    {
        return codeview::CodeViewRecords(m_records.span(), offset).next();
    }

private:
    struct Entry
    {
        std::size_t hash = 0;
        std::uint32_t offset = 0;
    };

    void make();
    std::vector<std::uint32_t> offsetsOf(std::string_view name);

    ByteView m_records;
    bool m_isMade = false;
    std::vector<Entry> m_entries; // Sorted by hash.
};

} // namespace faultline::pdb

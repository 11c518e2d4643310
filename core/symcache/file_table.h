// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/debug_info.h"
#include "core/symcache/string_interner.h"

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <tuple>

namespace faultline::symcache {

/// Every distinct source file once, filled by many threads. Like the interner's, the ids depend on
/// timing.
class FileTable
{
public:
    struct Record
    {
        std::uint32_t path = object::kNoIndex; ///< Interned.
        std::uint32_t checksum =
            object::kNoIndex; ///< Interned hex digits; object::kNoIndex when there is none.
        object::DebugFile::ChecksumKind checksumKind = object::DebugFile::ChecksumKind::None;
        std::string
            source; ///< A copy, because the unit that contained it is gone before this is written.
    };

    explicit FileTable(StringInterner& strings) : m_strings(strings) {}

    /// Any thread may call it. object::kNoIndex when its texts exceed the limits.
    std::uint32_t add(const object::DebugFile& file);

    /// Call only while no thread adds.
    const Record& record(std::uint32_t id) const { return m_records[id]; }

    std::size_t size() const { return m_records.size(); }

private:
    using Key =
        std::tuple<std::uint32_t, std::uint32_t, object::DebugFile::ChecksumKind, std::size_t>;

    StringInterner& m_strings;
    std::mutex m_mutex; // Guards m_ids and m_records.
    std::map<Key, std::uint32_t> m_ids;
    std::deque<Record> m_records;
};

} // namespace faultline::symcache

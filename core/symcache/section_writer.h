// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/temp_file.h"
#include "core/symcache/symcache_format.h"

#include <array>
#include <cstdint>
#include <vector>

namespace faultline::symcache {

/// Appends the sections of a symcache to a file through one small buffer. The first failure is kept
/// and returned by finish().
class SectionWriter
{
public:
    /// `out` may already hold bytes (a cache entry's header). The symcache begins after them.
    explicit SectionWriter(TempFile& out);

    /// Begins a section and ends the previous one.
    void begin(symcache_format::Section section);

    template <class T>
    void put(T value)
    {
        if (m_used + sizeof(T) > m_buffer.size())
            flush();
        symcache_format::store(m_buffer.data() + m_used, value);
        m_used += sizeof(T);
    }

    void putBytes(Bytes bytes);

    /// Ends the last section. Errors: those of the file.
    Result<void> finish();

    struct Extent
    {
        std::uint64_t offset = 0; ///< Offset from the symcache's start.
        std::uint64_t sizeBytes = 0;
    };

    /// Valid after finish().
    const std::array<Extent, symcache_format::kSectionCount>& extents() const { return m_extents; }

    /// Offset of the symcache in the file.
    std::uint64_t base() const { return m_base; }

private:
    void flush();
    void endSection();
    std::uint64_t position() const;

    TempFile& m_out;
    std::uint64_t m_base = 0;
    std::vector<std::byte> m_buffer;
    std::size_t m_used = 0;
    std::array<Extent, symcache_format::kSectionCount> m_extents{};
    Extent* m_current = nullptr;
    Result<void> m_outcome;
};

} // namespace faultline::symcache

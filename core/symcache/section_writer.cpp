// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symcache/section_writer.h"

#include <algorithm>

namespace faultline::symcache {

using namespace symcache_format;

namespace {

constexpr std::size_t kBufferBytes = 256 * 1024;

} // namespace

SectionWriter::SectionWriter(TempFile& out)
    : m_out(out), m_base(out.sizeBytes()), m_buffer(kBufferBytes)
{
    const std::array<std::byte, kHeaderBytes> room{}; // The header is known last.
    putBytes(room);
}

std::uint64_t SectionWriter::position() const
{
    return m_out.sizeBytes() - m_base + m_used;
}

void SectionWriter::begin(symcache_format::Section section)
{
    endSection();
    m_current = &m_extents[static_cast<std::size_t>(section)];
    m_current->offset = position();
}

void SectionWriter::endSection()
{
    if (m_current != nullptr)
        m_current->sizeBytes = position() - m_current->offset;
    while (position() % 8 != 0)
        put(std::uint8_t{0});
}

void SectionWriter::putBytes(Bytes bytes)
{
    while (!bytes.empty()) {
        if (m_used == m_buffer.size())
            flush();
        const std::size_t count = std::min(bytes.size(), m_buffer.size() - m_used);
        std::ranges::copy(bytes.first(count),
                          m_buffer.begin() + static_cast<std::ptrdiff_t>(m_used));
        m_used += count;
        bytes = bytes.subspan(count);
    }
}

void SectionWriter::flush()
{
    if (m_outcome)
        m_outcome = m_out.append(Bytes(m_buffer).first(m_used));
    m_used = 0;
}

Result<void> SectionWriter::finish()
{
    endSection();
    m_current = nullptr;
    flush();
    return m_outcome;
}

} // namespace faultline::symcache

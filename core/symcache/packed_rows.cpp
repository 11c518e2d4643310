// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symcache/packed_rows.h"

#include <utility>

namespace faultline::symcache {

namespace {

// A row begins with a byte that lists its fields. Differences are LEB128 numbers with the sign in
// the lowest bit.
constexpr std::uint8_t kHasScope = 1;
constexpr std::uint8_t kHasFile = 2;
constexpr std::uint8_t kHasLine = 4;
constexpr std::uint8_t kHasColumn = 8;
constexpr unsigned kStepShift = 4;
constexpr std::uint32_t kLongStep =
    15; // The distance to the row before follows as a separate number.

constexpr std::size_t kUsualRowBytes = 5;

/// The difference modulo 2^32, small for small steps in both directions.
std::uint32_t folded(std::uint32_t from, std::uint32_t to)
{
    const std::uint32_t difference = to - from;
    return difference << 1 ^ (difference >> 31 != 0 ? 0xffffffff : 0);
}

std::uint32_t unfolded(std::uint32_t from, std::uint32_t number)
{
    return from + (number >> 1 ^ ((number & 1) != 0 ? 0xffffffff : 0));
}

} // namespace

std::uint64_t PackedRows::beginFunction(std::uint32_t begin)
{
    m_last = {.start = begin};
    m_rowCount = 0;
    return m_bytes.size();
}

void PackedRows::add(const CompactRow& row)
{
    if (m_rowCount > 0 && row.hasPlaceOf(m_last))
        return;
    const std::uint32_t step = row.start - m_last.start;
    std::uint32_t head = std::min(step, kLongStep) << kStepShift;
    head |= row.scope != m_last.scope ? kHasScope : 0;
    head |= row.file != m_last.file ? kHasFile : 0;
    head |= row.line != m_last.line ? kHasLine : 0;
    head |= row.column != m_last.column ? kHasColumn : 0;
    m_bytes.push_back(static_cast<std::uint8_t>(head));
    if (step >= kLongStep)
        putNumber(step);
    if (row.scope != m_last.scope)
        putNumber(folded(m_last.scope, row.scope));
    if (row.file != m_last.file)
        putNumber(folded(m_last.file, row.file));
    if (row.line != m_last.line)
        putNumber(folded(m_last.line, row.line));
    if (row.column != m_last.column)
        putNumber(row.column);
    m_last = row;
    ++m_rowCount;
}

void PackedRows::reserve(std::size_t rowCount)
{
    m_bytes.reserve(rowCount * kUsualRowBytes);
}

void PackedRows::putNumber(std::uint32_t value)
{
    for (; value >= 0x80; value >>= 7)
        m_bytes.push_back(static_cast<std::uint8_t>(value | 0x80));
    m_bytes.push_back(static_cast<std::uint8_t>(value));
}

RowCursor::RowCursor(const PackedRows& rows,
                     std::uint64_t at,
                     std::uint32_t begin,
                     std::uint32_t rowCount)
    : m_at(rows.m_bytes.data() + at), m_row{.start = begin}, m_next(m_row), m_left(rowCount)
{
    readNext();
    advance();
}

void RowCursor::advance()
{
    m_row = m_next;
    if (--m_left > 0)
        readNext();
}

void RowCursor::readNext()
{
    const std::uint8_t head = *m_at++;
    const std::uint32_t step = head >> kStepShift;
    m_next.start += step == kLongStep ? number() : step;
    if ((head & kHasScope) != 0)
        m_next.scope = unfolded(m_next.scope, number());
    if ((head & kHasFile) != 0)
        m_next.file = unfolded(m_next.file, number());
    if ((head & kHasLine) != 0)
        m_next.line = unfolded(m_next.line, number());
    if ((head & kHasColumn) != 0)
        m_next.column = static_cast<std::uint16_t>(number());
}

std::uint32_t RowCursor::number()
{
    std::uint32_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
        const std::uint8_t byte = *m_at++;
        value |= std::uint32_t{byte & 0x7fu} << shift;
        if (byte < 0x80)
            return value;
    }
}

} // namespace faultline::symcache

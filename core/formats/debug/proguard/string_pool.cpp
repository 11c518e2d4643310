// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/proguard/string_pool.h"

#include "core/base/hash.h"
#include "core/formats/debug/proguard/mapping_cache_format.h"

namespace faultline::proguard {

namespace {

constexpr std::size_t kFirstSlots = 1024; ///< A power of two.
constexpr std::size_t kLengthBytes = 4;

std::size_t hashOf(std::string_view text)
{
    return static_cast<std::size_t>(checksum64(asBytes(text)));
}

} // namespace

StringPool::StringPool() : m_slots(kFirstSlots, kNoString) {}

std::string_view StringPool::text(StringRef ref) const
{
    if (ref == kNoString)
        return {};
    const auto size = cache_format::load32(asBytes(m_bytes).data() + ref);
    return std::string_view(m_bytes).substr(ref + kLengthBytes, size);
}

StringRef StringPool::add(std::string_view wanted)
{
    if (m_last != kNoString && text(m_last) == wanted)
        return m_last;
    if (m_count * 2 >= m_slots.size())
        grow();
    const auto mask = m_slots.size() - 1;
    auto slot = hashOf(wanted) & mask;
    for (; m_slots[slot] != kNoString; slot = (slot + 1) & mask) {
        if (text(m_slots[slot]) == wanted)
            return m_last = m_slots[slot];
    }
    if (wanted.size() + kLengthBytes >= kNoString - m_bytes.size())
        return kNoString;
    const auto ref = static_cast<StringRef>(m_bytes.size());
    for (std::size_t i = 0; i < kLengthBytes; ++i)
        m_bytes += static_cast<char>(wanted.size() >> (8 * i));
    m_bytes += wanted;
    m_slots[slot] = ref;
    ++m_count;
    return m_last = ref;
}

void StringPool::grow()
{
    std::vector<std::uint32_t> larger(m_slots.size() * 4, kNoString);
    const auto mask = larger.size() - 1;
    for (const auto ref : m_slots) {
        if (ref == kNoString)
            continue;
        auto slot = hashOf(text(ref)) & mask;
        while (larger[slot] != kNoString)
            slot = (slot + 1) & mask;
        larger[slot] = ref;
    }
    m_slots = std::move(larger);
}

} // namespace faultline::proguard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symcache/address_layout.h"

#include <algorithm>

namespace faultline::symcache {

namespace {

class Painter
{
public:
    explicit Painter(std::span<const AddressClaim> claims) : m_claims(claims) {}

    std::vector<AddressSegment> run()
    {
        std::size_t next = 0;
        while (next < m_claims.size()) {
            const std::uint32_t begin = m_claims[next].begin;
            paintUpTo(begin);
            m_position = begin;
            std::size_t groupEnd = next;
            while (groupEnd < m_claims.size() && m_claims[groupEnd].begin == begin)
                ++groupEnd;
            for (std::size_t i = groupEnd; i > next;
                 --i) // If several have the same start, the first one ends on top.
                m_open.push_back(static_cast<std::uint32_t>(i - 1));
            next = groupEnd;
        }
        paintUpTo(std::uint64_t{1} << 32);
        return std::move(m_segments);
    }

private:
    void paintUpTo(std::uint64_t limit)
    {
        while (!m_open.empty() && m_position < limit) {
            const std::uint32_t claim = m_open.back();
            const std::uint64_t end = std::min(m_claims[claim].end, limit);
            if (m_position < end)
                m_segments.push_back({static_cast<std::uint32_t>(m_position), end, claim});
            if (m_claims[claim].end <= limit)
                m_open.pop_back();
            m_position = std::max(m_position, end);
        }
    }

    std::span<const AddressClaim> m_claims;
    std::vector<AddressSegment> m_segments;
    std::vector<std::uint32_t> m_open;
    std::uint64_t m_position = 0;
};

} // namespace

std::vector<AddressSegment> layOut(std::span<const AddressClaim> claims)
{
    return Painter(claims).run();
}

} // namespace faultline::symcache

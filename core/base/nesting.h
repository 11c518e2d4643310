// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace faultline {

/// Counts in `depth` what is under way, for as long as it lives: calls inside of each other, which
/// hostile input may nest without an end.
class Nesting
{
public:
    explicit Nesting(std::uint32_t& depth) : m_depth(depth) { ++m_depth; }

    ~Nesting() { --m_depth; }

    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

private:
    std::uint32_t& m_depth;
};

} // namespace faultline

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/debug_info.h"

#include <string>
#include <vector>

namespace faultline::test {

/// One frame of an inline chain.
struct LookupFrame
{
    std::string function;
    std::string file; ///< Only the last component of the recorded path.
    std::uint32_t line = 0;
    std::uint32_t column = 0;

    friend bool operator==(const LookupFrame&, const LookupFrame&) = default;
};

/// A slow and simple look-up over units. Any index built from them must give the same answers.
class DebugLookup
{
public:
    /// Reads all units; failing ones are left out.
    explicit DebugLookup(const object::DebugInfoReader& reader);

    std::size_t functionCount() const { return m_functions.size(); }

    std::uint32_t damagedRecords() const { return m_damagedRecords; }

    const std::vector<object::DebugUnit>& units() const { return m_units; }

    /// Innermost first; empty when no function covers the address.
    std::vector<LookupFrame> at(std::uint32_t address) const;

    /// Checks the guarantees of DebugUnit's arrays. Returns the first violation as text; empty when
    /// there is none.
    std::string brokenPromise() const;

private:
    struct FunctionReference
    {
        const object::DebugUnit* unit = nullptr;
        const object::DebugFunction* function = nullptr;
    };

    std::vector<object::DebugUnit> m_units;
    std::vector<FunctionReference> m_functions; // Sorted by begin.
    std::uint32_t m_damagedRecords = 0;
};

} // namespace faultline::test

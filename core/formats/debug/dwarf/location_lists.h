// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/dwarf/value_units.h"

namespace faultline::dwarf {

/// What a location attribute says about one address.
struct FoundLocation
{
    enum class State : std::uint8_t {
        Found,
        Nowhere, ///< The variable has no location here.
        Damaged,
    };
    State state = State::Nowhere;
    Bytes expression = {};
    bool isFromList = false; ///< It holds for certain addresses only.
};

/// The expression of a location attribute that holds at a linked address: the attribute's own, or
/// that of the first entry of its list that covers the address (DWARF 2–4 §2.6.2, DWARF 5 §2.6.2,
/// GNU's lists in split units of DWARF 4).
FoundLocation locationAt(const Attribute& attribute, std::uint64_t linkedAddress);

} // namespace faultline::dwarf

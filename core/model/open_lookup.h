// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/candidate.h"

#include <cstdint>
#include <vector>

namespace faultline {

/// What the look-up of a module's debug file and unwind data is doing now, for displays. The answer
/// is the ModuleReport that follows.
struct OpenLookup
{
    enum class Step : std::uint8_t {
        Asking,    ///< Places are asked, and files fetched.
        Converting ///< The files are here; symbols are made of them.
    };

    struct Place
    {
        /// Says where; until the place has answered, its outcome says nothing.
        Candidate candidate;
        bool hasAnswered = false;
    };

    /// Counts the states of one module's look-up. Several threads publish them, so a state below
    /// one that has arrived is out of date.
    std::uint64_t sequence = 0;
    Step step = Step::Asking;
    std::vector<Place> places; ///< In the order of asking; empty until it is known whom to ask.

    /// Adds places, or brings those that are known up to date.
    void take(std::vector<Place> changed);
};

} // namespace faultline

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine_services.h"
#include "core/engine/inspection.h"
#include "core/engine/open_events.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace faultline::engine {

/// Names of the memory that belongs to variables of a frame, and to the members of what its
/// pointers lead to.
class FramePlaces
{
public:
    /// Reads debug files and waits for them.
    FramePlaces(EngineServices& services,
                const EventFindings& findings,
                const FramePlace& frame,
                const std::stop_token& stop);

    /// "count", "this->m_parent", "list[2]"; empty when no variable lies there. Of several that
    /// hold the bytes, the smallest one counts.
    std::string at(std::uint64_t address, std::uint32_t sizeBytes) const;

private:
    struct Place
    {
        std::uint64_t address = 0;
        std::uint64_t sizeBytes = 0;
        std::string name;
    };

    void add(const Variable& variable, std::string name);
    void addMembers(const Variable& pointer, const std::vector<Variable>& members);

    std::vector<Place> m_places;
};

} // namespace faultline::engine

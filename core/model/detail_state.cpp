// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/detail_state.h"

namespace faultline {

std::string_view detailStateName(DetailState state)
{
    switch (state) {
    case DetailState::Present: return "present";
    case DetailState::NoMemory: return "no_memory";
    case DetailState::NotStored: return "not_stored";
    case DetailState::Running: return "running";
    }
    return {};
}

} // namespace faultline

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/model/carried_fields.h"
#include "core/model/codec/memory_budget.h"
#include "core/model/codec/text_table.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace faultline::codec {

/// Shared by all sections of one file while it is read.
struct ReadContext
{
    std::uint32_t version; ///< Of the format.
    TextTable texts;
    ByteView attachments; ///< The attachments that are left. Sections take them in file order.
    std::vector<CarriedFieldsPtr> carried;
    MemoryBudget budget;
    std::stop_token stop;
};

} // namespace faultline::codec

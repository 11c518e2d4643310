// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/model/carried_fields.h"
#include "core/model/codec/text_pool.h"
#include "core/model/codec/write_options.h"

#include <unordered_map>
#include <vector>

namespace faultline::codec {

/// Shared by all sections of one file while it is written.
struct WriteContext
{
    EventMemory memory = EventMemory::LeaveOut;
    TextPool texts;
    std::vector<ByteView> attachments; ///< In the order in which the sections mention them.
    std::unordered_map<const CarriedFields*, std::uint64_t> carried; ///< Numbers from 1.
};

} // namespace faultline::codec

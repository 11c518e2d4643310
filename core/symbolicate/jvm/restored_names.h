// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/jvm_result.h"
#include "core/symbolicate/jvm/event_files.h"

#include <vector>

namespace faultline::jvm {

/// What the names of an event become, before a report is made of them.
struct RestoredNames
{
    std::vector<JvmStack> stacks;     ///< In the order of the event, callee first.
    std::vector<FileSearch> mappings; ///< Of the mappings on this machine, in their order.
    JvmResult result;
};

} // namespace faultline::jvm

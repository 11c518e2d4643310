// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/call_tree.h"

namespace faultline {

std::string_view sampleUnitName(SampleUnit unit)
{
    switch (unit) {
    case SampleUnit::Samples: return "samples";
    case SampleUnit::Nanoseconds: return "ns";
    case SampleUnit::AllocatedBytes: return "bytes";
    case SampleUnit::Instructions: return "instructions";
    }
    return {};
}

} // namespace faultline

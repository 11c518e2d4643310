// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/frame.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace faultline {

/// What the weights of a call tree count.
enum class SampleUnit : std::uint8_t { Samples, Nanoseconds, AllocatedBytes, Instructions };

/// "samples", "ns", "bytes", "instructions".
std::string_view sampleUnitName(SampleUnit unit);

/// A call in a tree. An inline expansion gives several calls, each the caller of the next.
struct SampledCall
{
    std::optional<std::uint32_t> caller; ///< Index into CallTree::calls; absent for a root.
    std::uint64_t weight = 0;            ///< With all that it calls.
    Frame frame;
};

/// What a profiler or a sampler saw of one thread: where it was, and how often. Readers of
/// spindump's reports make them.
struct CallTree
{
    std::uint32_t thread = 0; ///< Index into Event::threads.
    SampleUnit unit = SampleUnit::Samples;
    std::vector<SampledCall> calls; ///< A call comes after its caller.
};

} // namespace faultline

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/object.h"

namespace faultline::test {

/// Reads everything that an object offers, as a symbolication would. For fuzzers and truncation
/// ladders. Returns a sum over the answers, so that nothing is optimised away.
std::uint64_t walkObject(const object::Object& object);

} // namespace faultline::test

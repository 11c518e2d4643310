// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace faultline::variables {

class ValueFrame;

/// May the function of a frame have been jumped to instead of called, with the return address of
/// the call in `caller`? Only the functions that it jumps to itself, and those that these jump to,
/// could lead back to it under the same return address.
bool mayBeReachedByJump(const ValueFrame& frame, const ValueFrame& caller);

} // namespace faultline::variables

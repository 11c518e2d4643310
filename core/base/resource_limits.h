// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace faultline {

/// After this call, a limit of the process is an error of what ran into it and ends nothing: writes
/// beyond the largest size of a file fail instead of raising SIGXFSZ, and some memory is kept back,
/// so that those who report that memory has run out have some. Programs call it once at their
/// start.
void outliveResourceLimits();

/// Keeps the memory back again after it was used. Any thread may call it.
void refillMemoryReserve();

} // namespace faultline

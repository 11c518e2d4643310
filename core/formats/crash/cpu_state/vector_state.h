// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/model/registers.h"
#include "core/model/wide_register.h"

#include <vector>

namespace faultline::crash {

using WideRegisters = std::vector<WideRegister>; // Ascending by number.

/// Reads the area that the instruction FXSAVE writes: 8 registers for numbers of 80 bits, of which
/// those in use count, and 8 or 16 vector registers of 128 bits. Empty when it is too short, and
/// for other families than x86's. Source: Intel's manual, volume 1, "FXSAVE Area".
WideRegisters readFxsave(Bytes area, CpuFamily family);

/// The same for what XSAVE writes: the vector registers have 256 bits where it tells their high
/// halves. Source: the same, "XSAVE Area".
WideRegisters readXsave(Bytes area, CpuFamily family);

/// Widens vector registers to 256 bits by their high halves. `extendedArea` is what follows the
/// FXSAVE area in an XSAVE area and begins with its header. The registers stay as they are when it
/// has no high halves.
void addHighHalves(Bytes extendedArea, CpuFamily family, WideRegisters& registers);

/// Reads registers of one size that lie next to each other: arm64's V0 to V31 of 16 bytes, or arm's
/// D0 to D31 of 8. Empty when there are fewer, and for other families.
WideRegisters readArmVectors(Bytes area, CpuFamily family);

} // namespace faultline::crash

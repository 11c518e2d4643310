// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace faultline::test {

/// The lowest `bytes` bytes of a number, little-endian, over those of a context.
void putNumber(std::vector<std::byte>& context,
               std::size_t offset,
               std::uint64_t value,
               std::size_t bytes);

/// The area of FXSAVE in a context: byte 0 of each vector register is 0x10 and its number.
void putFxsave(std::vector<std::byte>& context, std::size_t offset);

/// The context with CONTEXT_EX and the extended area after it: byte 0 of each high half is 0x40 and
/// its number. 48 bytes lie between.
std::vector<std::byte>
withHighHalves(std::vector<std::byte> context, std::uint64_t inUse = 4, std::uint64_t form = 0);

/// A context of amd64 with vector registers.
std::vector<std::byte> amd64WithVectors(std::uint32_t flags = 0x10001f);

/// The same of x86.
std::vector<std::byte> x86WithVectors();

} // namespace faultline::test

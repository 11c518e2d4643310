// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/minidump_builder.h"

namespace faultline::test {

/// Dumps with something in every stream that has a reader, one per system. Seeds for fuzzing and
/// starting points for tests.
MinidumpBuilder sampleLinuxDump(std::endian order = std::endian::little);
MinidumpBuilder sampleWindowsDump(std::endian order = std::endian::little);
MinidumpBuilder sampleMacDump(std::endian order = std::endian::little);

/// Stream 0x53790001 for one thread with the given frames (address, symbol).
Buffer clientStacksStream(std::uint32_t threadId,
                          const std::vector<std::pair<std::uint64_t, std::string>>& frames,
                          std::endian order = std::endian::little);

/// A MINIDUMP_MISC_INFO_5 that fills every field.
Buffer miscInfoStream(std::uint32_t processId,
                      std::uint32_t createTime,
                      std::endian order = std::endian::little);

} // namespace faultline::test

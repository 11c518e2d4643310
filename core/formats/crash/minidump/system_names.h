// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/minidump/system_info.h"

namespace faultline::minidump {

/// CPU of a PROCESSOR_ARCHITECTURE; Unknown for those without an Arch (sparc, risc-v).
Arch archOf(std::uint16_t processorArchitecture);

/// Makes Event::system from the SystemInfo stream: names, version and CPU text
/// (docs/spec/stackwalk.md §6).
SystemInfo describeSystem(const SystemInfoRecord& record);

/// rust-minidump's cpu_info text: "GenuineIntel family 6 model 63 stepping 2", "ARMv7 ARM Cortex-A9
/// features: …"; may be empty.
std::string cpuInfoText(const SystemInfoRecord& record);

} // namespace faultline::minidump

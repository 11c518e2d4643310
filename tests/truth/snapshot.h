// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/truth/tracee.h"

#include <filesystem>

namespace faultline::truth {

/// Writes a core file of the stopped program, with the memory that the kernel's default
/// coredump_filter keeps: what was written to, and the first page of each file. False when the
/// file cannot be written.
bool writeCore(const Tracee& tracee, const std::filesystem::path& file);

} // namespace faultline::truth

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/event.h"
#include "core/model/memory.h"
#include "core/model/native_event.h"

#include <string>
#include <vector>

namespace faultline::corefile {

/// What glibc wrote before it ended the process: a failed assertion, "double free detected in
/// tcache 2", … It keeps the text in pages of their own, which begin with their size, and a pointer
/// to them in its data (glibc, sysdeps/posix/libc_fatal.c and assert/assert.c, `__abort_msg`). The
/// form of these pages tells them from all others, so the search needs no symbols. The result is
/// valid UTF-8 without the line's end. It is empty when glibc wrote nothing, or when the file lacks
/// that memory. `memoryMap` is sorted.
std::string glibcAbortMessage(const std::vector<EventModule>& modules,
                              const std::vector<MemoryRegion>& memoryMap,
                              const MemoryImage& memory,
                              unsigned wordBytes);

} // namespace faultline::corefile

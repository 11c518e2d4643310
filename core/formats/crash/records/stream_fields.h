// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/model/decoded_fields.h"

#include <bit>
#include <cstdint>
#include <optional>

namespace faultline::records {

/// The fields of a minidump's stream, by its type. Absent when no layout of the type is known, and
/// for free texts. The bytes are not trusted. `pointerBytes` is that of the process.
/// Sources: minidumpapiset.h; Breakpad's minidump_format.h; Crashpad's minidump_extensions.h.
std::optional<DecodedFields>
decodeStream(std::uint32_t type, Bytes bytes, std::endian order, unsigned pointerBytes);

/// The same for a note of a Linux core file.
/// Sources: linux/elfcore.h, linux/binfmt_elf.c (NT_FILE), asm-generic/siginfo.h.
std::optional<DecodedFields>
decodeNote(std::uint32_t type, Bytes bytes, std::endian order, unsigned pointerBytes);

/// Is the stream, or the note, the environment of the process, which may hold secrets?
bool isEnvironmentStream(std::uint32_t type);

} // namespace faultline::records

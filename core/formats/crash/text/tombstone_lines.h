// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/text/trace_builder.h"

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace faultline::nativetext {

/// The lines of Android's tombstones. Source of the forms: debuggerd's tombstone_proto_to_text.cpp
/// and libunwindstack's Unwinder::FormatFrame().

/// "#01 pc 0000000000012344  /data/app/base.apk!lib.so (offset 0x1000) (f(int)+20) (BuildId: 01)".
std::optional<FrameText> parseTombstoneFrame(std::string_view line);

/// "pid: 7400, tid: 7448, name: Thread-5  >>> org.example.app <<<".
struct TombstoneThread
{
    std::uint64_t process = 0;
    std::uint64_t thread = 0;
    std::string_view name;
    std::string_view processName;
};

std::optional<TombstoneThread> parseTombstoneThread(std::string_view line);

/// "\"main\" sysTid=1234", without the process.
std::optional<TombstoneThread> parseListedThread(std::string_view line);

/// "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0".
struct TombstoneSignal
{
    std::uint32_t number = 0;
    std::string_view name;
    std::int32_t code = 0;
    std::string_view codeName; ///< Without the sender.
    std::optional<std::uint64_t> address;
};

std::optional<TombstoneSignal> parseTombstoneSignal(std::string_view line);

/// "x0  0000000000000000  x1  0000007b4c3d2a10": name and value in turn, nothing else.
std::vector<std::pair<std::string, std::uint64_t>> parseRegisters(std::string_view line);

/// A line of the memory map: "--->0000-0fff rw-  offset size  path (BuildId: 01) (load bias 0x1)".
std::optional<MemoryRegion> parseMapLine(std::string_view line);

} // namespace faultline::nativetext

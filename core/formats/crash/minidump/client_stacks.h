// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/minidump/stream_scope.h"

#include <map>

namespace faultline::minidump {

/// Stacks that the client walked itself, by thread id (stream 0x53790001, docs/spec/stackwalk.md
/// §3.16).
using ClientStacks = std::map<std::uint32_t, std::vector<EventThread::Prewalked>>;

/// Reads everything or nothing, as Symbolicator does. Errors: Unsupported (another version),
/// Malformed (contradictory sizes, a frame or symbol outside its table).
Result<ClientStacks> readClientStacks(const StreamScope& scope);

} // namespace faultline::minidump

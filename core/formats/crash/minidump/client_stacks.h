#pragma once

#include "core/formats/crash/minidump/stream_scope.h"

#include <map>

namespace faultline::minidump {

/// Stack traces that the client walked itself, by thread id (stream 0x53790001,
/// docs/spec/stackwalk.md §3.16).
using ClientStacks = std::map<std::uint32_t, std::vector<EventThread::Prewalked>>;

/// All or nothing, as Symbolicator reads it. Errors: Unsupported (another version), Malformed
/// (sizes that do not add up, a frame or symbol outside its table).
Result<ClientStacks> readClientStacks(const StreamScope& scope);

} // namespace faultline::minidump

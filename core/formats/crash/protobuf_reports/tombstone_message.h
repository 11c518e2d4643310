// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/text/trace_builder.h"

#include <string_view>

namespace faultline::protobuf {

/// A tombstone of Android as protobuf: tombstone_00.pb. Source: AOSP, system/core,
/// debuggerd/proto/tombstone.proto.

/// The architecture, then the build's fingerprint: "google/oriole/oriole:14/…:user/release-keys".
bool isTombstone(std::string_view head);

/// Returns where the message is damaged; null when it is whole.
const char* readTombstone(std::string_view bytes, nativetext::TraceBuilder& report);

} // namespace faultline::protobuf

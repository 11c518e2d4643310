// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/text/trace_builder.h"

#include <string_view>

namespace faultline::protobuf {

/// A tombstone of Android as protobuf: tombstone_00.pb. Source: AOSP, system/core,
/// debuggerd/proto/tombstone.proto.

/// The architecture, then the build's fingerprint: "google/oriole/oriole:14/…:user/release-keys".
bool isTombstone(std::string_view head);

/// Returns false when the message is damaged.
bool readTombstone(std::string_view bytes, nativetext::TraceBuilder& report);

} // namespace faultline::protobuf

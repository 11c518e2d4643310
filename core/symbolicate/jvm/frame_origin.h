// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/jvm_event.h"

#include <string_view>

namespace faultline::jvm {

/// Does the class belong to the Java or Kotlin library or to Android, judging by its package?
bool isPlatformClass(std::string_view className);

/// Does a frame of the input have names that an obfuscator made? Decided by its file: obfuscators
/// replace it ("SourceFile", "Unknown Source", "r8-map-id-…"), while a file that is called like its
/// class is an original one. Other frames count as obfuscated if the class has a very short name.
bool looksObfuscated(const JvmStackFrame& frame);

} // namespace faultline::jvm

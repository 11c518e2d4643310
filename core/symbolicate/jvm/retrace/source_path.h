// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/jvm_event.h"

#include <string>

namespace faultline::jvm {

/// Returns the URL of a frame's file in a source bundle: "~/com/example/Foo.jvm". The extension is
/// replaced, because the running program cannot distinguish .java from .kt. Source:
/// docs/spec/jvm.md §8.
std::string bundleUrl(const JvmStackFrame& frame);

} // namespace faultline::jvm

#pragma once

#include "core/model/jvm_event.h"

#include <string>

namespace faultline::jvm {

/// The URL under which a source bundle has the file of a frame: "~/com/example/Foo.jvm". The
/// extension is replaced because the running program cannot tell .java from .kt. Source:
/// docs/spec/jvm.md §8.
std::string bundleUrl(const JvmStackFrame& frame);

} // namespace faultline::jvm

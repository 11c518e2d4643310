// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/sourcebundle/source_bundle.h"
#include "core/model/jvm_event.h"

#include <memory>
#include <vector>

namespace faultline::jvm {

using Bundles = std::vector<std::shared_ptr<const sourcebundle::SourceBundle>>;

/// Adds the lines around each frame's line, from the first bundle that has the file and the line.
/// Replaces context that the event contains. Each file is unpacked once.
void addSourceContext(const Bundles& bundles, std::vector<JvmStack>& stacks);

} // namespace faultline::jvm

#pragma once

#include "core/formats/debug/sourcebundle/source_bundle.h"
#include "core/model/jvm_event.h"

#include <memory>
#include <vector>

namespace faultline::jvm {

using Bundles = std::vector<std::shared_ptr<const sourcebundle::SourceBundle>>;

/// Gives frames with a line the lines of source around it, from the first bundle that has the file
/// and the line. Context that the event brings is replaced. Files are unpacked once.
void addSourceContext(const Bundles& bundles, std::vector<JvmStack>& stacks);

} // namespace faultline::jvm

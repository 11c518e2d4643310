#pragma once

#include "core/formats/object/object.h"

#include <filesystem>
#include <vector>

namespace faultline::app {

/// The files beside a debug file that its debug info leans on: supplementary and split debug info,
/// at the recorded paths and beside it. Files that are absent or cannot be read are left out.
std::vector<ObjectPtr> findCompanionFiles(const std::filesystem::path& file, const Object& object);

} // namespace faultline::app

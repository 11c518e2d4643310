// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/proguard/mapping_cache.h"
#include "core/model/jvm_event.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::jvm {

using MappingPtr = std::shared_ptr<const proguard::MappingCache>;

/// The mappings of an event, in the order of its modules. If several know a class, the first one
/// counts.
using Mappings = std::vector<MappingPtr>;

/// Returns a class's name in the source; absent when no mapping knows the class. The view lives as
/// long as the mappings.
std::optional<std::string_view> originalClass(const Mappings& mappings,
                                              std::string_view obfuscated);

/// Returns "package.Type", or "Type" when there is no package.
std::string fullName(const JvmException& exception);

/// Returns the exception with its original name; absent when no mapping knows it.
std::optional<JvmException> originalException(const Mappings& mappings,
                                              const JvmException& exception);

} // namespace faultline::jvm

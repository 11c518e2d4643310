#pragma once

#include "core/formats/object/object.h"

#include <optional>
#include <string_view>

namespace faultline {

/// Value of a variable in the `ini` or `variables` part of a srcsrv stream; names ignore case.
/// Absent when it is not set.
std::optional<std::string_view> sourceServerVariable(std::string_view stream,
                                                     std::string_view name);

/// The version control system that the stream's VERCTRL variable names; absent without one.
std::optional<SourceServer> sourceServerOf(std::string_view stream);

} // namespace faultline

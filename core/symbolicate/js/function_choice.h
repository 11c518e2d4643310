// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace faultline::js {

/// Chooses the name of a frame's function (docs/spec/javascript.md §3.1): the name that was found,
/// unless it is meaningless; then the name that the caller used; then the name in the input.
std::string_view chooseFunction(std::optional<std::string_view> inInput,
                                std::string_view found,
                                std::optional<std::string_view> byCaller);

/// Folds repeated components: "foo.foo.foo" becomes "{foo#2}.foo". The last component stays
/// separate.
std::string foldFunction(std::string_view name);

} // namespace faultline::js

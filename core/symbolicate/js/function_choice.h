#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace faultline::js {

/// The compatible choice of a frame's function (docs/spec/javascript.md §3.1): the name that was
/// found unless it says nothing, else what the caller called it, else the name in the input.
std::string_view chooseFunction(std::optional<std::string_view> inInput,
                                std::string_view found,
                                std::optional<std::string_view> byCaller);

/// Folds repeated components: "foo.foo.foo" becomes "{foo#2}.foo"; the last one stands apart.
std::string foldFunction(std::string_view name);

} // namespace faultline::js

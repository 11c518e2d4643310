// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::signature {

/// The parts of a text between spaces that stand outside every bracket: (), {}, [], <> and `'. A
/// closing bracket without its opening one is a letter as any other. Linear.
std::vector<std::string_view> splitOutsideBrackets(std::string_view text);

/// One outermost pair of brackets.
struct Bracketed
{
    std::string_view before; ///< What stands before it.
    std::string_view inner;  ///< With both brackets; without the closing one if that is missing.
};

/// Puts `replacement` in place of each outermost pair of brackets, unless `keeps` wants it as it
/// is. An opening bracket that is never closed reaches to the end. Linear but for `keeps`.
std::string collapse(std::string_view text,
                     char open,
                     char close,
                     std::string_view replacement,
                     const std::function<bool(const Bracketed&)>& keeps);

/// Replaces each place of `from`.
std::string replaceAll(std::string_view text, std::string_view from, std::string_view to);

} // namespace faultline::signature

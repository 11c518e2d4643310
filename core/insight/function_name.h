// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace faultline::insight {

/// Is it a name such as "-[Canvas stroke:]"? Its brackets and spaces belong to it.
bool isObjectiveC(std::string_view function);

/// The name without return type, arguments and qualifiers: "scene::Node::bounds" for
/// "scene::Node::bounds() const". A view into `function`.
std::string_view qualifiedName(std::string_view function);

/// The name without what compilers add to a split function: "abort" for "abort.cold".
std::string_view withoutMark(std::string_view name);

/// Does the name begin with one of these words?
bool beginsWithOneOf(std::string_view name, std::span<const std::string_view> beginnings);

/// The last two parts of the qualified name, without template arguments: "Node::bounds".
std::string shortName(std::string_view function);

} // namespace faultline::insight

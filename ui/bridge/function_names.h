#pragma once

#include <QString>

namespace faultline::ui {

/// "scene::Node::bounds" of "scene::Node::bounds() const": without arguments, qualifiers and return type.
QString qualifiedName(const QString& function);
/// The last two parts of it without template arguments: "Node::bounds".
QString shortName(const QString& function);

} // namespace faultline::ui

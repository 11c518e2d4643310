// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QString>

namespace faultline::ui {

/// Registers a copy of the font's file without the tables by which letters are joined or replaced,
/// and returns the family of that copy. Views that make their fonts themselves from a family, as
/// the source editor does, thus show every letter. Empty when the font has no such table, so that
/// it can be used as it is, and when its tables cannot be read. A family is copied once per
/// process. GUI thread only.
QString unjoinedFamily(const QFont& font);

} // namespace faultline::ui

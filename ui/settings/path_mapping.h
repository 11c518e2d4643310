// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

#include <optional>

namespace faultline::ui {

/// Says where the source files of a build lie on this computer: paths below `recorded` are looked
/// for below `local`.
struct PathMapping
{
    QString recorded;
    QString local;

    bool operator==(const PathMapping&) const = default;
};

/// The mapping under which the recorded path leads to the chosen file. It covers as many other
/// files as possible: folders that both paths end with are left out. Absent when the files have
/// different names, or when the recorded path names no folder.
std::optional<PathMapping> mappingBetween(const QString& recorded, const QString& chosen);

/// Where the file lies under the mapping of the longest recorded folder that holds it. Folders of
/// Windows are compared without regard to case. Absent when no mapping fits.
std::optional<QString> mappedPath(const QList<PathMapping>& mappings, const QString& recorded);

} // namespace faultline::ui

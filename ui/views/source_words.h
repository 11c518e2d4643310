// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/settings/credentials.h"
#include "ui/settings/source_setting.h"

#include <QString>

namespace faultline::ui {

/// "Folder", "HTTP · symstore", "S3 · unified", …
QString sourceKindText(const SourceSetting& source);
/// The kind alone, for menus.
QString sourceKindName(SourceSetting::Kind kind);
/// "ELF, sources", or that it is asked for all files.
QString sourceFilesText(const SourceSetting& source);
/// Where the source is, in one line.
QString sourcePlaceText(const SourceSetting& source);
QString accessText(SourceSetting::Access access);
QString secretText(const QString& field);
QString placeText(Credentials::Place place);

/// What keeps a source from being asked.
struct SourceProblem
{
    enum class Field { None, Name, Location, Region, Endpoint };

    Field field = Field::None;
    QString text; ///< Empty when nothing is wrong.
};

/// Looks only at what the user entered. Whether a folder is there, and a server answers, a test
/// tells.
SourceProblem sourceProblem(const SourceSetting& source);

/// File types by what people call them.
struct FileGroup
{
    QString name;
    QStringList types;
};

QList<FileGroup> fileGroups();

} // namespace faultline::ui

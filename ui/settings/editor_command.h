// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace faultline::ui {

/// A known editor and the command that opens a file at a line.
struct EditorPreset
{
    QString name;
    QString command;
};

QList<EditorPreset> editorPresets();

/// A place in a source file; lines and columns are counted from 1, 0 is unknown.
struct EditorPlace
{
    QString file;
    quint32 line = 0;
    quint32 column = 0;
};

/// What is started: a program and its arguments, without a shell.
struct EditorCommand
{
    QString program;
    QStringList arguments;

    bool operator==(const EditorCommand&) const = default;
};

/// The command with `%f`, `%l` and `%c` replaced by file, line and column, and `%%` by a percent
/// sign. Blanks separate arguments; double quotes join them. A place is inserted after that, so
/// its blanks and quotes stay in one argument. Unknown lines and columns become 1. Absent when the
/// command names no program or has no `%f`.
std::optional<EditorCommand> editorCommand(const QString& command, const EditorPlace& place);

} // namespace faultline::ui

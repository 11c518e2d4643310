// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/editor_command.h"

#include <QProcess>

#include <algorithm>

namespace faultline::ui {

namespace {

QString filledIn(const QString& argument, const EditorPlace& place)
{
    QString text;
    for (qsizetype i = 0; i < argument.size(); ++i) {
        const QChar next = i + 1 < argument.size() ? argument.at(i + 1) : QChar();
        if (argument.at(i) != u'%' || !QStringLiteral("flc%").contains(next)) {
            text += argument.at(i);
            continue;
        }
        ++i;
        if (next == u'f')
            text += place.file;
        else if (next == u'l')
            text += QString::number(std::max(1u, place.line));
        else if (next == u'c')
            text += QString::number(std::max(1u, place.column));
        else
            text += u'%';
    }
    return text;
}

/// "%%f" is the text "%f".
bool namesFile(QString part)
{
    return part.remove(QStringLiteral("%%")).contains(QStringLiteral("%f"));
}

} // namespace

QList<EditorPreset> editorPresets()
{
    return {{QStringLiteral("Visual Studio Code"), QStringLiteral("code --goto %f:%l:%c")},
            {QStringLiteral("Qt Creator"), QStringLiteral("qtcreator -client %f:%l:%c")},
            {QStringLiteral("CLion"), QStringLiteral("clion --line %l --column %c %f")},
            {QStringLiteral("Emacs"),
             QStringLiteral("emacsclient --no-wait --alternate-editor=emacs +%l:%c %f")},
            {QStringLiteral("Vim"), QStringLiteral("x-terminal-emulator -e vim +%l %f")},
            {QStringLiteral("Kate"), QStringLiteral("kate --line %l --column %c %f")}};
}

std::optional<EditorCommand> editorCommand(const QString& command, const EditorPlace& place)
{
    QStringList parts = QProcess::splitCommand(command);
    if (parts.size() < 2 || parts.first().isEmpty() || namesFile(parts.first()) ||
        std::ranges::none_of(parts, namesFile))
        return std::nullopt;
    for (QString& part : parts)
        part = filledIn(part, place);
    const QString program = parts.takeFirst();
    return EditorCommand{program, parts};
}

} // namespace faultline::ui

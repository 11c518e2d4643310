// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/pasted_texts.h"

#include <QCoreApplication>
#include <QFile>

namespace faultline::ui {

std::optional<QString> PastedTexts::save(const QString& text)
{
    if (!m_folder)
        m_folder = std::make_unique<QTemporaryDir>();
    if (!m_folder->isValid())
        return std::nullopt;
    const auto name = QCoreApplication::translate("PastedTexts", "Pasted %1").arg(++m_count);
    QFile file(m_folder->filePath(name + QStringLiteral(".txt")));
    const QByteArray bytes = text.toUtf8();
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        return std::nullopt;
    return file.fileName();
}

bool PastedTexts::contains(const QString& path) const
{
    return m_folder && path.startsWith(m_folder->path() + u'/');
}

} // namespace faultline::ui

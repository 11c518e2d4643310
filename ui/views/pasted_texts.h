// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QTemporaryDir>

#include <memory>
#include <optional>

namespace faultline::ui {

/// Keeps texts from the clipboard as files, because sessions need files. The files live as long as
/// this object.
class PastedTexts
{
public:
    /// Writes the text to a new file and returns its path; absent when it cannot be written.
    std::optional<QString> save(const QString& text);
    /// Is this file one of them?
    bool contains(const QString& path) const;

private:
    std::unique_ptr<QTemporaryDir> m_folder; // Created when it is first needed.
    int m_count = 0;
};

} // namespace faultline::ui

#pragma once

#include <QString>
#include <QTemporaryDir>

#include <memory>
#include <optional>

namespace faultline::ui {

/// Texts from the clipboard as files, because sessions are about files. They live as long as this.
class PastedTexts
{
public:
    /// The path of a new file with the text; absent when it cannot be written.
    std::optional<QString> save(const QString& text);

private:
    std::unique_ptr<QTemporaryDir> m_folder; // Made when first needed.
    int m_count = 0;
};

} // namespace faultline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/source_document.h"
#include "ui/style/theme.h"

#include <QWidget>

class QLabel;

namespace faultline::ui {

class ElidedLabel;

/// The line above the source: path, origin, checksum and place in the stack. A warning below it
/// tells when the file is not the one of the build.
class SourceStrip final : public QWidget
{
    Q_OBJECT

public:
    explicit SourceStrip(const Theme& theme, QWidget* parent = nullptr);

    void show(const SourceDocument& document);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void applyTheme();
    void fitFacts();
    void showChecksum(SourceDocument::Checksum checksum);

    const Theme& m_theme;
    SourceDocument::Checksum m_checksum = SourceDocument::Checksum::Unknown;
    QLabel* m_icon;
    ElidedLabel* m_path;
    QLabel* m_origin;
    QLabel* m_checksumText;
    QLabel* m_caption;
};

} // namespace faultline::ui

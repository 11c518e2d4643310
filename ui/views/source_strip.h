// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/source_document.h"
#include "ui/style/theme.h"

#include <QWidget>

class QLabel;

namespace faultline::ui {

class ElidedLabel;
class FlatButton;

/// The line above the source: path, origin, checksum and place in the stack. A warning below it
/// tells when the file is not the one of the build.
class SourceStrip final : public QWidget
{
    Q_OBJECT

public:
    explicit SourceStrip(const Theme& theme, QWidget* parent = nullptr);

    void show(const SourceDocument& document);

Q_SIGNALS:
    /// A button requests an action of the window by its id.
    void commandRequested(const QString& actionId);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void applyTheme();
    void fitFacts();
    FlatButton* addButton(const QString& text, const char* actionId);
    void showChecksum(SourceDocument::Checksum checksum);

    const Theme& m_theme;
    SourceDocument::Checksum m_checksum = SourceDocument::Checksum::Unknown;
    QLabel* m_icon;
    ElidedLabel* m_path;
    QLabel* m_origin;
    QLabel* m_checksumText;
    QLabel* m_caption;
    FlatButton* m_editor;
    FlatButton* m_link;
};

} // namespace faultline::ui

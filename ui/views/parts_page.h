// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/part_model.h"
#include "ui/style/theme.h"

#include <QLabel>
#include <QPushButton>

namespace faultline::ui {

class RowView;

/// Shown instead of a report for a file or folder with several crash files. The user chooses which
/// of them to open.
class PartsPage final : public QWidget
{
    Q_OBJECT

public:
    explicit PartsPage(const Theme& theme, QWidget* parent = nullptr);

    /// Selection and scrolling stay while the same parts become better known.
    void show(const QString& container, QList<PartRow> parts);

Q_SIGNALS:
    void openRequested(const QStringList& paths);

private:
    QWidget* buildColumn();
    void openSelected();
    void openAll();
    void applyTheme();

    const Theme& m_theme;
    PartModel m_model;
    QLabel* m_sentence;
    RowView* m_rows;
    QPushButton* m_open;
    QPushButton* m_openAll;
    QWidget* m_column;
};

} // namespace faultline::ui

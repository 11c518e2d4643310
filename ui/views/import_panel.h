// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/library_session.h"
#include "ui/style/theme.h"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QWidget>

namespace faultline::ui {

class ElidedLabel;
class RowView;

/// An import into the library: how far it is, what came of it, and which files failed. Hidden while
/// there is none.
class ImportPanel final : public QWidget
{
    Q_OBJECT

public:
    ImportPanel(const Theme& theme, LibrarySession& library, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void build();
    void refresh();
    void showButtons(const ImportProgress& import);
    void applyTheme();

    const Theme& m_theme;
    LibrarySession& m_library;
    ElidedLabel* m_sentence;
    ElidedLabel* m_counts;
    QProgressBar* m_bar;
    QPushButton* m_pause;
    QPushButton* m_cancel;
    QPushButton* m_dismiss;
    RowView* m_failures;
};

} // namespace faultline::ui

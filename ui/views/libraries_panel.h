// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/libraries_model.h"
#include "ui/views/ui_context.h"

#include <QWidget>

class QLabel;

namespace faultline::ui {

class FlatButton;
class RowView;

/// The libraries of crash reports that the window knows, with what was known of each when it was
/// last open. It opens none itself.
class LibrariesPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit LibrariesPanel(const UiContext& context, QWidget* parent = nullptr);

Q_SIGNALS:
    /// The user wants to see this library, which need not exist yet.
    void libraryRequested(const QString& file);

private:
    void refresh();
    void askForFile();
    void applyTheme();

    UiContext m_context;
    LibrariesModel m_model;
    RowView* m_rows;
    QLabel* m_none;
    FlatButton* m_other;
};

} // namespace faultline::ui

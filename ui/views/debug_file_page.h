// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/debug_file_session.h"
#include "ui/style/theme.h"

#include <QTimer>
#include <QWidget>

class QBoxLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;

namespace faultline::ui {

class Chip;
class FlatButton;
class FooterBar;
class PageHead;
class PanelHeader;
class RowView;
class StatefulView;

/// The page of a debug file: what it is and holds at the left, its functions and files in the
/// middle, at the right the lines of one function and what lies at an address.
class DebugFilePage final : public QWidget
{
    Q_OBJECT

public:
    /// The arguments must outlive the page.
    DebugFilePage(const Theme& theme, DebugFileSession& file, QWidget* parent = nullptr);

    /// Asks which file is shown.
    void askForFile();
    QString tabName() const;

Q_SIGNALS:
    void changed();
    /// The user wants to see an open report.
    void reportRequested(const QString& path);
    void copyRequested(const QString& text);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void buildHead();
    QWidget* buildContent();
    QWidget* buildLeft();
    QWidget* buildMiddle();
    QWidget* buildLines();
    QWidget* buildLookUp();
    RowView* makeRows(QAbstractItemModel& model, const char* name, const QString& title);
    QWidget* panel(PanelHeader* header, QWidget* content);
    void connectFile();
    void connectFields();
    void refresh();
    void showChips();
    void showLists();
    void showFooter(bool showsFiles);
    void showFunctions();
    void showLines();
    void showPlace();
    void fitLeft();
    void search();
    void arrange();
    void applyTheme();

    const Theme& m_theme;
    DebugFileSession& m_file;
    PageHead* m_head;
    Chip* m_uses;
    Chip* m_otherBuilds;
    Chip* m_format;
    QPushButton* m_open;
    FlatButton* m_copy;
    PanelHeader* m_sectionsTitle;
    PanelHeader* m_wantedTitle;
    PanelHeader* m_listTitle;
    PanelHeader* m_linesTitle;
    RowView* m_identity;
    RowView* m_contents;
    RowView* m_sections;
    RowView* m_wanted;
    RowView* m_functions;
    RowView* m_files;
    RowView* m_lines;
    RowView* m_place;
    QLineEdit* m_search;
    QLineEdit* m_address;
    QLabel* m_placeLabel;
    QStackedWidget* m_lists;
    StatefulView* m_listView = nullptr;
    StatefulView* m_linesView = nullptr;
    FooterBar* m_footer;
    QWidget* m_sectionsPanel = nullptr;
    QWidget* m_wantedPanel = nullptr;
    QWidget* m_right = nullptr;
    QWidget* m_left = nullptr;
    QBoxLayout* m_work = nullptr;
    StatefulView* m_view;
    QTimer m_typed; ///< The search begins when the user stops typing.
};

} // namespace faultline::ui

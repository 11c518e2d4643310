// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/keymap_model.h"
#include "ui/views/keymap.h"
#include "ui/views/ui_context.h"

#include <QWidget>

class QButtonGroup;
class QLineEdit;
class QMenuBar;

namespace faultline::ui {

class FooterBar;
class KeymapPanel;
class PageHead;
class RowView;
class StatefulView;
struct KeymapFile;
struct KeymapFileError;

/// All actions with their keys: search, presets, changes, and export and import as a file.
class KeymapPage final : public QWidget
{
    Q_OBJECT

public:
    /// All must outlive it. `menus` say where the actions stand.
    KeymapPage(const UiContext& context,
               ActionRegistry& actions,
               Keymap& keymap,
               const QMenuBar& menus,
               QWidget* parent = nullptr);

    /// Writes the keymap; returns why it could not, in a sentence, or an empty text.
    QString exportTo(const QString& path) const;
    /// Shows what the file would change, and takes it if the user wants that.
    void importFrom(const QString& path);

Q_SIGNALS:
    void messageGiven(const QString& message);

private:
    QWidget* buildBar();
    QWidget* buildList();
    void buildFilters(QLayout& layout);
    void buildPresets(QLayout& layout);
    void orderTabs(QWidget* importing, QWidget* exporting);
    void applyTheme();
    void refresh();
    void filter();
    void showSelected();
    void showHead();
    QString textOf(const QString& id) const;
    QList<KeymapRow> rows() const;
    QStringList changesOf(const KeymapFile& file) const;
    QString refusedIn(const KeymapFile& file) const;
    static QString problemText(const KeymapFileError& error);
    void askForExport();
    void askForImport();

    UiContext m_context;
    ActionRegistry& m_actions;
    Keymap& m_keymap;
    const QMenuBar& m_menus;
    KeymapModel m_model;
    PageHead* m_head;
    QLineEdit* m_search;
    QButtonGroup* m_filters;
    QButtonGroup* m_presets;
    QWidget* m_bar = nullptr;
    RowView* m_rows;
    StatefulView* m_view;
    FooterBar* m_footer;
    KeymapPanel* m_panel;
};

} // namespace faultline::ui

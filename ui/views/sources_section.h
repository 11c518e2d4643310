// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/source_model.h"
#include "ui/views/settings_section.h"
#include "ui/views/ui_context.h"

#include <QHash>

class QMenu;
class QPushButton;

namespace faultline::ui {

class PageHead;
class RowView;
class SourcePanel;
class StatefulView;

/// All sources of debug files in the order in which they are asked, and the editor of the selected
/// one.
class SourcesSection final : public SettingsSection
{
    Q_OBJECT

public:
    explicit SourcesSection(const UiContext& context, QWidget* parent = nullptr);

    QString fact() const override;
    int filter(const QString& text) override;
    QString foot() const override;

    /// Opens the menu of the kinds that a new source can be of.
    void askForKind();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* buildList();
    void fillMenu();
    void connectRows();
    void addKey(const QKeySequence& keys, std::function<void()> act);
    void refresh();
    void showHead();
    void showPanel();
    void add(SourceSetting source);
    void replace(const SourceSetting& source);
    void toggle(int row);
    void duplicate();
    void remove();
    void move(int direction);
    void test(int row);
    void testAll();
    void openPanel(bool isOpen);
    void arrange();
    /// All sources, those of the configuration file first, as the engine asks them.
    QList<SourceSetting> all() const;
    int fixedCount() const;
    /// Index into the settings' sources; -1 when no changeable source is selected.
    int selected() const;
    void select(int source);

    UiContext m_context;
    SourceModel m_model;
    QHash<QString, SourceTest> m_tests; ///< By testKey().
    PageHead* m_head;
    QPushButton* m_add;
    QPushButton* m_testAll;
    QMenu* m_kinds;
    RowView* m_rows;
    StatefulView* m_view;
    QWidget* m_list = nullptr;
    QWidget* m_edge = nullptr;
    SourcePanel* m_panel;
    bool m_isNarrow = false;    ///< The editor covers the list.
    bool m_isPanelOpen = false; ///< The user opened it, in a narrow window.
};

} // namespace faultline::ui

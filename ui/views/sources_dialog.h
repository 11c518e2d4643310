// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/source_model.h"
#include "ui/views/ui_context.h"

#include <QDialog>
#include <QHash>

#include <functional>

class QLineEdit;
class QListWidget;
class QPushButton;
class QVBoxLayout;

namespace faultline::ui {

class RowView;
class StatefulView;

/// The page of all sources of debug files: shows, orders, edits, removes and tests them, and lists
/// the hosts that may be asked for source text. Every change counts at once.
class SourcesDialog final : public QDialog
{
    Q_OBJECT

public:
    explicit SourcesDialog(const UiContext& context, QWidget* parent = nullptr);

private:
    QWidget* buildSources();
    QWidget* buildHosts();
    QPushButton* addButton(QVBoxLayout& column,
                           const char* name,
                           const QString& text,
                           std::function<void()> act);
    void addKey(const QKeySequence& keys, std::function<void()> act);
    void refresh();
    void refreshHosts();
    void refreshButtons();
    void add();
    void edit();
    void remove();
    void move(int direction);
    void test(int row);
    void testAll();
    void allowHost();
    void forgetHost();
    /// All sources, those of the configuration file first, as the engine asks them.
    QList<SourceSetting> all() const;
    int fixedCount() const;
    /// Index into the settings' sources; -1 when no changeable source is selected.
    int selected() const;
    void select(int source);

    UiContext m_context;
    SourceModel m_model;
    QHash<QString, SourceTest> m_tests; ///< By testKey().
    RowView* m_rows;
    StatefulView* m_view;
    QPushButton* m_edit = nullptr;
    QPushButton* m_remove = nullptr;
    QPushButton* m_up = nullptr;
    QPushButton* m_down = nullptr;
    QPushButton* m_test = nullptr;
    QPushButton* m_testAll = nullptr;
    QListWidget* m_hosts;
    QLineEdit* m_host;
    QPushButton* m_allow;
    QPushButton* m_forget;
};

} // namespace faultline::ui

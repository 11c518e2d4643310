// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/settings_section.h"
#include "ui/views/ui_context.h"

#include <QList>
#include <QWidget>

class QLabel;
class QLineEdit;
class QListWidget;
class QStackedWidget;

namespace faultline::ui {

class ElidedLabel;
class SourcesSection;
class StatefulView;

/// All settings of the window, in sections, with one search over them.
class SettingsPage final : public QWidget
{
    Q_OBJECT

public:
    /// Everything in the context must outlive the page.
    explicit SettingsPage(const UiContext& context, QWidget* parent = nullptr);

    /// Brings the section to the front. An unknown one changes nothing.
    void showSection(const QString& id);
    /// Asks which kind of source to add.
    void addSource();

    /// The present section, "sources" for instance.
    QString section() const;

Q_SIGNALS:
    void commandRequested(const QString& actionId);
    void messageGiven(const QString& message);

protected:
    void showEvent(QShowEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildSections();
    void addSection(SettingsSection* section);
    QWidget* buildList();
    QWidget* buildContent();
    void search();
    void showCurrent();
    void showFacts();
    SettingsSection* current() const;
    void applyTheme();

    UiContext m_context;
    QLineEdit* m_search;
    QListWidget* m_list;
    QStackedWidget* m_sections;
    StatefulView* m_view;
    QWidget* m_left = nullptr;
    ElidedLabel* m_file;
    ElidedLabel* m_foot;
    SourcesSection* m_sources = nullptr;
};

} // namespace faultline::ui

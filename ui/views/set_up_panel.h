// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/ui_context.h"

#include <QLabel>

class QCheckBox;
class QHBoxLayout;
class QPushButton;
class QVBoxLayout;

namespace faultline::ui {

class ElidedLabel;
class PanelHeader;

/// What a newcomer sets up so that frames get names: a folder of builds, a server of symbols, the
/// distribution's debuginfod, Microsoft's server. Shows what is set up now.
class SetUpPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit SetUpPanel(const UiContext& context, QWidget* parent = nullptr);

Q_SIGNALS:
    void commandRequested(const QString& actionId);

private:
    /// A line of the panel. Either the button or the switch is there.
    struct Step
    {
        QString icon; ///< Shown while the step is not done.
        QWidget* row = nullptr;
        QLabel* mark = nullptr;
        QLabel* title = nullptr;
        ElidedLabel* detail = nullptr;
        QHBoxLayout* layout = nullptr;
        QPushButton* button = nullptr;
        QCheckBox* toggle = nullptr;
        QString preset{}; ///< The public server that the switch turns on.
    };

    Step addStep(const QString& icon, const QString& title);
    void addButton(Step& step, const char* name);
    void addSwitch(Step& step, const char* name, const QString& preset);
    void askForFolder();
    void turn(const QString& preset, bool on);
    void refresh();
    void showEntered(Step& step, const QList<SourceSetting>& found, const QString& otherwise);
    void showSwitch(Step& step, const QString& detail);
    void mark(Step& step, bool isDone);
    void applyTheme();

    UiContext m_context;
    PanelHeader* m_header;
    QVBoxLayout* m_steps;
    Step m_folder;
    Step m_server;
    Step m_debuginfod;
    Step m_microsoft;
    QLabel* m_note;
    int m_done = 0;
};

} // namespace faultline::ui

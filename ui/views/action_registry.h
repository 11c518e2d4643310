// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QHash>
#include <QObject>

namespace faultline::ui {

/// The state of the window, which decides which actions are possible.
struct ActionContext
{
    bool hasReport = false;
    bool hasFrame = false;
    bool hasModule = false;     ///< The current frame lies in a module.
    bool hasSourceFile = false; ///< The source text that is shown is a file of this computer.
    bool hasSourceLink = false; ///< A page of a forge shows the line.
    bool isRunning = false;     ///< Jobs or transfers are running.
    bool hasTab = false;        ///< Another tab than the start page is in front.
    bool canGoBack = false;     ///< In the history of places of the report in front.
    bool canGoForward = false;  ///< The same.
    bool hasLibrary = false;
    bool hasLibraryRow = false;  ///< One row of the library is selected.
    bool hasWritableRow = false; ///< Rows of the library are selected, and can be changed.
    bool canCompare = false;     ///< A report is open, or two of the library are selected.
    bool hasComparison = false;  ///< Two reports side by side are in front.
    bool hasTable = false;       ///< A table has the keyboard.
    bool canFind = false;        ///< A table or a text has the keyboard.
    bool canUndo = false;        ///< A change of the library that is in front.
    bool canRedo = false;        ///< The same.
};

/// Every action of the window by its id, which is also its object name. The tool tip of a disabled
/// action says why it is disabled.
class ActionRegistry final : public QObject
{
    Q_OBJECT

public:
    explicit ActionRegistry(QObject* parent = nullptr);

    /// Returns null when there is no such action.
    QAction* find(const QString& id) const;

    const QList<QAction*>& all() const { return m_actions; }

    template <class Slot>
    void on(const char* id, QObject* receiver, Slot slot)
    {
        connect(find(QLatin1String(id)), &QAction::triggered, receiver, slot);
    }

    /// The action's text in English, without marks of keys.
    static QString englishText(const QString& id);

    /// The keys of the preset that is called Faultline.
    static QList<QKeySequence> defaultKeys(const QString& id);
    /// Where its keys work, in a word or two.
    static QString whereText(const QString& id);

    /// Gives the action other keys.
    void setKeys(const QString& id, const QList<QKeySequence>& keys);

    void trigger(const QString& id);
    void update(const ActionContext& context);

private:
    QList<QAction*> m_actions; // In the order of the table.
    QHash<QString, QAction*> m_byId;
};

} // namespace faultline::ui

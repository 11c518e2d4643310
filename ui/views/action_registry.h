#pragma once

#include <QAction>
#include <QHash>
#include <QObject>

namespace faultline::ui {

/// What the window has at the moment; decides which actions make sense.
struct ActionContext
{
    bool hasReport = false;
    bool hasFrame = false;
    bool hasModule = false; ///< The current frame lies in a module.
    bool isRunning = false; ///< Jobs or transfers are under way.
};

/// Every action of the window, by the id that is also its object name. A disabled action says in
/// its tool tip why.
class ActionRegistry final : public QObject
{
    Q_OBJECT

public:
    explicit ActionRegistry(QObject* parent = nullptr);

    /// Null when there is no such action.
    QAction* find(const QString& id) const;

    const QList<QAction*>& all() const { return m_actions; }

    template <class Slot>
    void on(const char* id, QObject* receiver, Slot slot)
    {
        connect(find(QLatin1String(id)), &QAction::triggered, receiver, slot);
    }

    void trigger(const QString& id);
    void update(const ActionContext& context);

private:
    QList<QAction*> m_actions; // In table order.
    QHash<QString, QAction*> m_byId;
};

} // namespace faultline::ui

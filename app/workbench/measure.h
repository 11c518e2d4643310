#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <vector>

class QAbstractItemModel;

namespace faultline {

/// What `./dev bench ui` prints: times from process start to what a user sees in the stack view,
/// and how long the GUI thread was ever away from its event loop. Looks at the window from outside,
/// like a user; ends the application when the stack has settled.
class WindowMeasurement : public QObject
{
    Q_OBJECT

public:
    /// `sinceStart` began when the process did.
    explicit WindowMeasurement(QElapsedTimer sinceStart, QObject* parent = nullptr);

private:
    void tick();
    void lookAtStack(qint64 now);
    void report() const;
    static const QAbstractItemModel* stackModel();

    QElapsedTimer m_sinceStart;
    QTimer m_timer;
    qint64 m_lastTick = -1;
    qint64 m_windowAt = -1;
    qint64 m_rawStackAt = -1;
    qint64 m_symbolicatedAt = -1;
    qint64 m_lastChangeAt = -1;
    int m_rows = 0;
    std::vector<qint64>
        m_gaps; ///< Milliseconds between two turns of the event loop, after the window stood.
};

} // namespace faultline

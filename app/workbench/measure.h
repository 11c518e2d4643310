// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <vector>

class QAbstractItemModel;

namespace faultline {

/// Measures what `./dev bench ui` prints: the times from process start until the user sees the
/// stack, and the longest time in which the GUI thread did not return to its event loop. Observes
/// the window only from outside. Ends the application when the stack has settled.
class WindowMeasurement : public QObject
{
    Q_OBJECT

public:
    /// `sinceStart` must have been started with the process.
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
    std::vector<qint64> m_gaps; ///< Milliseconds between two turns of the event loop, recorded
                                ///< after the window appeared.
};

} // namespace faultline

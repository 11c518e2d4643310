// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace faultline {

/// Ends the event loop at SIGTERM, SIGINT and SIGHUP, so that the program removes its
/// temporary files, such as pasted crashes. exec() then returns 128 plus the signal's number, as
/// shells report it. A second signal ends the process at once. Signals that the parent ignores stay
/// ignored. Make one, on the thread of the event loop.
class QuitSignals : public QObject
{
    Q_OBJECT

public:
    QuitSignals();
    ~QuitSignals() override;
    Q_DISABLE_COPY_MOVE(QuitSignals)

private:
    void quit();

    int m_readEnd = -1;
};

} // namespace faultline

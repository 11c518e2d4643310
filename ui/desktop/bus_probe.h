// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace faultline::ui {

/// Tells whether somebody listens on the socket of this D-Bus address but does not answer a
/// greeting within `waitMs` milliseconds. Qt and libdbus would wait for such a bus without a limit.
/// False for addresses that are no Unix sockets, and where nobody listens.
bool isSilentBus(const QByteArray& address, int waitMs);

/// Lets this process do without the session bus if that is silent. Call it before anything of Qt
/// looks for the bus, while there is one thread.
void leaveSilentBus();

} // namespace faultline::ui

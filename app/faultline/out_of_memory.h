// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace faultline::app {

/// After this call, the process ends with a message and exit status 1 when memory runs out and
/// nobody handles that, on any thread. Otherwise a signal would end it.
void endWhenOutOfMemory();

} // namespace faultline::app

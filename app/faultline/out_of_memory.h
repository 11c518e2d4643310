#pragma once

namespace faultline::app {

/// From now on the process ends with a message and exit status 1 where memory runs out on any
/// thread and nobody handles it. Before, it ended by a signal.
void endWhenOutOfMemory();

} // namespace faultline::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"

#include <memory>
#include <span>

namespace faultline::waits {

/// Who waits for whom in a minidump or core file, from the threads' registers, the names of their
/// innermost frames, and the words of the locks in memory. Null for events of other kinds. Its
/// state is NoMemory when the file has no memory. `stacks` are in the order of Event::threads; an
/// entry may be null. Linear in threads and in the memory of their stacks.
std::shared_ptr<const WaitGraph>
findWaits(const Event& event, std::span<const std::shared_ptr<const ThreadStack>> stacks);

/// `report` with the answer of findWaits() for its event and stacks, of findJvmWaits() or of
/// findGoWaits(), or itself when there is none.
ReportPtr withWaits(ReportPtr report);

} // namespace faultline::waits

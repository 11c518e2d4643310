// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace faultline::insight {

/// Does this function of Linux or of a BSD only notice, print, allocate or wait? A report of the
/// kernel begins with such functions: what printed the stack, the check that failed, the trap that
/// a warning takes, the timer that saw a processor stand still, the allocator whose memory leaked,
/// and the scheduler that a blocked task called. The name has no suffix of a compiler, such as
/// ".part.0".
bool isKernelReporting(std::string_view function);

} // namespace faultline::insight

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report_document.h"

#include <vector>

namespace faultline::report {

/// The stacks of a document (report_document.h).

/// The stack of the leading thread, with the source of its key frame.
DocumentStack leadingStack(const Report& report, LongStacks longStacks);

/// The stacks that explain the leading one: who freed the memory, what caused the error.
std::vector<DocumentStack> relatedStacks(const Report& report, LongStacks longStacks);

/// The stacks of all other threads. Threads with the same stack are one entry.
std::vector<DocumentStack> otherStacks(const Report& report, LongStacks longStacks);

/// "12 threads, 7 different stacks"; empty without other threads.
std::string otherFacts(const Report& report, std::size_t differentStacks);

/// "100 % of frames": how many frames of the leading stack have a name; empty without frames.
std::string symbolQuality(const Report& report);

} // namespace faultline::report

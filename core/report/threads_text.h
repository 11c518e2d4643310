// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/text_pattern.h"
#include "core/insight/thread_groups.h"
#include "core/model/report.h"

#include <memory>
#include <optional>
#include <string>

namespace faultline::report {

/// What a view of the threads shows.
struct ThreadsOptions
{
    std::optional<insight::ThreadGrouping> group = std::nullopt; ///< Absent: every thread alone.
    bool waits = false; ///< Also who waits for whom, and what is striking about it.
    /// Only threads with a frame that contains this; null: all.
    std::shared_ptr<const insight::TextPattern> find = nullptr;
};

/// The threads of a report as English text: one line each, or a block for each group. Control
/// characters of the crash file are escaped.
std::string renderThreadsText(const Report& report, const ThreadsOptions& options);

/// The same as one JSON object.
std::string renderThreadsJson(const Report& report, const ThreadsOptions& options);

} // namespace faultline::report

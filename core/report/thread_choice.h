// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/frame_search.h"
#include "core/report/threads_text.h"

#include <set>
#include <string>
#include <vector>

namespace faultline::report {

/// Which threads a view shows: those with a frame that ThreadsOptions::find names, or all.
class ThreadChoice
{
public:
    ThreadChoice(const Report& report, const ThreadsOptions& options);

    bool has(std::uint32_t thread) const { return m_hasAll || m_threads.contains(thread); }

    /// The shown threads of a group, in their order.
    std::vector<std::uint32_t> of(const insight::ThreadGroup& group) const;

    /// The frames that were found, in the order of threads and rows; none when all are shown.
    const std::vector<insight::FoundFrame>& found() const { return m_found; }

    /// How many threads have such frames.
    std::size_t threadCount() const { return m_threads.size(); }

private:
    bool m_hasAll;
    std::vector<insight::FoundFrame> m_found;
    std::set<std::uint32_t> m_threads;
};

/// The name of a frame's function, else its place in its module, else its address.
std::string functionOrPlace(const Report& report, const Frame& frame);

} // namespace faultline::report

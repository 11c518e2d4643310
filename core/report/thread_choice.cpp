// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/thread_choice.h"

#include "core/insight/frame_names.h"

#include <algorithm>
#include <iterator>

namespace faultline::report {

ThreadChoice::ThreadChoice(const Report& report, const ThreadsOptions& options)
    : m_hasAll(options.find == nullptr)
{
    if (m_hasAll)
        return;
    if (auto found = insight::findFrames(report, *options.find))
        m_found = *std::move(found);
    for (const auto& frame : m_found)
        m_threads.insert(frame.thread);
}

std::vector<std::uint32_t> ThreadChoice::of(const insight::ThreadGroup& group) const
{
    std::vector<std::uint32_t> threads;
    std::ranges::copy_if(group.threads, std::back_inserter(threads),
                         [this](std::uint32_t thread) { return has(thread); });
    return threads;
}

std::string functionOrPlace(const Report& report, const Frame& frame)
{
    auto name = insight::knownFunction(report, frame);
    if (name.empty())
        name = insight::frameModuleOffset(report, frame);
    return name.empty() ? insight::frameFunction(report, frame) : name;
}

} // namespace faultline::report

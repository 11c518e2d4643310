// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/codec/report_check.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace faultline::codec {

namespace {

template <class... What>
Result<void> checkIndex(std::optional<std::uint32_t> index, std::size_t count, const What&... what)
{
    if (index && *index >= count)
        return fail(ErrorKind::Malformed, "report: ", what..., " names number ", *index, " of ",
                    count);
    return {};
}

Result<void> checkFrames(const std::vector<Frame>& frames, std::size_t modules, std::size_t thread)
{
    for (std::size_t i = 0; i < frames.size(); ++i)
        FL_CHECK(
            checkIndex(frames[i].module, modules, "the module of row ", i, " of thread ", thread));
    return {};
}

Result<void> checkEvent(const Event& event)
{
    FL_CHECK(checkIndex(event.requestingThread, event.threads.size(), "the requesting thread"));
    for (const auto& annotation : event.annotations)
        FL_CHECK(checkIndex(annotation.module, event.modules.size(), "the module of annotation ",
                            annotation.key));
    for (std::size_t i = 0; i < event.threads.size(); ++i) {
        if (const auto& given = event.threads[i].givenFrames)
            FL_CHECK(checkFrames(*given, event.modules.size(), i));
    }
    return {};
}

} // namespace

Result<void> checkReferences(const Report& report)
{
    const auto& event = *report.event;
    FL_CHECK(checkEvent(event));
    if (report.stacks.size() > event.threads.size())
        return fail(ErrorKind::Malformed, "report: ", report.stacks.size(), " stacks of ",
                    event.threads.size(), " threads");
    if (report.modules.size() > event.modules.size())
        return fail(ErrorKind::Malformed, "report: states of ", report.modules.size(),
                    " modules out of ", event.modules.size());
    if (std::ranges::find(report.modules, nullptr) != report.modules.end())
        return fail(ErrorKind::Malformed, "report: a module has no state");
    for (std::size_t i = 0; i < report.stacks.size(); ++i) {
        if (const auto& stack = report.stacks[i]) {
            FL_CHECK(checkIndex(stack->thread, event.threads.size(), "the thread of stack ", i));
            FL_CHECK(checkFrames(stack->frames, report.modules.size(), i));
        }
    }
    return {};
}

} // namespace faultline::codec

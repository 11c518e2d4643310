// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/codec/report_check.h"

#include "core/json/json_reader.h"

#include <algorithm>
#include <optional>
#include <span>
#include <unordered_set>
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

class FrameCheck
{
public:
    Result<void> check(std::span<const Frame> frames, std::size_t modules, std::size_t thread)
    {
        for (std::size_t i = 0; i < frames.size(); ++i) {
            FL_CHECK(checkIndex(frames[i].module, modules, "the module of row ", i, " of thread ",
                                thread));
            FL_CHECK(checkVariables(frames[i].carried.get(), i, thread));
        }
        return {};
    }

private:
    /// Renderers copy the variables into their JSON. Rows share them, so each are parsed once.
    Result<void> checkVariables(const CarriedFields* carried, std::size_t row, std::size_t thread)
    {
        if (carried == nullptr || carried->variablesJson.empty() ||
            !m_checked.insert(carried).second)
            return {};
        const auto parsed = json::parseJson(carried->variablesJson);
        if (!parsed)
            return fail(ErrorKind::Malformed, "report: the variables of row ", row, " of thread ",
                        thread, ": ", parsed.error().detail);
        if (parsed->isEmpty() || parsed->root().kind() != json::JsonKind::Object)
            return fail(ErrorKind::Malformed, "report: the variables of row ", row, " of thread ",
                        thread, " are no JSON object");
        return {};
    }

    std::unordered_set<const CarriedFields*> m_checked;
};

Result<void> checkTree(const CallTree& tree, std::size_t threads)
{
    FL_CHECK(checkIndex(tree.thread, threads, "the thread of a call tree"));
    for (std::size_t i = 0; i < tree.calls.size(); ++i)
        FL_CHECK(checkIndex(tree.calls[i].caller, i, "the caller of call ", i));
    return {};
}

Result<void> checkVariables(const Report& report)
{
    if (!report.variables)
        return {};
    for (const auto& frame : report.variables->frames) {
        FL_CHECK(checkIndex(frame.thread, report.stacks.size(), "the thread of variables"));
        const auto& stack = report.stacks[frame.thread];
        FL_CHECK(checkIndex(frame.row, stack ? stack->frames.size() : 0, "the row of variables"));
        for (std::size_t i = 0; i < frame.variables.size(); ++i)
            FL_CHECK(checkIndex(frame.variables[i].parent, i, "the parent of variable ", i));
    }
    return {};
}

Result<void> checkAll(const std::vector<std::uint32_t>& indexes, std::size_t count)
{
    for (const auto index : indexes)
        FL_CHECK(checkIndex(index, count, "a finding about waits"));
    return {};
}

Result<void> checkWaits(const WaitGraph* graph, std::size_t threads)
{
    if (graph == nullptr)
        return {};
    for (const auto& wait : graph->threads) {
        FL_CHECK(checkIndex(wait.thread, threads, "the thread of a wait"));
        FL_CHECK(checkIndex(wait.object, graph->objects.size(), "the object of a wait"));
    }
    for (const auto& object : graph->objects) {
        FL_CHECK(checkIndex(object.owner, threads, "the owner of an object"));
        FL_CHECK(checkIndex(object.guessedOwner, threads, "the guessed owner of an object"));
    }
    for (const auto& finding : graph->findings) {
        FL_CHECK(checkAll(finding.threads, threads));
        FL_CHECK(checkAll(finding.objects, graph->objects.size()));
    }
    return {};
}

Result<void> checkDetails(const Report& report, FrameCheck& frames)
{
    const auto threads = report.event->threads.size();
    for (const auto& tree : report.samples) {
        if (!tree)
            return fail(ErrorKind::Malformed, "report: a call tree is missing");
        FL_CHECK(checkTree(*tree, threads));
        for (const auto& call : tree->calls)
            FL_CHECK(frames.check({&call.frame, 1}, report.modules.size(), tree->thread));
    }
    FL_CHECK(checkVariables(report));
    return checkWaits(report.waits.get(), threads);
}

Result<void> checkEvent(const Event& event, FrameCheck& frames)
{
    FL_CHECK(checkIndex(event.requestingThread, event.threads.size(), "the requesting thread"));
    for (const auto& annotation : event.annotations)
        FL_CHECK(checkIndex(annotation.module, event.modules.size(), "the module of annotation ",
                            annotation.key));
    for (const auto& part : event.parts)
        FL_CHECK(
            checkIndex(part.firstModule, event.modules.size() + 1, "the first module of a part"));
    for (std::size_t i = 0; i < event.threads.size(); ++i) {
        for (const auto part : event.threads[i].frameParts)
            FL_CHECK(checkIndex(part, event.parts.size() + 1, "the part of a frame of thread ", i));
        if (const auto& given = event.threads[i].givenFrames)
            FL_CHECK(frames.check(*given, event.modules.size(), i));
    }
    for (const auto& tree : event.samples) {
        FL_CHECK(checkTree(tree, event.threads.size()));
        for (const auto& call : tree.calls)
            FL_CHECK(frames.check({&call.frame, 1}, event.modules.size(), tree.thread));
    }
    return {};
}

} // namespace

Result<void> checkReferences(const Report& report)
{
    const auto& event = *report.event;
    FrameCheck frames;
    FL_CHECK(checkEvent(event, frames));
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
            FL_CHECK(frames.check(stack->frames, report.modules.size(), i));
        }
    }
    return checkDetails(report, frames);
}

} // namespace faultline::codec

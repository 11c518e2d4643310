// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/fake_report.h"

namespace faultline::ui::test {

namespace {

std::shared_ptr<const Event> hostileEvent(const Event& from, const std::string& text)
{
    auto event = std::make_shared<Event>(from);
    event->crash.reason = text;
    event->system.osName = event->system.osVersion = event->system.cpuName = text;
    event->makeNative().process.name = text;
    for (EventThread& thread : event->threads)
        thread.name = text;
    for (EventModule& module : event->modules)
        module.codeFile = module.debugFile = "/lib/" + text;
    for (Annotation& annotation : event->annotations)
        annotation.value = text;
    for (auto& [name, value] : event->details)
        name = value = text;
    for (Diagnostic& diagnostic : event->diagnostics)
        diagnostic.area = diagnostic.text = text;
    for (StreamInfo& stream : event->makeNative().streams)
        stream.name = text;
    return event;
}

std::shared_ptr<const ThreadStack> hostileStack(const ThreadStack& from, const std::string& text)
{
    auto stack = std::make_shared<ThreadStack>(from);
    for (Frame& frame : stack->frames) {
        frame.makeNative().package = "/lib/" + text;
        frame.position.function = text;
        frame.position.absPath = "/src/" + text;
        frame.status = FrameStatus::Symbolicated;
    }
    return stack;
}

std::shared_ptr<const ModuleReport>
hostileModule(const ModuleReport& from, const EventModule& module, const std::string& text)
{
    auto report = std::make_shared<ModuleReport>(from);
    report->module = module;
    for (Candidate& candidate : report->candidates) {
        candidate.source = candidate.location = candidate.identity.found = text;
        if (candidate.failure)
            candidate.failure->detail = text;
    }
    return report;
}

} // namespace

FakeReport
hostileCrash(const std::filesystem::path& path, engine::EventId id, const std::string& text)
{
    FakeReport fake = crashWithoutSymbols(path, id);
    const auto event = hostileEvent(*fake.event.value, text);
    fake.event.value = event;
    auto report = std::make_shared<Report>(*fake.report.value);
    report->event = event;
    for (std::size_t i = 0; i < fake.stacks.size(); ++i)
        report->stacks[i] = fake.stacks[i].value = hostileStack(*fake.stacks[i].value, text);
    for (std::size_t i = 0; i < fake.modules.size(); ++i)
        report->modules[i] = fake.modules[i].value =
            hostileModule(*fake.modules[i].value, event->modules[i], text);
    report->crashedFunction = text;
    report->diagnostics = event->diagnostics;
    fake.report.value = report;
    return fake;
}

} // namespace faultline::ui::test

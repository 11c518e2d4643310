// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/server_report.h"

#include "core/intake/read_event.h"
#include "core/model/codec/report_writer.h"
#include "tests/support/crash_scene.h"

namespace faultline::test {

std::string serverReportOf(const EventPtr& event)
{
    Report report;
    report.event = event;
    for (std::uint32_t i = 0; i < event->threads.size(); ++i) {
        auto stack = std::make_shared<ThreadStack>();
        stack->thread = i;
        stack->complete = true;
        report.stacks.push_back(std::move(stack));
    }
    for (const auto& module : event->modules) {
        auto one = std::make_shared<ModuleReport>();
        one->module = module;
        one->notes.emplace_back("from the server");
        report.modules.push_back(std::move(one));
    }
    report.complete = true;
    const auto bytes = codec::encodeReport(report, codec::EventMemory::LeaveOut);
    return std::string(asText(bytes));
}

EventPtr scene::readDump()
{
    return intake::readEvent(scene::dump(), {}).value();
}

} // namespace faultline::test

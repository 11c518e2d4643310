// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/report.h"
#include "core/report/json_report.h"
#include "core/report/markdown_report.h"
#include "core/report/stackwalk_json.h"
#include "core/report/stackwalk_text.h"
#include "core/report/text_report.h"
#include "tests/growth/growth_case.h"

namespace faultline::growth {

namespace {

/// A report of one stack whose frames take turns in the modules, and of threads with a frame each.
Made rendered(std::size_t modules, std::size_t frames, std::size_t threads, std::size_t candidates)
{
    auto event = std::make_shared<Event>();
    event->makeNative().memory = std::make_shared<const MemoryImage>();
    auto report = std::make_shared<Report>();
    for (std::size_t i = 0; i < modules; ++i) {
        EventModule module;
        module.codeFile = "/lib/" + digits(i);
        module.address = 0x10000 * (i + 1);
        module.sizeBytes = 0x10000;
        event->modules.push_back(module);
        ModuleReport found;
        found.module = module;
        found.debugStatus = ObjectFileStatus::Missing;
        found.frameCount = 1;
        for (std::size_t c = 0; c < candidates; ++c) {
            auto& candidate = found.candidates.emplace_back();
            candidate.source = "s";
            candidate.location = "/at/" + digits(c);
        }
        report->modules.push_back(std::make_shared<const ModuleReport>(std::move(found)));
    }
    for (std::size_t t = 0; t < threads; ++t) {
        event->threads.emplace_back().id = static_cast<std::uint32_t>(t + 1);
        auto stack = std::make_shared<ThreadStack>();
        stack->thread = static_cast<std::uint32_t>(t);
        for (std::size_t i = 0; i < (t == 0 ? frames : 1); ++i) {
            Frame frame;
            frame.originalIndex = static_cast<std::uint32_t>(i);
            frame.module = static_cast<std::uint32_t>(i % modules);
            frame.makeNative().instructionAddress = 0x10000 * (i % modules + 1) + 16;
            stack->frames.push_back(frame);
        }
        report->stacks.push_back(std::move(stack));
    }
    event->requestingThread = 0;
    report->event = std::move(event);
    report->complete = true;
    const auto size = (modules * (1 + candidates) + frames + threads) * 32;
    return {size, [report] {
                report::JsonOptions json;
                json.candidates = report::IncludeCandidates::Yes;
                json.extras = report::IncludeExtras::Yes;
                report::MarkdownOptions markdown;
                return report::renderText(*report, {}).size() +
                       report::renderJson(*report, json).size() +
                       report::renderMarkdown(*report, markdown).size() +
                       report::renderStackwalkJson(*report).size();
            }};
}

} // namespace

std::vector<Case> reportCases()
{
    return {
        {"report", "frames", 256, [](std::size_t n) { return rendered(4, n, 1, 1); }, 1 << 17},
        {"report", "frames in as many modules", 256,
         [](std::size_t n) { return rendered(n, n, 1, 1); }, 1 << 16},
        {"report", "threads in as many modules", 256,
         [](std::size_t n) { return rendered(n, 4, n, 1); }, 1 << 16},
        {"report", "candidates", 256, [](std::size_t n) { return rendered(4, 4, 1, n); }, 1 << 16},
    };
}

} // namespace faultline::growth

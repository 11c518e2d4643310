// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/apple/apple_text.h"

#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/formats/crash/apple/apple_facts.h"
#include "core/formats/crash/apple/text_report.h"

#include <algorithm>

namespace faultline::apple {

namespace {

using apple::TextReport;

Result<void> checkIdentifier(const TextReport& report)
{
    const auto text = report.fact("Incident Identifier");
    if (!text.empty() && !DebugId::parse(text))
        return fail(ErrorKind::Malformed, "incident identifier: expected a uuid, found \"", text,
                    "\"");
    return {};
}

Result<void> setTime(Event& event, const TextReport& report)
{
    const auto text = report.fact("Date/Time");
    if (text.empty())
        return {};
    event.timestamp = apple::parseTime(text);
    if (!event.timestamp)
        return fail(ErrorKind::Malformed,
                    R"(date/time: expected "YYYY-MM-DD hh:mm:ss +hhmm", found ")", text, "\"");
    return {};
}

void setSystem(SystemInfo& system, const TextReport& report)
{
    apple::setOs(system, report.fact("OS Version"));
    system.deviceModel = std::string(report.fact("Hardware Model"));
    system.arch = apple::parseCodeType(report.fact("Code Type"));
    for (const auto& image : report.images) {
        if (system.arch == Arch::Unknown)
            system.arch = image.arch;
    }
}

std::string_view firstOf(std::initializer_list<std::string_view> texts)
{
    for (const auto text : texts) {
        if (!text.empty())
            return text;
    }
    return {};
}

void setCrash(CrashInfo& crash, const TextReport& report)
{
    const auto subtype = report.fact("Exception Subtype");
    const auto codes = report.fact("Exception Codes");
    apple::setReason(crash, std::string(report.fact("Exception Type")));
    apple::setFaultAddress(crash, {subtype, codes});
    crash.details =
        std::string(firstOf({report.information, report.fact("Exception Message"), subtype,
                             apple::isOfZeros(codes) ? "" : codes, report.termination, codes}));
}

/// "YetAnotherMac [49028]"
void setProcess(ProcessInfo& process, std::string_view text)
{
    const auto open = text.rfind(" [");
    if (text.ends_with(']') && open != std::string_view::npos) {
        const auto id = parseDecimal(text.substr(open + 2, text.size() - open - 3));
        if (id && *id <= 0xffff'ffff) {
            process.id = static_cast<std::uint32_t>(*id);
            text = trimAscii(text.substr(0, open));
        }
    }
    process.name = std::string(text);
}

void setDetails(Event& event, const TextReport& report)
{
    if (!report.jsonHeader.empty())
        event.details.emplace_back("Header", report.jsonHeader);
    for (const auto& fact : report.facts)
        event.details.emplace_back(fact.key, fact.value);
}

void takeThreads(Event& event, TextReport& report)
{
    event.threads = std::move(report.threads);
    std::ranges::move(report.backtraces, std::back_inserter(event.threads));
    apple::chooseLeadingThread(event);
}

} // namespace

Result<EventPtr> readAppleTextEvent(ByteView bytes, const ParseLimits& limits)
{
    const auto text = withoutByteOrderMark(bytes.text());
    if (!isValidUtf8(text))
        return fail(ErrorKind::Malformed, "crash report: the text is not UTF-8");
    FL_TRY(auto report, apple::parseTextReport(text, limits));
    auto event = std::make_shared<Event>();
    event->kind = EventKind::AppleText;
    event->makeNative().memory = std::make_shared<const MemoryImage>();
    FL_CHECK(checkIdentifier(report));
    FL_CHECK(setTime(*event, report));
    setSystem(event->system, report);
    setCrash(event->crash, report);
    setProcess(event->makeNative().process, report.fact("Process"));
    setDetails(*event, report);
    takeThreads(*event, report);
    for (auto& image : report.images)
        event->modules.push_back(std::move(image.module));
    event->diagnostics = std::move(report.diagnostics);
    return event;
}

} // namespace faultline::apple

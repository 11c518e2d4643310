// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/intake/apport_event.h"

#include "core/base/text.h"
#include "core/formats/crash/container/apport_report.h"
#include "core/intake/unpack.h"

#include <algorithm>
#include <array>

namespace faultline::intake {

namespace {

using container::ApportReport;

/// Key in the report, and the name of the detail.
constexpr std::array kDetails{
    std::pair<std::string_view, std::string_view>{"ExecutablePath", "executable"},
    std::pair<std::string_view, std::string_view>{"Package", "package"},
    std::pair<std::string_view, std::string_view>{"SourcePackage", "source package"},
    std::pair<std::string_view, std::string_view>{"DistroRelease", "distribution"},
    std::pair<std::string_view, std::string_view>{"Uname", "kernel"},
    std::pair<std::string_view, std::string_view>{"Date", "date"},
    std::pair<std::string_view, std::string_view>{"ProcCwd", "working directory"},
    std::pair<std::string_view, std::string_view>{"Title", "title"},
};

/// The arguments of ProcCmdline. Inside an argument, Apport writes a backslash before each blank
/// and backslash (apport/report.py, add_proc_info()).
std::vector<std::string> argumentsOf(std::string_view line)
{
    std::vector<std::string> arguments(1);
    for (std::size_t i = 0; i < line.size(); ++i) {
        const bool isEscaped = line[i] == '\\' && i + 1 < line.size();
        if (isEscaped)
            arguments.back() += line[++i];
        else if (line[i] == ' ')
            arguments.emplace_back();
        else
            arguments.back() += line[i];
    }
    return arguments;
}

/// Apport's word counts where the core says nothing, or cut it off.
void addFacts(const ApportReport& report, Event& event)
{
    for (const auto& [key, name] : kDetails) {
        const auto value = report.field(key);
        const bool isKnown = std::ranges::find(event.details, name, [](const auto& detail) {
                                 return std::string_view(detail.first);
                             }) != event.details.end();
        if (!value.empty() && !isKnown)
            event.details.emplace_back(name, value);
    }
    auto& process = event.makeNative().process;
    const auto path = report.field("ExecutablePath");
    if (process.name.empty() && !path.empty())
        process.name = std::string(baseName(path));
    if (const auto line = report.field("ProcCmdline"); !line.empty())
        process.arguments = argumentsOf(line);
    if (report.coresReplaced != 0)
        event.diagnostics.push_back(
            {.severity = Diagnostic::Severity::Warning,
             .area = "CoreDump",
             .text = concat("the report holds ", report.coresReplaced + 1,
                            " core files; the last one is read, as Apport does")});
}

} // namespace

Result<EventPtr> readApportEvent(const ByteView& file,
                                 const ParseLimits& limits,
                                 const std::function<Result<EventPtr>(CrashContent)>& readCore)
{
    FL_TRY(const auto report, container::readApportReport(file.span()));
    if (report.coreLines.empty())
        return fail(ErrorKind::Unsupported,
                    "the report of Apport holds no core file (CoreDump): it was made without one, "
                    "or apport-retrace has removed it");
    FL_TRY(auto packed, createUnpackFile());
    FL_CHECK(container::decodeApportLines(report.coreLines,
                                          [&packed](Bytes bytes) { return packed.append(bytes); }));
    FL_TRY(const auto packedBytes, packed.map());
    FL_TRY(auto core, unpackCrashFile(packedBytes.span(), limits));
    FL_TRY(const auto event, readCore(std::move(core)));
    auto complete = std::make_shared<Event>(*event);
    addFacts(report, *complete);
    return complete;
}

} // namespace faultline::intake

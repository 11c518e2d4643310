// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/intake/read_event.h"

#include "core/base/text.h"
#include "core/formats/crash/container/apport_report.h"
#include "core/formats/crash/open/crash_kind.h"
#include "core/formats/crash/open/crash_readers.h"
#include "core/intake/apport_event.h"
#include "core/intake/beside_files.h"
#include "core/intake/crash_files.h"
#include "core/intake/stored_report.h"
#include "core/intake/text_traces.h"
#include "core/requests/read_request.h"
#include "core/sources/source_parser.h"

namespace faultline::intake {

namespace {

InputForm formOf(crash::CrashReader::Rank rank)
{
    using Rank = crash::CrashReader::Rank;
    switch (rank) {
    case Rank::Summary: return InputForm::Event;
    case Rank::Text: return InputForm::Text;
    case Rank::CrashFile: break;
    }
    return InputForm::CrashFile;
}

/// The first trace of a text that may hold several, of machine code before those of the JVM and of
/// scripts, which programs also log when they go on; other content as it is.
Result<CrashContent> firstTrace(CrashContent whole, const ParseLimits& limits)
{
    auto content = withoutEnvelope(std::move(whole));
    const auto traces = findTraces(content, limits);
    if (traces.empty())
        return content;
    std::size_t read = 0;
    FL_TRY(auto first, traces[read].open());
    for (std::size_t i = 1; i < traces.size() && readerOf(first)->form == nullptr; ++i) {
        FL_TRY(first, traces[i].open());
        read = i;
    }
    for (std::size_t i = 0; i < traces.size(); ++i) {
        if (i != read)
            first.furtherTraces.push_back(traces[i].line);
    }
    return first;
}

/// What Symbolicator's requests say when they say nothing.
report::JsonOptions answerOf(const Event& event)
{
    report::JsonOptions answer;
    if (!event.isNative())
        answer.frameOrder = report::FrameOrder::CallerFirst;
    return answer;
}

/// Reads content that no container holds.
class InputReader
{
public:
    InputReader(const ParseLimits& limits, const requests::RequestPolicy& policy)
        : m_limits(limits), m_policy(policy)
    {
    }

    Result<Input> read(CrashContent content) const
    {
        if (m_limits.maxUnpackedEventBytes != 0 &&
            container::looksLikeApportReport(content.bytes.span()))
            return readApport(content.bytes);
        return readUnpacked(std::move(content));
    }

private:
    Result<Input> readOneFile(CrashContent content) const
    {
        const auto bytes = content.bytes;
        if (const auto* reader = readerOf(content)) {
            FL_TRY(auto event, reader->read(std::move(content.bytes), m_limits));
            const auto answer = answerOf(*event);
            return Input{.form = formOf(reader->rank), .event = std::move(event), .answer = answer};
        }
        if (!crash::isOtherReport(bytes.span()) && requests::looksLikeRequest(bytes.text()))
            return readRequest(bytes.text());
        return fail(ErrorKind::Unsupported, "not a crash file that Faultline knows: it looks like ",
                    crash::describeContent(bytes.span()));
    }

    Result<Input> readRequest(std::string_view text) const
    {
        FL_TRY(auto request, requests::readRequest(text, m_policy, m_limits));
        return Input{.form = InputForm::Request,
                     .event = std::move(request.event),
                     .options = std::move(request.options),
                     .answer = request.answer};
    }

    Result<Input> readUnpacked(CrashContent content) const
    {
        const auto sizeBytes = content.bytes.size();
        FL_TRY(auto input, readOneFile(content));
        input.event = withBesideFacts(withOrigin(input.event, content), content.besideFacts);
        if (content.damage.empty())
            return input;
        auto noted = std::make_shared<Event>(*input.event);
        noted->diagnostics.push_back(
            {.severity = Diagnostic::Severity::Warning,
             .area = "file",
             .text = concat("the compressed file is damaged: ", content.damage, "; the ", sizeBytes,
                            " bytes that could be unpacked are read")});
        input.event = std::move(noted);
        return input;
    }

    Result<Input> readApport(const ByteView& report) const
    {
        const auto readCore = [this](CrashContent core) -> Result<EventPtr> {
            FL_TRY(auto input, readUnpacked(std::move(core)));
            return std::move(input.event);
        };
        FL_TRY(auto event, readApportEvent(report, m_limits, readCore));
        return Input{.form = InputForm::CrashFile, .event = std::move(event)};
    }

    const ParseLimits& m_limits;
    const requests::RequestPolicy& m_policy;
};

EventPtr withNoteOfSources(const EventPtr& event, std::size_t sourceCount)
{
    auto noted = std::make_shared<Event>(*event);
    noted->diagnostics.push_back({.severity = Diagnostic::Severity::Note,
                                  .area = "request",
                                  .text = concat("the request names ", sourceCount,
                                                 sourceCount == 1 ? " source" : " sources",
                                                 " of its own, which are not asked here")});
    return noted;
}

} // namespace

Result<Input>
readInput(CrashContent content, const ParseLimits& limits, const requests::RequestPolicy& policy)
{
    const InputReader reader(limits, policy);
    auto& bytes = content.bytes;
    if (bytes.empty())
        return fail(ErrorKind::Unsupported, "the file is empty");
    if (isReportBundle(bytes.span()))
        return fail(ErrorKind::Unsupported, "a report bundle holds a finished report and no crash "
                                            "file to read; symbolicate and the window open it");
    if (limits.maxUnpackedEventBytes == 0)
        return reader.read(std::move(content));
    FL_TRY(content, firstTrace(std::move(content), limits));
    if (content.isOneTrace || readerOf(content) != nullptr)
        return reader.read(std::move(content));
    FL_TRY(const auto files, findCrashFiles(std::move(bytes), limits));
    FL_TRY(auto file, openOnlyCrashFile(files));
    return reader.read(std::move(file));
}

Result<EventPtr> readEvent(CrashContent content, const ParseLimits& limits)
{
    auto policy = openPolicy();
    policy.allowsMachineIdentity = true; // No source of the request is asked.
    FL_TRY(auto input, readInput(std::move(content), limits, policy));
    const auto sourceCount = input.options.sources ? input.options.sources->size() : 0;
    return sourceCount == 0 ? std::move(input.event) : withNoteOfSources(input.event, sourceCount);
}

requests::RequestPolicy openPolicy()
{
    requests::RequestPolicy policy;
    policy.readSources = sources::parseSources;
    return policy;
}

} // namespace faultline::intake

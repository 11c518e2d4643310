// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/event_reader.h"

#include "core/base/text.h"
#include "core/engine/apport_event.h"
#include "core/engine/crash_files.h"
#include "core/formats/crash/container/apport_report.h"
#include "core/formats/crash/open/crash_kind.h"
#include "core/formats/crash/open/crash_readers.h"
#include "core/requests/read_request.h"

namespace faultline::engine {

namespace {

Result<EventPtr> readOneFile(ByteView bytes, const ParseLimits& limits)
{
    if (const auto* reader = crash::findCrashReader(bytes.span()))
        return reader->read(std::move(bytes), limits);
    if (!crash::isOtherReport(bytes.span()) && requests::looksLikeRequest(bytes.text()))
        return requests::readRequestEvent(bytes.text(), limits);
    return fail(ErrorKind::Unsupported, "not a crash file that Faultline knows: it looks like ",
                crash::describeContent(bytes.span()));
}

Result<EventPtr> readUnpacked(CrashContent content, const ParseLimits& limits)
{
    const auto sizeBytes = content.bytes.size();
    FL_TRY(auto event, readOneFile(std::move(content.bytes), limits));
    if (content.damage.empty())
        return event;
    auto noted = std::make_shared<Event>(*event);
    noted->diagnostics.push_back(
        {.severity = Diagnostic::Severity::Warning,
         .area = "file",
         .text = concat("the compressed file is damaged: ", content.damage, "; the ", sizeBytes,
                        " bytes that could be unpacked are read")});
    return noted;
}

Result<EventPtr> readPlainFile(CrashContent content, const ParseLimits& limits)
{
    if (limits.maxUnpackedEventBytes != 0 && container::looksLikeApportReport(content.bytes.span()))
        return readApportEvent(content.bytes, limits, readUnpacked);
    return readUnpacked(std::move(content), limits);
}

} // namespace

Result<EventPtr> readEventFile(CrashContent content, const ParseLimits& limits)
{
    auto& bytes = content.bytes;
    if (bytes.empty())
        return fail(ErrorKind::Unsupported, "the file is empty");
    if (limits.maxUnpackedEventBytes == 0 || crash::findCrashReader(bytes.span()) != nullptr)
        return readPlainFile(std::move(content), limits);
    FL_TRY(const auto files, findCrashFiles(std::move(bytes), limits));
    FL_TRY(auto file, openOnlyCrashFile(files));
    return readPlainFile(std::move(file), limits);
}

} // namespace faultline::engine

#include "core/engine/event_reader.h"

#include "core/engine/apport_event.h"
#include "core/engine/crash_files.h"
#include "core/formats/crash/container/apport_report.h"
#include "core/formats/crash/open/crash_kind.h"
#include "core/formats/crash/open/crash_readers.h"

namespace faultline::engine {

namespace {

Result<EventPtr> readOneFile(ByteView bytes, const ParseLimits& limits)
{
    if (const auto* reader = crash::findCrashReader(bytes.span()))
        return reader->read(std::move(bytes), limits);
    return fail(ErrorKind::Unsupported, "not a crash file that Faultline knows: it looks like ",
                crash::describeContent(bytes.span()));
}

Result<EventPtr> readPlainFile(ByteView bytes, const ParseLimits& limits)
{
    if (limits.maxUnpackedEventBytes != 0 && container::looksLikeApportReport(bytes.span()))
        return readApportEvent(bytes, limits, readOneFile);
    return readOneFile(std::move(bytes), limits);
}

} // namespace

Result<EventPtr> readEventFile(ByteView bytes, const ParseLimits& limits)
{
    if (bytes.empty())
        return fail(ErrorKind::Unsupported, "the file is empty");
    if (limits.maxUnpackedEventBytes == 0 || crash::findCrashReader(bytes.span()) != nullptr)
        return readPlainFile(std::move(bytes), limits);
    FL_TRY(const auto files, findCrashFiles(std::move(bytes), limits));
    FL_TRY(auto file, openOnlyCrashFile(files));
    return readPlainFile(std::move(file), limits);
}

} // namespace faultline::engine

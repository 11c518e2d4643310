#include "core/engine/event_reader.h"

#include "core/engine/crash_files.h"
#include "core/formats/crash/open/crash_kind.h"
#include "core/formats/crash/apple/read_apple.h"
#include "core/formats/crash/elfcore/core_file.h"
#include "core/formats/crash/elfcore/read_event.h"
#include "core/formats/crash/minidump/read_event.h"
#include "core/formats/crash/sentry_event/read_sentry_event.h"

namespace faultline {

namespace {

Result<EventPtr> readPlainFile(ByteView bytes, const ParseLimits& limits)
{
    if (isMinidump(bytes.span()))
        return readMinidumpEvent(std::move(bytes), limits);
    if (corefile::isCoreFile(bytes.span()))
        return readCoreEvent(std::move(bytes), limits);
    if (looksLikeAppleReport(bytes.text()))
        return readAppleReport(std::move(bytes), limits);
    if (isSentryEvent(bytes.span()))
        return readSentryEvent(bytes, limits);
    return fail(ErrorKind::Unsupported, "not a crash file that Faultline knows: it looks like ",
                describeContent(bytes.span()));
}

} // namespace

Result<EventPtr> readEventFile(ByteView bytes, const ParseLimits& limits)
{
    if (bytes.empty())
        return fail(ErrorKind::Unsupported, "the file is empty");
    if (limits.maxUnpackedEventBytes == 0 || isPlainCrashFile(bytes.span()))
        return readPlainFile(std::move(bytes), limits);
    FL_TRY(const auto files, findCrashFiles(std::move(bytes), limits));
    FL_TRY(auto file, openOnlyCrashFile(files));
    return readPlainFile(std::move(file), limits);
}

} // namespace faultline

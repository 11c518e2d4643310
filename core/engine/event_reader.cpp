#include "core/engine/event_reader.h"

#include "core/engine/crash_files.h"
#include "core/formats/crash/apple/read_apple.h"
#include "core/formats/crash/elfcore/core_file.h"
#include "core/formats/crash/elfcore/read_event.h"
#include "core/formats/crash/minidump/read_event.h"
#include "core/formats/crash/open/crash_kind.h"
#include "core/formats/crash/sentry_event/read_sentry_event.h"

namespace faultline::engine {

namespace {

Result<EventPtr> readPlainFile(ByteView bytes, const ParseLimits& limits)
{
    if (crash::isMinidump(bytes.span()))
        return minidump::readMinidumpEvent(std::move(bytes), limits);
    if (corefile::isCoreFile(bytes.span()))
        return corefile::readCoreEvent(std::move(bytes), limits);
    if (apple::looksLikeAppleReport(bytes.text()))
        return apple::readAppleReport(std::move(bytes), limits);
    if (crash::isSentryEvent(bytes.span()))
        return sentry::readSentryEvent(bytes, limits);
    return fail(ErrorKind::Unsupported, "not a crash file that Faultline knows: it looks like ",
                crash::describeContent(bytes.span()));
}

} // namespace

Result<EventPtr> readEventFile(ByteView bytes, const ParseLimits& limits)
{
    if (bytes.empty())
        return fail(ErrorKind::Unsupported, "the file is empty");
    if (limits.maxUnpackedEventBytes == 0 || crash::isPlainCrashFile(bytes.span()))
        return readPlainFile(std::move(bytes), limits);
    FL_TRY(const auto files, findCrashFiles(std::move(bytes), limits));
    FL_TRY(auto file, openOnlyCrashFile(files));
    return readPlainFile(std::move(file), limits);
}

} // namespace faultline::engine

#include "core/formats/crash/open/crash_readers.h"

#include "core/formats/crash/apple/read_apple.h"
#include "core/formats/crash/container/multipart_body.h"
#include "core/formats/crash/container/sentry_envelope.h"
#include "core/formats/crash/elfcore/core_file.h"
#include "core/formats/crash/elfcore/read_event.h"
#include "core/formats/crash/jvm_text/jvm_text.h"
#include "core/formats/crash/minidump/read_event.h"
#include "core/formats/crash/script_stack/script_stacks.h"
#include "core/formats/crash/sentry_event/read_sentry_event.h"

#include <algorithm>
#include <array>

namespace faultline::crash {

namespace {

using Rank = CrashReader::Rank;

bool isMinidump(Bytes head)
{
    const std::string_view text = asText(head);
    return text.starts_with("MDMP") || text.starts_with("PMDM");
}

// An envelope also contains the text of its attachments, which may be an Apple report or an event.
bool isAppleReport(Bytes head)
{
    return !container::looksLikeSentryEnvelope(head) && apple::looksLikeAppleReport(asText(head));
}

bool isSentryEvent(Bytes head)
{
    return !container::looksLikeSentryEnvelope(head) && sentry::looksLikeSentryEvent(asText(head));
}

/// Other text may surround the stacks, so containers of other files must be excluded first.
bool isScriptText(Bytes head)
{
    return !container::looksLikeSentryEnvelope(head) && !container::looksLikeMultipart(head) &&
           !jvmtext::looksLikeJvmText(asText(head)) &&
           scriptstack::looksLikeScriptStacks(asText(head));
}

Result<EventPtr> readScriptText(ByteView file, const ParseLimits& limits)
{
    return scriptstack::readScriptText(file, limits);
}

Result<EventPtr> readSentryEvent(ByteView file, const ParseLimits& limits)
{
    return sentry::readSentryEvent(file, limits);
}

constexpr std::array kReaders{
    CrashReader{"minidump", Rank::CrashFile, isMinidump, minidump::readMinidumpEvent},
    CrashReader{"core file", Rank::CrashFile, corefile::isCoreFile, corefile::readCoreEvent},
    CrashReader{"Apple crash report", Rank::CrashFile, isAppleReport, apple::readAppleReport},
    CrashReader{"Sentry event", Rank::Summary, isSentryEvent, readSentryEvent},
    CrashReader{"stack text of a script", Rank::Text, isScriptText, readScriptText},
};

} // namespace

std::span<const CrashReader> crashReaders()
{
    return kReaders;
}

const CrashReader* findCrashReader(Bytes head)
{
    const auto found = std::ranges::find_if(
        kReaders, [head](const CrashReader& reader) { return reader.matches(head); });
    return found == kReaders.end() ? nullptr : &*found;
}

} // namespace faultline::crash

#pragma once

#include "core/base/result.h"
#include "core/formats/crash/container/crash_part.h"

#include <vector>

namespace faultline::container {

/// Whether the bytes begin like an envelope: a line with a JSON object, and a line with another one
/// that has a "type". Apple's .ips reports begin so too; their "bug_type" tells them apart.
bool looksLikeSentryEnvelope(Bytes bytes);

/// The items of an envelope as Sentry's SDKs send and store it: one line of JSON for the envelope,
/// then for each item a line of JSON and its payload, which ends where its "length" says, else at
/// the next line end (Sentry's developer documentation, "Envelopes"). A part's name is its file
/// name, else its type. The views keep the envelope alive. Errors: Malformed (an item without a
/// header, longer than the rest of the file, more than kMaxEnvelopeItems).
Result<std::vector<CrashPart>> readSentryEnvelope(const ByteView& envelope);

constexpr std::size_t kMaxEnvelopeItems = 4096;

} // namespace faultline::container

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/formats/crash/container/crash_part.h"

#include <vector>

namespace faultline::container {

/// Do the bytes begin like an envelope: a line with a JSON object, then a line with another object
/// that has a "type"? Apple's .ips reports begin so too; their "bug_type" distinguishes them.
bool looksLikeSentryEnvelope(Bytes bytes);

/// The items of an envelope as Sentry's SDKs send and store it. The envelope has one line of JSON.
/// Each item has a line of JSON and a payload, which ends after its "length", otherwise at the next
/// line end (Sentry's developer documentation, "Envelopes"). A part's name is its file name,
/// otherwise its type. The views keep the envelope alive. Errors: Malformed (an item without a
/// header, an item longer than the rest of the file, more than kMaxEnvelopeItems).
Result<std::vector<CrashPart>> readSentryEnvelope(const ByteView& envelope);

constexpr std::size_t kMaxEnvelopeItems = 4096;

} // namespace faultline::container

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"
#include "core/signature/crash_facts.h"
#include "core/signature/signature_rules.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::signature {

enum class Mode : std::uint8_t {
    Faultline, ///< Ours.
    Socorro    ///< Bit for bit as Mozilla's crash reports, with their oddities.
};

/// "faultline", "socorro".
std::string_view modeName(Mode mode);
std::optional<Mode> parseMode(std::string_view name);

/// Raised when equal reports and rules get other signatures than before.
inline constexpr std::uint32_t kAlgorithmVersion = 7;

/// What became of a frame.
enum class FrameRole : std::uint8_t {
    AboveSentinel, ///< Passed over because a later frame is where the signature starts. Without an
                   ///< entry: it belongs to a handler of the signal or to a language's runtime.
    Unnamed,       ///< Nothing names it.
    NotGrouped,    ///< A frame rule keeps it out.
    Guess,         ///< Found by scanning, while better frames exist.
    Irrelevant,
    Repeat,  ///< Equals a frame that stands in the signature already.
    Prefix,  ///< In the signature, which goes on.
    Last,    ///< In the signature, which ends with it.
    Fallback ///< In the signature because every frame was passed over.
};

/// "above_sentinel", "irrelevant", …
std::string_view frameRoleName(FrameRole role);

struct FrameTrace
{
    std::size_t row = 0; ///< Index into the rows of the thread or throwable.
    std::string text;
    FrameRole role = FrameRole::Last;
    std::optional<RulePlace> because; ///< The entry that decided, if one did.
};

/// The steps that make a signature, in order.
enum class Step : std::uint8_t {
    Frames,
    JavaText,
    Throwable,
    Status,
    BadHardware,
    OutOfMemory,
    AbortMessage,
    ShutdownTimeout,
    Watchdog,
    IpcError,
    IpcMessage,
    StackOverflow,
    Hang,
    Failure, ///< Ours: "hang | …", "deadlock | …".
    Printable,
    Spaces,
    Length
};

/// "frames", "out_of_memory", …
std::string_view stepName(Step step);

/// A step that changed the signature, or could not.
struct StepTrace
{
    Step step = Step::Frames;
    std::string before;
    std::string after;
    std::string problem; ///< In lower case without full stop; empty when the step did its work.
};

/// A text that equal crashes share, and how it came about.
struct Signature
{
    std::string text;
    std::string proto; ///< The texts of all frames that were looked at.
    Mode mode = Mode::Faultline;
    std::uint32_t algorithm = kAlgorithmVersion;
    std::string rulesHash;
    std::vector<FrameTrace> frames; ///< Up to the one at which the signature ends.
    std::vector<StepTrace> steps;
};

/// Never fails: without any fact the text says so ("EMPTY: …"). Linear in the facts' size.
Signature makeSignature(const CrashFacts& facts, const SignatureRules& rules, Mode mode);

/// The same for a report.
Signature signatureOf(const Report& report, const SignatureRules& rules, Mode mode);

/// `report` with a signature of ours, or itself when it has one. Null if `report` is.
ReportPtr withSignature(ReportPtr report, const SignatureRules& rules);

} // namespace faultline::signature

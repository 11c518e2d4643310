#pragma once

#include "core/model/carried_fields.h"
#include "core/model/jvm_frame.h"
#include "core/model/native_frame.h"
#include "core/model/script_frame.h"
#include "core/model/source_position.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace faultline {

enum class FrameStatus : std::uint8_t {
    Symbolicated,
    MissingSymbol,
    UnknownImage,
    Missing,
    Malformed
};

/// "symbolicated", "missing_symbol", … (docs/spec/native.md §4).
std::string_view frameStatusName(FrameStatus status);

/// How a frame was found; the wire names are Symbolicator's (docs/spec/stackwalk.md §9.1).
enum class FrameTrust : std::uint8_t { None, Scan, CfiScan, FramePointer, Cfi, Prewalked, Context };

/// "none", "scan", "cfiscan", "fp", "cfi", "prewalked", "context".
std::string_view frameTrustName(FrameTrust trust);
std::optional<FrameTrust> parseFrameTrust(std::string_view text);

/// One frame of a stack: in an event as the input brings it, in a report as one shown row. An
/// inline expansion gives several rows that share originalIndex, innermost first; only the last is
/// not inlined.
struct Frame
{
    std::uint32_t originalIndex = 0; ///< Physical frame number within the thread, callee first.
    bool isInlined = false;          ///< Code of this function was inlined into the next row.
    FrameStatus status = FrameStatus::Missing;
    FrameTrust trust = FrameTrust::None;
    std::optional<bool> inApp;
    std::optional<std::uint32_t> module; ///< Index into Report::modules.
    SourcePosition position;
    std::string note; ///< How it was found and what was rejected, for people.
    CarriedFieldsPtr carried;
    std::variant<NativeFrame, ScriptFrame, JvmFrame> detail;

    bool isNative() const { return std::holds_alternative<NativeFrame>(detail); }

    /// The native part; an empty one for frames of other kinds.
    const NativeFrame& native() const
    {
        static const NativeFrame kNone;
        const auto* part = std::get_if<NativeFrame>(&detail);
        return part ? *part : kNone;
    }

    /// The native part, made when the frame is of another kind.
    NativeFrame& native()
    {
        auto* part = std::get_if<NativeFrame>(&detail);
        return part ? *part : detail.emplace<NativeFrame>();
    }
};

} // namespace faultline

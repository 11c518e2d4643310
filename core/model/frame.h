// SPDX-License-Identifier: GPL-3.0-or-later
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

/// How a frame was found. The names in JSON are Symbolicator's (docs/spec/stackwalk.md §9.1).
enum class FrameTrust : std::uint8_t { None, Scan, CfiScan, FramePointer, Cfi, Prewalked, Context };

/// "none", "scan", "cfiscan", "fp", "cfi", "prewalked", "context".
std::string_view frameTrustName(FrameTrust trust);
std::optional<FrameTrust> parseFrameTrust(std::string_view text);

/// One frame of a stack. In an event it is as the input gives it. In a report it is one displayed
/// row: an inline expansion gives several rows with the same originalIndex, innermost first, and
/// only the last is not inlined.
struct Frame
{
    std::uint32_t originalIndex = 0; ///< Number of the physical frame in the thread, callee first.
    bool isInlined = false;          ///< This function's code was inlined into the next row.
    FrameStatus status = FrameStatus::Missing;
    FrameTrust trust = FrameTrust::None;
    std::optional<bool> inApp;
    std::optional<std::uint32_t> module; ///< Index into Report::modules.
    SourcePosition position;
    std::string note; ///< For people: how the frame was found and what was rejected.
    CarriedFieldsPtr carried;
    std::variant<NativeFrame, ScriptFrame, JvmFrame> detail;

    bool isNative() const { return std::holds_alternative<NativeFrame>(detail); }

    /// The part of a frame of machine code; null for other frames.
    const NativeFrame* asNative() const { return std::get_if<NativeFrame>(&detail); }

    NativeFrame* asNative() { return std::get_if<NativeFrame>(&detail); }

    /// The native part. Replaces the part of another kind, if any.
    NativeFrame& makeNative()
    {
        auto* part = std::get_if<NativeFrame>(&detail);
        return part ? *part : detail.emplace<NativeFrame>();
    }

    /// The part of a script's frame; null for other frames.
    const ScriptFrame* asScript() const { return std::get_if<ScriptFrame>(&detail); }

    /// The part of a JVM frame; null for other frames.
    const JvmFrame* asJvm() const { return std::get_if<JvmFrame>(&detail); }

    /// Do name and line come from a file of another build?
    bool isFromWrongBuild() const
    {
        if (const auto* native = asNative())
            return native->fromWrongBuild;
        return asJvm() != nullptr && asJvm()->fromWrongBuild;
    }
};

} // namespace faultline

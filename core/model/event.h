// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/annotation.h"
#include "core/model/call_tree.h"
#include "core/model/crash_info.h"
#include "core/model/diagnostic.h"
#include "core/model/event_thread.h"
#include "core/model/jvm_event.h"
#include "core/model/module.h"
#include "core/model/native_event.h"
#include "core/model/script_event.h"
#include "core/model/system_info.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace faultline {

enum class EventKind : std::uint8_t {
    Minidump,
    CoreFile,
    AppleText,
    AppleIps,
    NativeJson,
    JavaScript,
    Jvm,
    NativeText ///< A stack of machine code, or of a language that runs its own, as text.
};

/// "minidump", "core", "apple_text", "apple_ips", "native_json", "javascript", "jvm",
/// "native_text".
std::string_view eventKindName(EventKind kind);

/// What an event says in a further language, such as Java in an error of React Native. It has a
/// stack for every thread of the event, with the frames of its language only.
struct EventPart
{
    std::variant<NativeEvent, ScriptEvent, JvmEvent> detail;
    /// Its modules are those of the event from here on, up to those of the next part.
    std::uint32_t firstModule = 0;
};

/// The content of a crash file, independent of its format: readers resolve the formats' quirks.
/// Immutable once read.
struct Event
{
    EventKind kind = EventKind::Minidump;
    std::optional<std::int64_t> timestamp; ///< Unix seconds.
    SystemInfo system;
    CrashInfo crash;
    std::vector<EventThread> threads;              ///< In file order.
    std::optional<std::uint32_t> requestingThread; ///< Index into threads.
    std::vector<EventModule> modules;              ///< In file order; the first is the main module.
    std::vector<Annotation> annotations;
    /// Further facts for the details pane, in order.
    std::vector<std::pair<std::string, std::string>> details;
    std::vector<Diagnostic> diagnostics;
    std::optional<std::string> platform; ///< As the request names it.
    /// The stacks of scripts and of the JVM are here, in the order of `threads`.
    std::variant<NativeEvent, ScriptEvent, JvmEvent> detail;
    std::vector<CallTree> samples; ///< With frames as the input gives them.
    /// Further languages of the event; EventThread::frameParts says which frames are theirs.
    std::vector<EventPart> parts;

    bool isNative() const { return std::holds_alternative<NativeEvent>(detail); }

    /// The part of a crash of machine code; null for other events.
    const NativeEvent* asNative() const { return std::get_if<NativeEvent>(&detail); }

    /// The native part. Replaces the part of another kind, if any.
    NativeEvent& makeNative()
    {
        auto* part = std::get_if<NativeEvent>(&detail);
        return part ? *part : detail.emplace<NativeEvent>();
    }

    /// The part of a script's event; null for other events.
    const ScriptEvent* asScript() const { return std::get_if<ScriptEvent>(&detail); }

    /// The part of a JVM event; null for other events.
    const JvmEvent* asJvm() const { return std::get_if<JvmEvent>(&detail); }
};

using EventPtr = std::shared_ptr<const Event>;

} // namespace faultline

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/sentry_event/read_sentry_event.h"

#include "core/base/utf8.h"
#include "core/formats/crash/jvm_text/jvm_crash.h"
#include "core/formats/crash/script_stack/script_event.h"
#include "core/formats/crash/sentry_event/event_facts.h"
#include "core/formats/crash/sentry_event/event_form.h"
#include "core/formats/crash/sentry_event/event_images.h"
#include "core/formats/crash/sentry_event/event_jvm.h"
#include "core/formats/crash/sentry_event/event_mixed.h"
#include "core/formats/crash/sentry_event/event_scripts.h"
#include "core/formats/crash/sentry_event/event_stacks.h"
#include "core/json/json_reader.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace faultline::sentry {

namespace {

using namespace sentry;

Result<json::JsonDocument> parse(std::string_view text)
{
    auto document = json::parseJson(withoutByteOrderMark(text));
    if (!document)
        return fail(ErrorKind::Malformed, "sentry event: ", document.error().detail);
    return document;
}

/// Without native images no address can be resolved. Symbolicator refuses such events too.
std::unexpected<Error> withoutNativeImage(const json::JsonValue& source)
{
    const auto platform = json::textMember(source, "platform");
    return fail(ErrorKind::Unsupported, "sentry event", platform.empty() ? "" : " of platform ",
                platform,
                ": debug_meta.images has no image of native code, and nothing else is resolved");
}

EventPtr
completed(std::shared_ptr<Event> event, const json::JsonValue& source, DiagnosticLog& diagnostics)
{
    // What the stacks say comes after what the event says.
    auto ofStacks = std::exchange(event->details, {});
    readCommonFacts(source, *event);
    std::ranges::move(ofStacks, std::back_inserter(event->details));
    for (auto& diagnostic : diagnostics.take("sentry event"))
        event->diagnostics.push_back(std::move(diagnostic));
    return event;
}

/// Makes an event of a script; null when the event has no frame of a script.
EventPtr
readScriptEvent(const json::JsonValue& source, const EventParts& parts, const ParseLimits& limits)
{
    DiagnosticLog diagnostics;
    auto scripts = readScripts(source, parts, limits, diagnostics);
    if (!scripts)
        return nullptr;
    auto event = scriptstack::eventOf(*std::move(scripts), limits);
    event->details.clear(); // They are facts of the event too.
    return completed(std::move(event), source, diagnostics);
}

/// Makes an event of the JVM; null when the event has no frame of it.
EventPtr
readJvmEvent(const json::JsonValue& source, const EventParts& parts, const ParseLimits& limits)
{
    DiagnosticLog diagnostics;
    auto jvm = readJvm(source, parts, limits, diagnostics);
    if (!jvm)
        return nullptr;
    return completed(jvmtext::crashOf(*std::move(jvm)), source, diagnostics);
}

EventPtr readMixedEvent(const json::JsonValue& source,
                        const EventParts& parts,
                        EventImages images,
                        const ParseLimits& limits)
{
    DiagnosticLog diagnostics;
    const auto arch = images.arch;
    auto event = readMixed(source, parts, std::move(images), limits, diagnostics);
    if (!event)
        return nullptr;
    if (event->asScript() != nullptr)
        event->details.clear(); // They are facts of the event too.
    completed(event, source, diagnostics);
    if (event->system.arch == Arch::Unknown)
        event->system.arch = arch;
    return event;
}

} // namespace

Result<EventPtr> readSentryEvent(const ByteView& bytes, const ParseLimits& limits)
{
    FL_TRY(const auto document, parse(bytes.text()));
    FL_TRY(const auto source, findEvent(document));
    const auto parts = findParts(source);
    DiagnosticLog diagnostics;
    auto images = readImages(parts.images, limits, diagnostics);
    const auto languages = languagesOf(source, parts);
    // Frames of languages that nothing resolves are shown as the event has them.
    if (languages.areSeveral() || (languages.hasOthers && !languages.hasNative)) {
        if (auto event = readMixedEvent(source, parts, images, limits))
            return event;
    }
    if (!languages.hasNative) {
        if (auto event = readScriptEvent(source, parts, limits))
            return event;
        if (auto event = readJvmEvent(source, parts, limits))
            return event;
    }
    if (images.modules.empty())
        return withoutNativeImage(source);
    auto stacks = readStacks(parts, images, limits, diagnostics);
    if (stacks.threads.empty())
        diagnostics.warn("stacks",
                         "no exception, thread or stack trace has a frame with an address");
    auto event = std::make_shared<Event>();
    event->kind = EventKind::NativeJson;
    event->makeNative().memory = std::make_shared<const MemoryImage>();
    readFacts(source, stacks, images.arch, *event);
    event->modules = std::move(images.modules);
    event->threads = std::move(stacks.threads);
    event->requestingThread = stacks.requesting;
    event->diagnostics = diagnostics.take("sentry event");
    return event;
}

} // namespace faultline::sentry

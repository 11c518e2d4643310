// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/jvm_text/jvm_crash.h"

#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/formats/crash/jvm_text/error_file.h"
#include "core/formats/crash/jvm_text/quoted_scripts.h"
#include "core/formats/crash/jvm_text/text_event.h"

#include <algorithm>

namespace faultline::jvmtext {

namespace {

constexpr std::size_t kMaxTitleBytes = 200;

std::string_view roleWords(JvmStackRole role)
{
    switch (role) {
    case JvmStackRole::Cause: return "caused by ";
    case JvmStackRole::Suppressed: return "suppressed ";
    case JvmStackRole::Error:
    case JvmStackRole::Thread: break;
    }
    return {};
}

std::string className(const JvmException& exception)
{
    return exception.module.empty() ? exception.type
                                    : concat(exception.module, ".", exception.type);
}

/// Cuts before the first character that does not fit.
std::string shortened(std::string text)
{
    if (text.size() <= kMaxTitleBytes)
        return text;
    auto end = kMaxTitleBytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80)
        --end;
    return text.substr(0, end) + "…";
}

std::string titleOf(const JvmStack& stack, const std::string& message)
{
    if (!stack.exception)
        return shortened(stack.thread);
    const auto firstLine = std::string_view(message).substr(0, message.find('\n'));
    return shortened(concat(roleWords(stack.role), className(*stack.exception),
                            firstLine.empty() ? "" : ": ", firstLine));
}

/// Returns the stack that matters most: the one that ended the program, or else the first
/// exception with frames ("java.runtime.name: OpenJDK" of a log has none), or else the first
/// exception, or else the main thread.
std::size_t leadingStack(const std::vector<JvmStack>& stacks)
{
    auto found = std::ranges::find(stacks, true, &JvmStack::isFatal);
    if (found == stacks.end())
        found = std::ranges::find_if(stacks, [](const JvmStack& stack) {
            return stack.role == JvmStackRole::Error && !stack.frames.empty();
        });
    if (found == stacks.end())
        found = std::ranges::find(stacks, JvmStackRole::Error, &JvmStack::role);
    if (found == stacks.end())
        found = std::ranges::find(stacks, std::string_view("main"), &JvmStack::thread);
    return found == stacks.end() ? 0 : static_cast<std::size_t>(found - stacks.begin());
}

/// Symbolicator's requests say of a stack without an exception no more than that.
StackRole roleOf(const JvmStack& stack)
{
    switch (stack.role) {
    case JvmStackRole::Error: return stack.exception ? StackRole::Error : StackRole::Thread;
    case JvmStackRole::Cause: return StackRole::Cause;
    case JvmStackRole::Suppressed: return StackRole::Suppressed;
    case JvmStackRole::Thread: break;
    }
    return StackRole::Thread;
}

/// A thread of a dump may have frames of machine code only, which are among its details.
bool hasFrames(const TextStack& stack)
{
    const auto native = stack.thread.empty() ? 0 : stack.details.size();
    return stack.frames.size() + native > 0;
}

} // namespace

std::vector<std::string> messagesByStack(const JvmEvent& jvm)
{
    std::vector<std::string> messages(jvm.stacks.size());
    for (const auto& message : jvm.messages) {
        if (message.frame || message.stack >= messages.size())
            continue;
        auto& text = messages[message.stack];
        text += concat(text.empty() ? "" : "\n", message.text);
    }
    return messages;
}

std::vector<std::optional<StackError>> errorsOf(const JvmEvent& jvm)
{
    auto messages = messagesByStack(jvm);
    std::vector<std::optional<StackError>> errors(jvm.stacks.size());
    for (std::size_t i = 0; i < errors.size(); ++i) {
        if (const auto& exception = jvm.stacks[i].exception)
            errors[i] = StackError{.type = exception->type,
                                   .package = exception->module,
                                   .message = std::move(messages[i])};
    }
    return errors;
}

std::shared_ptr<Event> crashOf(JvmEvent jvm)
{
    auto event = std::make_shared<Event>();
    event->kind = EventKind::Jvm;
    event->platform = jvm.platform;
    event->crash.addressKnown = false;
    event->modules = mappingModulesOf(jvm);
    event->threads.resize(jvm.stacks.size());
    auto errors = errorsOf(jvm);
    for (std::size_t i = 0; i < errors.size(); ++i) {
        event->threads[i].role = roleOf(jvm.stacks[i]);
        event->threads[i].error = std::move(errors[i]);
    }
    if (!jvm.stacks.empty())
        event->requestingThread = static_cast<std::uint32_t>(leadingStack(jvm.stacks));
    describeFailure(*event, jvm);
    event->detail = std::move(jvm);
    return event;
}

std::vector<EventModule> mappingModulesOf(const JvmEvent& jvm)
{
    std::vector<DebugId> uuids;
    for (const auto& module : jvm.modules) {
        if (module.type == JvmModule::Type::Mapping)
            uuids.push_back(module.id);
    }
    // One of each is the same mapping under two ids. Of several, nothing tells which are the same.
    const bool isOne = jvm.mapIds.size() == 1 && uuids.size() == 1;
    const auto firstUuid = isOne ? 0 : jvm.mapIds.size();
    std::vector<EventModule> modules(std::max<std::size_t>(firstUuid + uuids.size(), 1));
    for (auto& module : modules)
        module.debugFile = "mapping.txt";
    for (std::size_t i = 0; i < jvm.mapIds.size(); ++i)
        modules[i].codeId = CodeId::parse(jvm.mapIds[i]);
    for (std::size_t i = 0; i < uuids.size(); ++i)
        modules[firstUuid + i].debugId = uuids[i];
    return modules;
}

void describeFailure(Event& event, const JvmEvent& jvm)
{
    const auto messages = messagesByStack(jvm);
    const auto count = std::min(jvm.stacks.size(), event.threads.size());
    for (std::size_t i = 0; i < count; ++i) {
        if (auto title = titleOf(jvm.stacks[i], messages[i]); !title.empty())
            event.threads[i].name = std::move(title);
    }
    const auto leading = event.requestingThread.value_or(0);
    if (leading >= count)
        return;
    const auto& exception = jvm.stacks[leading].exception;
    if (!exception)
        return;
    event.crash.present = true;
    event.crash.reason = className(*exception);
    event.crash.details = messages[leading];
}

Result<EventPtr> readJvmTextEvent(const ByteView& bytes, const ParseLimits& limits)
{
    auto valid =
        isValidUtf8(bytes.text()) ? bytes : ByteView::fromString(toValidUtf8(bytes.text()));
    const auto plainBytes = withoutByteOrderMark(valid.text()).size();
    valid = valid.slice(valid.size() - plainBytes, plainBytes).value_or(ByteView());
    if (looksLikeErrorFile(valid.text())) {
        auto event = readErrorFile(valid.text(), limits);
        event->details.emplace_back("text", textKindName(TextKind::HotSpotError));
        return event;
    }
    FL_TRY(auto text, readJvmText(std::move(valid)));
    std::erase_if(text.stacks, &TextStack::isRepeated);
    if (std::ranges::none_of(text.stacks, hasFrames))
        return fail(ErrorKind::Unsupported, "jvm text: no stack trace");
    std::size_t leftOut = 0;
    auto jvm = eventOf(text, limits, leftOut);
    auto quoted = takeQuotedScripts(jvm, limits);
    auto event = crashOf(std::move(jvm));
    addQuotedScripts(*event, std::move(quoted), limits);
    event->details.emplace_back("text", textKindName(text.kind));
    if (leftOut > 0)
        event->diagnostics.push_back({Diagnostic::Severity::Warning, "stacks",
                                      concat(leftOut, " stacks or frames are left out: too many")});
    return event;
}

} // namespace faultline::jvmtext

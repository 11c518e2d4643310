// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/stack_role_text.h"

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/model/thread_stack.h"

namespace faultline::report {

namespace {

std::string capitalised(std::string_view words)
{
    std::string text(words);
    if (!text.empty())
        text[0] = toUpperAscii(words.substr(0, 1))[0];
    return text;
}

std::string threadTitle(const EventThread& thread, std::size_t index)
{
    return thread.id ? concat("Thread ", *thread.id) : concat("Thread #", index);
}

} // namespace

std::string_view stackRoleWords(StackRole role)
{
    switch (role) {
    case StackRole::Thread:
    case StackRole::Error: break;
    case StackRole::Cause: return "caused by";
    case StackRole::Member: return "one of its errors";
    case StackRole::Suppressed: return "suppressed";
    case StackRole::FreedBy: return "freed by";
    case StackRole::AllocatedBy: return "allocated by";
    case StackRole::CreatedBy: return "created by";
    case StackRole::PreviousAccess: return "previous access";
    case StackRole::StoredBy: return "stored by";
    case StackRole::QueuedBy: return "queued by";
    case StackRole::AcquiredBy: return "acquired by";
    }
    return {};
}

std::string stackTitle(const Event& event, std::size_t index)
{
    const auto& thread = event.threads[index];
    const auto words = stackRoleWords(thread.role);
    const bool isNamed = thread.name && !thread.name->empty();
    // The name of such a stack is the line above it in the text.
    if (!words.empty() && isNamed && event.kind == EventKind::NativeText)
        return capitalised(escapeControls(*thread.name));
    auto title = words.empty() ? threadTitle(thread, index)
                 : thread.id   ? concat(capitalised(words), ", thread ", *thread.id)
                               : capitalised(words);
    if (isNamed)
        title += concat(" \"", escapeControls(*thread.name), "\"");
    return title;
}

std::string stackErrorText(const Report& report, std::size_t thread)
{
    const auto* stack = thread < report.stacks.size() ? report.stacks[thread].get() : nullptr;
    const auto& error =
        stack != nullptr && stack->error ? stack->error : report.event->threads[thread].error;
    if (!error)
        return {};
    const auto type = concat(error->package,
                             error->package.empty() || error->type.empty() ? "" : ".", error->type);
    return escapeControls(
        concat(type, type.empty() || error->message.empty() ? "" : ": ", error->message));
}

} // namespace faultline::report

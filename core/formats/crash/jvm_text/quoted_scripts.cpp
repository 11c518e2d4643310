// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/jvm_text/quoted_scripts.h"

#include "core/base/text.h"
#include "core/formats/crash/jvm_text/jvm_crash.h"
#include "core/formats/crash/script_stack/script_part.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace faultline::jvmtext {

namespace {

void shortenMessages(JvmEvent& jvm, const std::map<std::size_t, std::size_t>& stacks)
{
    std::erase_if(jvm.messages, [&](const JvmMessage& message) {
        return !message.frame && stacks.contains(message.stack) &&
               (trimAscii(message.text).empty() || scriptstack::isQuotedFrame(message.text));
    });
    for (auto& message : jvm.messages) {
        if (!message.frame && stacks.contains(message.stack))
            message.text = std::string(scriptstack::withoutAnnouncement(message.text));
    }
}

} // namespace

QuotedScripts takeQuotedScripts(JvmEvent& jvm, const ParseLimits& limits)
{
    QuotedScripts found;
    const auto messages = messagesByStack(jvm);
    for (std::size_t i = 0; i < messages.size(); ++i) {
        if (messages[i].find('\n') == std::string::npos)
            continue;
        auto quoted = scriptstack::readQuotedStacks(messages[i], limits);
        const auto count = found.scripts.stacks.size();
        if (!quoted ||
            count + quoted->scripts.stacks.size() + jvm.stacks.size() > limits.maxThreads)
            continue;
        found.firstByStack.emplace(i, count);
        if (count == 0)
            found.scripts = std::move(quoted->scripts);
        else
            std::ranges::move(quoted->scripts.stacks, std::back_inserter(found.scripts.stacks));
        if (found.engine.empty())
            found.engine = std::move(quoted->engine);
    }
    shortenMessages(jvm, found.firstByStack);
    return found;
}

void addQuotedScripts(Event& event, QuotedScripts quoted, const ParseLimits& limits)
{
    if (quoted.firstByStack.empty())
        return;
    const auto leading = quoted.firstByStack.find(event.requestingThread.value_or(0));
    const bool leads = leading != quoted.firstByStack.end();
    const auto first = scriptstack::addScriptPart(event, std::move(quoted.scripts), limits);
    if (!quoted.engine.empty())
        event.details.emplace_back("JavaScript engine", quoted.engine);
    if (!leads)
        return;
    event.requestingThread = first + static_cast<std::uint32_t>(leading->second);
    const auto& error = event.threads[*event.requestingThread].error;
    event.crash.reason = error && !error->type.empty() ? error->type : "Error";
    event.crash.details = error ? error->message : std::string();
}

} // namespace faultline::jvmtext

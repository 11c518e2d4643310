// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/markdown_report.h"

#include "core/base/arch.h"
#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/insight/key_frame.h"
#include "core/report/annotation_text.h"
#include "core/report/module_text.h"
#include "core/report/stack_role_text.h"
#include "core/report/stack_text.h"

#include <algorithm>
#include <array>
#include <span>

namespace faultline::report {

namespace {

constexpr std::string_view kSeparator = " · ";

/// Back ticks would end a code span or block, so they are removed from texts of the crash file.
std::string withoutBackticks(std::string text)
{
    std::ranges::replace(text, '`', '\'');
    return text;
}

std::string codeSpan(std::string_view text)
{
    return concat("`", withoutBackticks(escapeControls(text)), "`");
}

/// Forges look for these in the finished text, where a backslash is gone: people and addresses of
/// mail, issues, entities, formulas, and addresses of pages. They leave code alone.
bool needsCode(std::string_view text)
{
    constexpr std::array<std::string_view, 7> kMarks{"@", "#", "&", "$", "://", "www.", "GH-"};
    return std::ranges::any_of(kMarks, [text](auto mark) { return text.contains(mark); });
}

/// Escapes with a backslash every character that has a meaning in Markdown. A text that could be
/// more than Markdown becomes code.
std::string plainText(std::string_view text)
{
    if (needsCode(text))
        return codeSpan(text);
    std::string out;
    for (const char c : escapeControls(text)) {
        if (std::string_view("\\`*_[]<>|~").contains(c))
            out += '\\';
        out += c;
    }
    return out;
}

void appendPart(std::string& line, std::string_view part)
{
    if (part.empty())
        return;
    if (!line.empty())
        line += kSeparator;
    line += part;
}

/// The first module of a script is the script, and that of the JVM a mapping: no program.
std::string programText(const Event& event)
{
    if (!event.isNative())
        return {};
    if (event.modules.empty()) {
        const auto* native = event.asNative();
        return native == nullptr || native->process.name.empty()
                   ? std::string()
                   : concat("**", plainText(native->process.name), "**");
    }
    const auto& module = event.modules.front();
    const auto version = module.version.empty() ? std::string() : " " + plainText(module.version);
    return concat("**", plainText(moduleName(module)), version, "**");
}

std::string systemText(const SystemInfo& system)
{
    std::string text = plainText(system.osName);
    for (const auto& part :
         {plainText(system.osVersion),
          std::string(system.arch == Arch::Unknown ? "" : archName(system.arch))}) {
        if (!part.empty())
            text += (text.empty() ? "" : " ") + part;
    }
    return text;
}

std::string causeText(const CrashInfo& crash)
{
    if (crash.reason.empty())
        return {};
    if (!crash.present || !crash.addressKnown)
        return codeSpan(crash.reason);
    return concat(codeSpan(crash.reason), " @ `", Hex{crash.address}, "`");
}

std::string threadText(const Event& event, std::size_t index)
{
    if (index >= event.threads.size())
        return {};
    const auto& thread = event.threads[index];
    // A script has no threads; the name is that of its exception.
    if (event.asScript() != nullptr)
        return plainText(thread.name.value_or(""));
    auto text = concat("thread ", thread.id.value_or(index));
    if (thread.name && !thread.name->empty())
        text += concat(" \"", plainText(*thread.name), "\"");
    return text;
}

/// If only a part of a stack is shown, only the modules of that part are listed. One flag for each
/// module.
std::vector<bool> wantedModules(const Report& report, const MarkdownOptions& options)
{
    std::vector<bool> wanted(report.modules.size(), !options.shown);
    if (!options.shown)
        return wanted;
    for (const Frame* frame : shownFrames(report, *options.shown)) {
        if (frame->module && *frame->module < wanted.size())
            wanted[*frame->module] = true;
    }
    return wanted;
}

std::string missingLine(const Report& report, const MarkdownOptions& options)
{
    std::string list;
    const auto wanted = wantedModules(report, options);
    for (const auto module : modulesWithoutSymbols(report)) {
        if (wanted[module])
            list += concat(list.empty() ? "No symbols: " : ", ",
                           plainText(wantedFile(report.modules[module]->module)));
    }
    return list.empty() ? list : list + "\n";
}

/// A ticket gets the first ones; the JSON report has all.
std::string annotationList(const Event& event)
{
    constexpr std::size_t kMaxListed = 20;
    constexpr std::size_t kMaxBytes = 200;
    std::string list;
    const auto shown = std::min(event.annotations.size(), kMaxListed);
    for (const auto& annotation : std::span(event.annotations).first(shown)) {
        const auto value = toValidUtf8(std::string_view(annotation.value).substr(0, kMaxBytes));
        list += concat("- ", plainText(annotation.key), ": ", plainText(value),
                       annotation.value.size() > kMaxBytes ? "…" : "",
                       plainText(annotationOrigin(event, annotation)), "\n");
    }
    if (shown < event.annotations.size())
        list += concat("- and ", event.annotations.size() - shown, " more\n");
    return list.empty() ? list : concat("Annotations:\n", list);
}

/// The stacks that explain the leading one: who freed the memory, what caused the error.
std::string explainingStacks(const Report& report)
{
    constexpr std::size_t kMaxStacks = 4;
    const auto leading = insight::leadingThread(report);
    std::string text;
    std::size_t count = 0;
    for (std::size_t i = 0; i < report.event->threads.size() && count < kMaxStacks; ++i) {
        if (i == leading || stackRoleWords(report.event->threads[i].role).empty())
            continue;
        ++count;
        const auto error = stackErrorText(report, i);
        text +=
            concat(plainText(stackTitle(*report.event, i)),
                   error.empty() ? "" : concat(": ", codeSpan(error)), "\n```\n",
                   withoutBackticks(stackText(report, wholeStack(report, i), StackForm::Markdown)),
                   "```\n");
    }
    return text;
}

} // namespace

std::string renderMarkdown(const Report& report, const MarkdownOptions& options)
{
    const auto& event = *report.event;
    const auto stack = options.shown.value_or(wholeStack(report, insight::leadingThread(report)));
    std::string header;
    appendPart(header, options.program ? concat("**", plainText(*options.program), "**")
                                       : programText(event));
    appendPart(header, systemText(event.system));
    appendPart(header, causeText(event.crash));
    appendPart(header,
               options.thread ? plainText(*options.thread) : threadText(event, stack.thread));
    auto text = header + "\n";
    if (options.cause)
        text += plainText(*options.cause) + "\n";
    if (options.signature)
        text += concat("Signature: ", codeSpan(*options.signature), "\n");
    return concat(text, "```\n", withoutBackticks(stackText(report, stack, StackForm::Markdown)),
                  "```\n", options.shown ? std::string() : explainingStacks(report),
                  missingLine(report, options),
                  options.shown ? std::string() : annotationList(event));
}

} // namespace faultline::report

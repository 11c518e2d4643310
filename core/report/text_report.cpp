// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/text_report.h"

#include "core/base/arch.h"
#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/insight/frame_names.h"
#include "core/insight/key_frame.h"
#include "core/insight/self_end.h"
#include "core/insight/thread_groups.h"
#include "core/model/thread_stack.h"
#include "core/report/analysis_text.h"
#include "core/report/annotation_text.h"
#include "core/report/candidate_text.h"
#include "core/report/frame_text.h"
#include "core/report/insight_text.h"
#include "core/report/module_text.h"
#include "core/report/stack_role_text.h"
#include "core/report/stack_text.h"
#include "core/report/thread_words.h"
#include "core/report/time_text.h"
#include "core/report/variable_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <span>

namespace faultline::report {

namespace {

enum class Style : std::uint8_t { Plain, Title, Alarm, Caution, Faint };

std::string_view ansiCode(Style style)
{
    switch (style) {
    case Style::Plain: return "";
    case Style::Title: return "\x1b[1m";
    case Style::Alarm: return "\x1b[1;31m";
    case Style::Caution: return "\x1b[33m";
    case Style::Faint: return "\x1b[2m";
    }
    return "";
}

std::string joinWords(std::initializer_list<std::string_view> words)
{
    std::string text;
    for (const auto word : words) {
        if (word.empty())
            continue;
        if (!text.empty())
            text += ' ';
        text += word;
    }
    return escapeControls(text);
}

/// Cuts before the first character that does not fit.
std::string shortened(std::string_view text, std::size_t maxBytes)
{
    if (text.size() <= maxBytes)
        return escapeControls(text);
    const auto isContinued = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; };
    while (maxBytes > 0 && isContinued(text[maxBytes]))
        --maxBytes;
    return escapeControls(text.substr(0, maxBytes)) + "…";
}

/// Returns the family of a fact that comes in long lists: "status" of "status VmPeak", "AT_" of
/// "AT_PHDR".
std::string_view familyOf(std::string_view name)
{
    constexpr std::string_view kAuxiliary = "AT_";
    return name.starts_with(kAuxiliary) ? kAuxiliary : name.substr(0, name.find(' '));
}

std::vector<std::string>
detailLines(const std::vector<std::pair<std::string, std::string>>& details,
            const TextOptions& options)
{
    struct Family
    {
        std::size_t size = 0;
        bool isTold = false;
    };

    std::map<std::string_view, Family> families;
    for (const auto& [name, value] : details)
        ++families[familyOf(name)].size;
    std::vector<std::string> lines;
    for (const auto& [name, value] : details) {
        auto& family = families[familyOf(name)];
        if (family.size <= options.maxDetailsOfAKind)
            lines.push_back(
                concat(escapeControls(name), ": ", shortened(value, options.maxDetailBytes)));
        else if (!std::exchange(family.isTold, true))
            lines.push_back(concat(escapeControls(familyOf(name)), "…: ", family.size, " facts"));
    }
    return lines;
}

/// What the dump says of a thread beside its stack; empty when it says nothing. The file counts
/// times in units of 100 ns, and the time of creation from 1601.
std::string threadFacts(const EventThread& thread)
{
    constexpr std::uint64_t kUnitsPerSecond = 10'000'000;
    constexpr std::int64_t kSeconds1601To1970 = 11'644'473'600;
    std::string text;
    const auto add = [&](const std::string& fact) {
        text += concat(text.empty() ? "" : ", ", fact);
    };
    const auto seconds = [](std::uint64_t units) {
        return fmt::format("{:.3f} s", static_cast<double>(units) / kUnitsPerSecond);
    };
    if (thread.suspendCount != 0)
        add(concat("suspend count ", thread.suspendCount));
    if (thread.priority != 0)
        add(concat("priority ", thread.priority));
    if (thread.startAddress)
        add(concat("started at ", Hex{*thread.startAddress}));
    if (thread.createTime)
        add(concat("created ",
                   utcText(static_cast<std::int64_t>(*thread.createTime / kUnitsPerSecond) -
                           kSeconds1601To1970)));
    if (thread.userTime)
        add(concat("user time ", seconds(*thread.userTime)));
    if (thread.kernelTime)
        add(concat("kernel time ", seconds(*thread.kernelTime)));
    return text;
}

class TextWriter
{
public:
    TextWriter(const Report& report, const TextOptions& options)
        : m_report(report), m_event(*report.event), m_options(options)
    {
    }

    std::string write()
    {
        writeCause();
        writeFacts();
        writeThreads();
        writeMissing();
        writeModules();
        writeUnloadedModules();
        writeAnnotations();
        writeEnvironment();
        writeDetails();
        writeNotes();
        return std::move(m_out);
    }

private:
    void writeCause()
    {
        const auto& crash = m_event.crash;
        if (m_event.kind == EventKind::NativeJson && crash.reason.empty()) {
            const auto* native = m_event.asNative();
            line(Style::Title, native != nullptr && native->signal
                                   ? concat("Stack traces with signal ", *native->signal)
                                   : "Stack traces");
        } else if (!crash.present && crash.reason.empty()) {
            line(Style::Title, crash.isUnreadable ? "Damaged file: its exception cannot be read"
                                                  : "No crash: the file records no exception");
        } else {
            const bool hasAddress = crash.present && crash.addressKnown;
            const auto address = hasAddress ? concat(" at ", Hex{crash.address}) : std::string();
            const auto reason = crash.reason.empty() ? "the file does not tell the reason"
                                                     : escapeControls(crash.reason);
            line(Style::Alarm,
                 concat(crash.isSimulated ? "Requested report: " : "Crash: ", reason, address));
        }
        const auto cause = insight::causeOf(m_report);
        const auto words = causeWords(cause);
        if (!words.empty() && (crash.present || !cause.threads.empty()))
            line(Style::Plain, concat("Cause: ", words));
        if (!crash.assertion.empty())
            line(Style::Plain, concat("Message: ", escapeControls(crash.assertion)));
        for (const auto detail : splitLines(crash.details))
            line(Style::Plain, concat("Details: ", escapeControls(detail)));
        if (const auto function = functionOfCrash(); !function.empty())
            line(Style::Plain, concat("In: ", escapeControls(function),
                                      isOfWrongBuild(function) ? " (wrong build)" : ""));
        for (const auto& text : analysisLines(m_report))
            line(Style::Plain, text);
    }

    /// The function of the row that the crash is named after.
    std::string functionOfCrash() const
    {
        const auto blamed = insight::crashPlace(m_report).blamed;
        if (blamed == 0)
            return m_report.crashedFunction.value_or("");
        const auto* stack = insight::stackOf(m_report, insight::crashedThread(m_report));
        return insight::frameFunction(m_report, stack->frames[blamed]);
    }

    /// Tells whether the leading thread has this name from the symbols of another build.
    bool isOfWrongBuild(std::string_view function) const
    {
        const auto leading = insight::leadingThread(m_report);
        if (leading >= m_report.stacks.size() || !m_report.stacks[leading])
            return false;
        const auto& frames = m_report.stacks[leading]->frames;
        const auto found = std::ranges::find_if(frames, [&](const Frame& frame) {
            if (frame.position.function)
                return *frame.position.function == function;
            const auto* native = frame.asNative();
            return native != nullptr && native->symbol == function;
        });
        return found != frames.end() && found->isFromWrongBuild();
    }

    void writeFacts()
    {
        const auto& system = m_event.system;
        const auto name = system.osName.empty() ? system.osLongName : system.osName;
        const auto arch = system.arch == Arch::Unknown ? std::string_view() : archName(system.arch);
        fact("System",
             joinWords({name, system.osVersion, system.osBuild, arch, system.deviceModel}));
        if (system.cpuCount != 0)
            fact("CPU", concat(system.cpuCount, system.cpuCount == 1 ? " core" : " cores",
                               system.cpuInfo.empty() ? "" : ", ", escapeControls(system.cpuInfo)));
        if (m_event.timestamp)
            fact("Time", utcText(*m_event.timestamp));
        if (const auto* native = m_event.asNative())
            writeProcess(native->process);
    }

    void writeProcess(const ProcessInfo& process)
    {
        fact("Process",
             joinWords({process.name, process.id ? concat("pid ", *process.id) : "",
                        process.uptimeSeconds ? concat("up ", *process.uptimeSeconds, " s") : ""}));
        std::string command;
        for (const auto& argument : process.arguments)
            command += concat(command.empty() ? "" : " ", escapeControls(argument));
        fact("Command", command);
    }

    void writeThreads()
    {
        if (m_event.threads.empty())
            return;
        const auto leading = insight::leadingThread(m_report);
        writeThread(leading);
        if (m_options.threads == ShownThreads::Leading)
            return;
        for (std::size_t i = 0; i < m_event.threads.size(); ++i) {
            if (i != leading)
                writeThread(i);
        }
    }

    void writeThread(std::size_t index)
    {
        const auto& thread = m_event.threads[index];
        auto title = stackTitle(m_event, index);
        if (!thread.queue.empty())
            title += concat(" on queue ", escapeControls(thread.queue));
        if (thread.isRequesting.value_or(false))
            title += m_event.crash.present && !m_event.crash.isSimulated ? " (crashed)"
                                                                         : " (requesting)";
        line(Style::Plain, "");
        line(Style::Title, title);
        const auto* stack = index < m_report.stacks.size() ? m_report.stacks[index].get() : nullptr;
        if (stack == nullptr || stack->frames.empty()) {
            const auto& problem =
                thread.skipped ? "the thread that wrote the dump" : thread.contextProblem;
            line(Style::Faint,
                 concat("  no frames", problem.empty() ? "" : ": ", escapeControls(problem)));
            return;
        }
        if (const auto error = stackErrorText(m_report, index);
            !error.empty() && error != escapeControls(m_event.crash.reason))
            line(Style::Plain, concat("  ", error));
        if (const auto facts = threadFacts(thread); !facts.empty())
            line(Style::Faint, concat("  ", facts));
        writeWait(index);
        for (std::size_t row = 0; row < stack->frames.size(); ++row) {
            writeFrame(stack->frames[row]);
            writeVariables(index, row);
        }
        writeEnd(*stack);
    }

    /// Says for whom the thread waits, if that is recorded.
    void writeWait(std::size_t thread)
    {
        const auto* wait = insight::waitOf(m_report, static_cast<std::uint32_t>(thread));
        if (wait == nullptr || !wait->object || *wait->object >= m_report.waits->objects.size())
            return;
        const auto& object = m_report.waits->objects[*wait->object];
        if (object.owner && object.kind != WaitObjectKind::ThreadEnd)
            line(Style::Plain, concat("  waiting for ", objectWords(m_report, object)));
    }

    void writeVariables(std::size_t thread, std::size_t row)
    {
        if (!m_report.variables)
            return;
        for (const auto& frame : m_report.variables->frames) {
            if (frame.thread == thread && frame.row == row)
                writeVariableLines(frame, [&](const std::string& text) {
                    line(Style::Plain, concat("        ", text));
                });
        }
    }

    /// Writes one row: number and label, then position and trust, which get a line of their own if
    /// they do not fit.
    void writeFrame(const Frame& frame)
    {
        const auto [row, tail] = frameLine(m_report, frame, StackForm::Plain);
        const auto style = isGuess(frame.trust) ? Style::Caution : Style::Plain;
        if (tail.empty() || row.size() + 2 + tail.size() <= m_options.width) {
            line(style, tail.empty() ? row : concat(row, "  ", tail));
            return;
        }
        line(style, row);
        line(Style::Faint, concat("        ", tail));
    }

    void writeEnd(const ThreadStack& stack)
    {
        const auto text = stackEndText(stack);
        if (!text.empty())
            line(endsEarly(stack) ? Style::Caution : Style::Faint, concat("      ", text));
    }

    void writeMissing()
    {
        const auto missing = modulesWithoutSymbols(m_report);
        if (missing.empty())
            return;
        line(Style::Plain, "");
        line(Style::Title, concat("Without symbols: ", missing.size(),
                                  missing.size() == 1 ? " module" : " modules"));
        const auto frames = insight::framesByModule(m_report);
        for (const auto module : missing)
            writeMissingModule(module, frames[module]);
    }

    void writeMissingModule(std::uint32_t index, std::size_t framesOnStack)
    {
        const auto& module = *m_report.modules[index];
        line(Style::Plain,
             concat("  ", wantedFile(module.module), "  ", debugStatusWords(module), " (",
                    module.frameCount, module.frameCount == 1 ? " frame)" : " frames)"));
        writeWhy(index, framesOnStack);
        const auto places = triedPlaces(module);
        const auto shown = std::min(places.size(), m_options.maxPlacesPerModule);
        for (std::size_t i = 0; i < shown; ++i)
            line(Style::Faint, concat("    tried ", places[i]));
        if (shown < places.size())
            line(Style::Faint, concat("    and ", places.size() - shown, " more"));
        if (places.empty())
            line(Style::Faint, "    no source was asked");
    }

    void writeWhy(std::uint32_t index, std::size_t framesOnStack)
    {
        const auto& module = *m_report.modules[index];
        auto setting = insight::settingOf(m_report);
        setting.framesOnStack = framesOnStack;
        const auto why = insight::whyModule(m_report, index, setting);
        const auto explanation = whyExplanation(why);
        line(Style::Plain, concat("    why: ", whyHeadline(why.code, moduleName(module.module)),
                                  explanation.empty() ? "" : ". ", explanation));
        if (const auto next = remedyWords(why.remedies); !next.empty())
            line(Style::Plain, concat("    next: ", next));
    }

    void writeModules()
    {
        std::vector<const ModuleReport*> modules;
        for (const auto& module : m_report.modules) {
            if (module)
                modules.push_back(module.get());
        }
        if (modules.empty())
            return;
        std::ranges::stable_sort(modules, {},
                                 [](const ModuleReport* module) { return module->module.address; });
        line(Style::Plain, "");
        line(Style::Title, concat("Modules: ", modules.size()));
        for (const auto* module : modules)
            writeModule(*module);
    }

    /// Scripts and mappings have no address.
    std::string addressColumns(const EventModule& module) const
    {
        if (!m_event.isNative())
            return {};
        const auto end = module.sizeBytes == 0 ? std::string("?")
                                               : hexAddress(module.address + module.sizeBytes);
        return fmt::format("{:>18} {:<18} ", hexAddress(module.address), end);
    }

    void writeModule(const ModuleReport& report)
    {
        const auto& module = report.module;
        const auto id = module.debugId  ? module.debugId->canonical()
                        : module.codeId ? module.codeId->text()
                                        : std::string();
        line(Style::Plain, concat("  ", addressColumns(module),
                                  joinWords({moduleName(module), module.version, id}), "  ",
                                  debugStatusWords(report)));
        for (const auto& note : moduleNotes(report))
            line(Style::Faint, concat("      ", escapeControls(note)));
        if (!module.unknownCodeView.empty())
            line(Style::Faint, concat("      CodeView record of an unknown kind: ",
                                      module.unknownCodeView.size(), " bytes, ",
                                      hexOfBytes(module.unknownCodeView.span().first(
                                          std::min<std::size_t>(4, module.unknownCodeView.size()))),
                                      "…"));
    }

    /// Ends the list `title` of `count` lines that `lineAt` gives, with the number that is left
    /// out.
    template <class LineAt>
    void writeList(std::string_view title, std::size_t count, LineAt lineAt)
    {
        if (count == 0)
            return;
        line(Style::Plain, "");
        line(Style::Title, title);
        const auto shown = std::min(count, m_options.maxDetails);
        for (std::size_t i = 0; i < shown; ++i)
            line(Style::Plain, concat("  ", lineAt(i)));
        if (shown < count)
            line(Style::Faint, concat("  and ", count - shown, " more"));
    }

    void writeUnloadedModules()
    {
        const auto* native = m_event.asNative();
        if (native == nullptr)
            return;
        const auto& modules = native->unloadedModules;
        writeList(concat("Unloaded modules: ", modules.size()), modules.size(), [&](std::size_t i) {
            const auto& module = modules[i];
            return fmt::format("{:>18} {:<18} {}", hexAddress(module.address),
                               hexAddress(module.address + module.sizeBytes),
                               escapeControls(module.name));
        });
    }

    void writeAnnotations()
    {
        writeList("Annotations", m_event.annotations.size(), [&](std::size_t i) {
            const auto& annotation = m_event.annotations[i];
            return concat(escapeControls(annotation.key), ": ",
                          shortened(annotation.value, m_options.maxDetailBytes),
                          annotationOrigin(m_event, annotation));
        });
    }

    void writeEnvironment()
    {
        const auto* native = m_event.asNative();
        if (!m_options.environment || native == nullptr)
            return;
        const auto& environment = native->process.environment;
        writeList("Environment", environment.size(), [&](std::size_t i) {
            return concat(escapeControls(environment[i].first), "=",
                          shortened(environment[i].second, m_options.maxDetailBytes));
        });
    }

    /// Writes further short facts of the file. JSON contains all of them in full.
    void writeDetails()
    {
        const auto lines = detailLines(m_event.details, m_options);
        if (lines.empty())
            return;
        line(Style::Plain, "");
        line(Style::Title, "Details");
        const auto shown = std::min(lines.size(), m_options.maxDetails);
        for (const auto& text : std::span(lines).first(shown))
            line(Style::Plain, concat("  ", text));
        if (shown < lines.size())
            line(Style::Faint, concat("  and ", lines.size() - shown, " more"));
    }

    void writeNotes()
    {
        if (m_event.diagnostics.empty() && m_report.diagnostics.empty())
            return;
        line(Style::Plain, "");
        line(Style::Title, "Notes");
        for (const auto* list : {&m_event.diagnostics, &m_report.diagnostics}) {
            for (const auto& note : *list)
                line(Style::Plain,
                     concat("  ", escapeControls(note.area), ": ", escapeControls(note.text)));
        }
    }

    void fact(std::string_view name, const std::string& text)
    {
        if (!text.empty())
            line(Style::Plain, fmt::format("{:<9}{}", concat(name, ":"), text));
    }

    void line(Style style, std::string_view text)
    {
        const bool isStyled = m_options.color == TextColor::Ansi && style != Style::Plain;
        if (isStyled)
            m_out += ansiCode(style);
        m_out += text;
        if (isStyled)
            m_out += "\x1b[0m";
        m_out += '\n';
    }

    const Report& m_report;
    const Event& m_event;
    const TextOptions& m_options;
    std::string m_out;
};

} // namespace

std::string renderText(const Report& report, const TextOptions& options)
{
    return TextWriter(report, options).write();
}

} // namespace faultline::report

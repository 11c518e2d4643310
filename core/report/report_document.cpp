// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report_document.h"

#include "core/base/arch.h"
#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/insight/cause.h"
#include "core/insight/key_frame.h"
#include "core/model/registers.h"
#include "core/model/thread_stack.h"
#include "core/report/analysis_text.h"
#include "core/report/annotation_text.h"
#include "core/report/document_stack.h"
#include "core/report/document_tables.h"
#include "core/report/insight_text.h"
#include "core/report/module_text.h"
#include "core/report/time_text.h"

#include <algorithm>

namespace faultline::report {

namespace {

std::string joinParts(std::initializer_list<std::string_view> parts, std::string_view separator)
{
    std::string text;
    for (const auto part : parts) {
        if (!part.empty())
            text += concat(text.empty() ? "" : separator, escapeControls(part));
    }
    return text;
}

std::string fullAddress(std::uint64_t address, Arch arch)
{
    constexpr int kDigits32 = 8;
    constexpr int kDigits64 = 16;
    const auto digits = pointerSize(cpuFamily(arch)) == 4 ? kDigits32 : kDigits64;
    return concat("0x", hexDigits(address, digits));
}

std::string durationText(std::uint64_t seconds)
{
    constexpr std::uint64_t kMinute = 60;
    constexpr std::uint64_t kHour = 60 * kMinute;
    constexpr std::uint64_t kDay = 24 * kHour;
    if (seconds < kMinute)
        return concat(seconds, " s");
    if (seconds < kHour)
        return concat(seconds / kMinute, " min ", seconds % kMinute, " s");
    if (seconds < kDay)
        return concat(seconds / kHour, " h ", seconds % kHour / kMinute, " min");
    return concat(seconds / kDay, " d ", seconds % kDay / kHour, " h");
}

/// The value of the first annotation with one of the names that clients of Crashpad and Breakpad
/// use.
std::string_view annotationOf(const Event& event, std::initializer_list<std::string_view> keys)
{
    for (const auto& each : event.annotations) {
        if (std::ranges::find(keys, each.key) != keys.end())
            return each.value;
    }
    return {};
}

std::string documentProgram(const Event& event)
{
    const auto name = annotationOf(event, {"prod", "ProductName", "_productName", "product"});
    if (!name.empty())
        return joinParts({name, annotationOf(event, {"ver", "Version", "_version", "version"})},
                         " ");
    if (const auto* native = event.asNative(); native != nullptr && !event.modules.empty())
        return joinParts({moduleName(event.modules.front()), event.modules.front().version}, " ");
    const auto* native = event.asNative();
    return native == nullptr ? std::string() : escapeControls(native->process.name);
}

std::string documentSystem(const SystemInfo& system)
{
    const auto name = system.osName.empty() ? system.osLongName : system.osName;
    const auto arch = system.arch == Arch::Unknown ? std::string_view() : archName(system.arch);
    return joinParts({joinParts({name, system.osVersion, system.osBuild}, " "),
                      system.cpuName.empty() ? arch : std::string_view(system.cpuName),
                      system.deviceModel},
                     " · ");
}

class DocumentMaker
{
public:
    DocumentMaker(const Report& report, const DocumentOptions& options)
        : m_report(report), m_event(*report.event), m_options(options)
    {
    }

    ReportDocument make()
    {
        m_document.title = titleText();
        addSubtitle();
        addFacts();
        m_document.signature =
            m_report.signature ? std::optional(escapeControls(*m_report.signature)) : std::nullopt;
        addStacks();
        addRegisters();
        m_document.tables = documentTables(m_report, m_options.environment);
        m_document.shared = m_options.shared;
        addCrash();
        addAnnotations();
        addFoot();
        return std::move(m_document);
    }

private:
    std::string titleText() const
    {
        const auto words = causeWords(insight::causeOf(m_report));
        if (!words.empty())
            return words;
        if (!m_event.crash.reason.empty())
            return escapeControls(m_event.crash.reason);
        return "Stack traces";
    }

    void addSubtitle()
    {
        const auto& crash = m_event.crash;
        auto& line = m_document.subtitle;
        const auto add = [&line](std::string text, bool isCode) {
            if (!text.empty())
                line.push_back({.name = {}, .text = std::move(text), .isCode = isCode});
        };
        if (const auto reason = escapeControls(crash.reason); !m_document.title.contains(reason))
            add(reason, false);
        if (crash.present && crash.addressKnown) {
            add("at", false);
            add(fullAddress(crash.address, m_event.system.arch), true);
        }
        if (m_report.analysis && m_report.analysis->instruction &&
            !m_report.analysis->instruction->text.empty()) {
            add("instruction", false);
            add(escapeControls(m_report.analysis->instruction->text), true);
        }
    }

    static void add(std::vector<DocumentFact>& facts, std::string_view name, std::string text)
    {
        if (!text.empty())
            facts.push_back({.name = std::string(name), .text = std::move(text)});
    }

    void addFacts()
    {
        auto& facts = m_document.facts;
        add(facts, "Program", documentProgram(m_event));
        add(facts, "System", documentSystem(m_event.system));
        if (m_event.timestamp)
            add(facts, m_event.crash.present ? "Crashed at" : "Time", utcText(*m_event.timestamp));
        const auto* native = m_event.asNative();
        if (native != nullptr && native->process.uptimeSeconds)
            add(facts, "Up", durationText(*native->process.uptimeSeconds));
        add(facts, "Symbols", symbolQuality(m_report));
    }

    void addStacks()
    {
        m_document.leading = leadingStack(m_report, m_options.longStacks);
        if (m_document.title.contains(m_document.leading.error))
            m_document.leading.error.clear();
        m_document.related = relatedStacks(m_report, m_options.longStacks);
        m_document.others = otherStacks(m_report, m_options.longStacks);
        m_document.othersFacts = otherFacts(m_report, m_document.others.size());
    }

    void addRegisters()
    {
        const auto thread = insight::leadingThread(m_report);
        const auto* stack = insight::stackOf(m_report, thread);
        if (thread >= m_event.threads.size())
            return;
        const auto& start = m_event.threads[thread].registers;
        if (stack != nullptr && !stack->registers.empty())
            addRegistersOf(stack->registers.front(), m_event.threads[thread]);
        else if (start)
            addRegistersOf(*start, m_event.threads[thread]);
    }

    void addRegistersOf(const RegisterSet& registers, const EventThread& thread)
    {
        for (const auto& info : registersOf(registers.family())) {
            const auto value = registers.find(info.index);
            if (value)
                m_document.registers.push_back({.name = std::string(info.name),
                                                .value = fullAddress(*value, m_event.system.arch),
                                                .meaning = meaningOf(*value, thread),
                                                .isSuspect = isSuspect(info.name)});
        }
    }

    /// What an address points to, as far as the file itself says.
    std::string meaningOf(std::uint64_t value, const EventThread& thread) const
    {
        if (value >= thread.stackBegin && value < thread.stackEnd)
            return concat("stack + ", Hex{value - thread.stackBegin});
        for (const auto& module : m_event.modules) {
            if (value >= module.address && value - module.address < module.sizeBytes)
                return concat(moduleName(module), " + ", Hex{value - module.address});
        }
        return {};
    }

    bool isSuspect(std::string_view name) const
    {
        if (!m_report.analysis || !m_report.analysis->instruction ||
            !insight::hasFaultingAccess(m_report))
            return false;
        const auto& names = m_report.analysis->instruction->registers;
        return std::ranges::find(names, name) != names.end();
    }

    void addCrash()
    {
        auto& facts = m_document.crash;
        const auto& crash = m_event.crash;
        add(facts, "Reason", escapeControls(crash.reason));
        add(facts, "Message", escapeControls(crash.assertion));
        add(facts, "Details", escapeControls(crash.details));
        for (const auto& line : analysisLines(m_report))
            add(facts, "Analysis", line);
        if (const auto* native = m_event.asNative())
            addProcess(native->process);
        const auto& system = m_event.system;
        const auto cores = system.cpuCount == 0   ? std::string()
                           : system.cpuCount == 1 ? "1 core"
                                                  : concat(system.cpuCount, " cores");
        add(facts, "Processor", joinParts({system.cpuInfo, cores}, ", "));
    }

    void addProcess(const ProcessInfo& process)
    {
        add(m_document.crash, "Process",
            joinParts({process.name, process.id ? concat("pid ", *process.id) : std::string()},
                      ", "));
        std::string command;
        for (const auto& argument : process.arguments)
            command += concat(command.empty() ? "" : " ", escapeControls(argument));
        if (!command.empty())
            m_document.crash.push_back({.name = "Command", .text = command, .isCode = true});
    }

    /// The page shows the first ones; the JSON report has all.
    void addAnnotations()
    {
        constexpr std::size_t kMostShown = 40;
        constexpr std::size_t kMostBytes = 200;
        const auto& all = m_event.annotations;
        for (std::size_t i = 0; i < std::min(all.size(), kMostShown); ++i) {
            const auto start = toValidUtf8(std::string_view(all[i].value).substr(0, kMostBytes));
            m_document.annotations.push_back(
                {.name = escapeControls(all[i].key),
                 .text = concat(all[i].value.empty() ? emptyWords() : escapeControls(start),
                                all[i].value.size() > kMostBytes ? "…" : "")});
        }
        if (all.size() > kMostShown)
            m_document.annotations.push_back(
                {.name = {}, .text = concat("and ", all.size() - kMostShown, " more")});
    }

    std::string emptyWords() const { return m_options.shared ? "left out or empty" : "empty"; }

    void addFoot()
    {
        if (!m_options.foot.empty())
            m_document.foot.push_back(escapeControls(m_options.foot));
        m_document.foot.push_back(joinParts(
            {"Faultline", m_options.fileName.empty() ? std::string_view()
                                                     : std::string_view(m_options.fileName)},
            " · "));
    }

    const Report& m_report;
    const Event& m_event;
    const DocumentOptions& m_options;
    ReportDocument m_document;
};

} // namespace

ReportDocument makeDocument(const Report& report, const DocumentOptions& options)
{
    return DocumentMaker(report, options).make();
}

} // namespace faultline::report

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/stackwalk_text.h"

#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/json/json_reader.h"
#include "core/report/candidate_text.h"
#include "core/report/function_arguments.h"
#include "core/report/pretty_json.h"
#include "core/report/stackwalk_crash_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace faultline::report {

namespace {

constexpr std::size_t kRegisterColumns = 80;

std::string_view trustWords(FrameTrust trust)
{
    switch (trust) {
    case FrameTrust::None: return "unknown";
    case FrameTrust::Scan: return "stack scanning";
    case FrameTrust::CfiScan: return "call frame info with scanning";
    case FrameTrust::FramePointer: return "previous frame's frame pointer";
    case FrameTrust::Cfi: return "call frame info";
    case FrameTrust::Prewalked: return "recovered by external stack walker";
    case FrameTrust::Context: return "given as instruction pointer in context";
    }
    return "unknown";
}

class StackwalkTextWriter
{
public:
    StackwalkTextWriter(const Report& report,
                        const StackwalkTextOptions& options,
                        const StackwalkEvidence& evidence)
        : m_report(report), m_event(*report.event), m_native(nativePartOf(m_event)),
          m_stacks(report), m_options(options), m_evidence(evidence)
    {
    }

    std::string write()
    {
        writeSystem();
        m_out += stackwalkCrashText(m_report);
        writeProcess();
        const auto requesting = requestingThread(m_report);
        if (requesting && isWanted(*requesting)) {
            writeThread(*requesting, m_event.crash.present && !m_event.crash.isSimulated
                                         ? "(crashed) "
                                         : "(requested dump, did not crash) ");
            m_out += '\n';
        }
        if (m_options.brief)
            return std::move(m_out);
        for (std::size_t i = 0; i < m_event.threads.size(); ++i) {
            if (i != requesting && isWanted(i) && !m_event.threads[i].skipped)
                writeThread(i, "");
        }
        writeModules();
        writeStreams();
        writeSoftErrors();
        return std::move(m_out);
    }

private:
    void writeSystem()
    {
        const auto& system = m_event.system;
        line("Operating system: {}", shown(system.osLongName));
        if (const auto version = osVersionText(system); !version.empty())
            line("{:18}{}", "", shown(version));
        line("CPU: {}", shown(system.cpuName));
        if (!system.cpuInfo.empty())
            line("     {}", shown(system.cpuInfo));
        const bool isUnknown = system.cpuCount == 0 && m_event.kind == EventKind::CoreFile;
        if (!isUnknown)
            line("     {} CPU{}", system.cpuCount, system.cpuCount > 1 ? "s" : "");
        if (!m_native.lsbRelease.empty())
            line("Linux {} {} - {} ({})", release("id"), release("release"), release("codename"),
                 release("description"));
        m_out += '\n';
    }

    std::string release(const std::string& key) const
    {
        const auto found = m_native.lsbRelease.find(key);
        return found != m_native.lsbRelease.end() ? shown(found->second) : std::string();
    }

    bool isWanted(std::size_t thread) const
    {
        return !m_options.onlyThread || *m_options.onlyThread == thread;
    }

    void writeProcess()
    {
        if (m_native.process.uptimeSeconds)
            line("Process uptime: {} seconds", *m_native.process.uptimeSeconds);
        else
            line("Process uptime: not available");
        m_out += '\n';
        if (m_native.memoryMapCount)
            line("Linux memory map count: {}\n", *m_native.memoryMapCount);
    }

    void writeThread(std::size_t index, std::string_view role)
    {
        const auto& thread = m_event.threads[index];
        line("Thread {} {} {}- tid: {}", index, shown(thread.name.value_or("")), role,
             thread.id.value_or(0));
        const auto frames = m_stacks.frames(index);
        if (frames.empty())
            line("<no frames>");
        std::size_t number = 0;
        for (std::size_t i = 0; i < frames.size(); ++i) {
            for (const auto& row : frames[i].inlines)
                writeInline(frames[i], row, number++);
            writeFrame(frames[i], number++);
            if (m_options.recoverArguments)
                m_out += functionArgumentsText(m_event, frames, i);
        }
    }

    void writeInline(const StackwalkFrame& frame, const Frame& row, std::size_t number)
    {
        auto text = fmt::format("{:2}  {}!{}", number, moduleName(frame),
                                shown(row.position.function.value_or("")));
        if (row.position.absPath && row.position.line.value_or(0) != 0)
            text += fmt::format(" [{} : {}]", shown(baseName(*row.position.absPath)),
                                *row.position.line);
        line("{}{}", text, buildRemark(row));
        line("    Found by: inlining");
    }

    void writeFrame(const StackwalkFrame& frame, std::size_t number)
    {
        line("{:2}  {}{}", number, placeOf(frame), buildRemark(*frame.frame));
        writeRegisters(frame);
        line("    Found by: {}", trustWords(frame.frame->trust));
    }

    static std::string_view buildRemark(const Frame& frame)
    {
        return frame.isFromWrongBuild() ? " [wrong build]" : "";
    }

    std::string placeOf(const StackwalkFrame& view) const
    {
        const auto& frame = *view.frame;
        if (view.module == nullptr)
            return addressWithUnloadedModules(view);
        const auto name = moduleName(view);
        if (!view.function)
            return fmt::format("{} + {:#x}", name, view.instruction - view.module->address);
        const auto function = shown(*view.function);
        if (frame.position.absPath && frame.position.line.value_or(0) != 0 &&
            view.native->rowAddress)
            return fmt::format("{}!{} [{} : {} + {:#x}]", name, function,
                               shown(baseName(*frame.position.absPath)), *frame.position.line,
                               view.instruction - *view.native->rowAddress);
        const auto base = view.native->symbolAddress.value_or(view.module->address);
        return fmt::format("{}!{} + {:#x}", name, function, view.instruction - base);
    }

    static std::string addressWithUnloadedModules(const StackwalkFrame& view)
    {
        auto text = fmt::format("{:#x}", view.instruction);
        for (const auto& [name, offsets] : view.unloadedModules) {
            text += concat(" (unloaded ", shown(name), "@");
            std::string_view separator;
            for (const auto offset : offsets)
                text += concat(std::exchange(separator, "|"), hexAddress(offset));
            text += ')';
        }
        return text;
    }

    static std::string moduleName(const StackwalkFrame& view)
    {
        return view.module != nullptr ? shown(codeFileName(*view.module)) : std::string();
    }

    void writeRegisters(const StackwalkFrame& view)
    {
        if (view.registers == nullptr)
            return;
        std::string row;
        for (const auto& info : registersOf(view.registers->family())) {
            const auto value = view.registers->find(info.index);
            if (!value)
                continue;
            const auto next = fmt::format(" {:>6} = {}", info.name, paddedAddress(m_event, *value));
            if (row.size() + next.size() > kRegisterColumns) {
                line(" {}", row);
                row.clear();
            }
            row += next;
        }
        if (!row.empty())
            line(" {}", row);
    }

    void writeModules()
    {
        line("\nLoaded modules:");
        const auto* main = m_event.modules.empty() ? nullptr : &m_event.modules.front();
        for (const auto* module : modulesByAddress(m_event)) {
            const auto name = codeFileName(*module);
            line("{:#010x} - {:#010x}  {}  {}{}{}{}", module->address,
                 module->address + module->sizeBytes - 1, shown(name),
                 module->version.empty() ? "???" : shown(module->version),
                 module == main ? "  (main)" : "", certificate(name), warningOf(*module));
        }
        line("\nUnloaded modules:");
        auto unloaded = m_native.unloadedModules;
        std::ranges::stable_sort(unloaded, {}, &UnloadedModule::address);
        for (const auto& module : unloaded) {
            const auto name = baseName(module.name);
            line("{:#010x} - {:#010x}  {}{}", module.address, module.address + module.sizeBytes - 1,
                 shown(name), certificate(name));
        }
    }

    /// Uses the form that Breakpad has for its own warnings.
    std::string warningOf(const EventModule& module) const
    {
        const auto index = static_cast<std::size_t>(&module - m_event.modules.data());
        const auto* found =
            index < m_report.modules.size() ? m_report.modules[index].get() : nullptr;
        return found != nullptr && found->wrongBuild
                   ? concat("  (WARNING: ", shown(wrongBuildWords(*found->wrongBuild)), ")")
                   : std::string();
    }

    std::string certificate(std::string_view name) const
    {
        const auto found = m_evidence.certificateSubjects.find(std::string(name));
        return found != m_evidence.certificateSubjects.end()
                   ? concat(" (", shown(found->second), ")")
                   : std::string();
    }

    void writeStreams()
    {
        if (m_event.kind != EventKind::Minidump) // The notes of a core are not streams.
            return;
        writeStreamList("Unimplemented", [](const StreamInfo& stream) {
            return !stream.name.empty() && stream.status == StreamInfo::Status::NotParsed;
        });
        writeStreamList("Unknown", [](const StreamInfo& stream) { return stream.name.empty(); });
    }

    template <class Predicate>
    void writeStreamList(std::string_view title, Predicate belongs)
    {
        std::map<std::uint32_t, const StreamInfo*>
            byType; // If types are equal, the last stream counts.
        for (const auto& stream : m_native.streams) {
            if (belongs(stream))
                byType.insert_or_assign(stream.id, &stream);
        }
        if (!byType.empty())
            line("\n{} streams encountered:", title);
        for (const auto& [id, found] : byType) {
            const auto& stream = *found;
            const auto suffix = stream.vendor == "Official" && !stream.name.empty() ? "Stream" : "";
            line("Stream 0x{:08x} {}{}{}({}) @ 0x{:08x}", stream.id, stream.name, suffix,
                 stream.name.empty() ? "" : " ", stream.vendor, stream.offset);
        }
    }

    void writeSoftErrors()
    {
        for (const auto& annotation : m_event.annotations) {
            if (annotation.origin != Annotation::Origin::MozillaSoftError)
                continue;
            const auto parsed = json::parseJson(annotation.value);
            const bool hasAny = parsed && !parsed->isEmpty() && parsed->root().firstChild();
            if (hasAny && parsed->root().kind() == json::JsonKind::Array)
                line("\nSoft errors were encountered when minidump was written:\n{}",
                     prettyJson(annotation.value));
        }
    }

    static std::string shown(std::string_view text) { return escapeControls(text); }

    template <class... Args>
    void line(fmt::format_string<Args...> format, Args&&... args)
    {
        fmt::format_to(std::back_inserter(m_out), format, std::forward<Args>(args)...);
        m_out += '\n';
    }

    const Report& m_report;
    const Event& m_event;
    const NativeEvent& m_native;
    const StackwalkStacks m_stacks;
    const StackwalkTextOptions& m_options;
    const StackwalkEvidence& m_evidence;
    std::string m_out;
};

} // namespace

std::string renderStackwalkText(const Report& report,
                                const StackwalkTextOptions& options,
                                const StackwalkEvidence& evidence)
{
    return StackwalkTextWriter(report, options, evidence).write();
}

} // namespace faultline::report

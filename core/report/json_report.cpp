// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/json_report.h"

#include "core/base/arch.h"
#include "core/base/hex.h"
#include "core/base/language.h"
#include "core/base/result.h"
#include "core/json/json_writer.h"
#include "core/model/thread_stack.h"
#include "core/report/detail_json.h"
#include "core/report/event_json.h"
#include "core/report/insight_json.h"
#include "core/report/kind_json.h"
#include "core/report/module_json.h"

#include <algorithm>
#include <map>
#include <ranges>

namespace faultline::report {

namespace {

constexpr std::size_t kFlushBytes = 65'536;

bool isWalked(const Event& event)
{
    return event.kind == EventKind::Minidump || event.kind == EventKind::CoreFile;
}

bool isCrashFile(const Event& event)
{
    return isWalked(event) || event.kind == EventKind::AppleText ||
           event.kind == EventKind::AppleIps || event.kind == EventKind::NativeText;
}

/// Writes one report. The keys have the order in which Symbolicator serialises its structures.
class ReportWriter
{
public:
    ReportWriter(const Report& report, const JsonOptions& options, const TextSink& sink)
        : m_report(report), m_event(*report.event), m_options(options), m_sink(sink)
    {
    }

    void write()
    {
        m_json.beginObject().member("status", "completed");
        if (m_event.timestamp && isCrashFile(m_event))
            m_json.member("timestamp", *m_event.timestamp);
        if (const auto* native = m_event.asNative())
            m_json.optional("signal", native->signal);
        if (isCrashFile(m_event))
            writeCrash();
        writeStacks();
        writeModules();
        if (m_options.extras == IncludeExtras::Yes)
            writeReportExtras();
        m_json.endObject();
        flush();
    }

    /// Writes the report into one text, which has about `likelyBytes`.
    std::string text(std::size_t likelyBytes)
    {
        m_buffer.reserve(likelyBytes);
        write();
        return std::move(m_buffer);
    }

    /// Writes one object alone.
    std::string frame(const Frame& frame)
    {
        writeFrame(frame);
        return std::move(m_buffer);
    }

    std::string module(const ModuleReport& module)
    {
        writeModuleJson(m_json, module, m_event, m_options);
        return std::move(m_buffer);
    }

private:
    void writeCrash()
    {
        m_json.key("system_info").beginObject();
        m_json.member("os_name", m_event.system.osName)
            .member("os_version", m_event.system.osVersion);
        m_json.member("os_build", m_event.system.osBuild).member("cpu_arch", archName(cpuArch()));
        m_json.member("device_model", m_event.system.deviceModel).endObject();
        const auto& crash = m_event.crash;
        if (isWalked(m_event)) {
            m_json.member("crashed", crash.present);
            m_json.member("crash_reason", crash.present
                                              ? concat(crash.reason, " / ", Hex{crash.address})
                                              : std::string());
            m_json.member("assertion", crash.assertion);
            return;
        }
        m_json.member("crashed", !crash.isSimulated && m_event.samples.empty());
        m_json.textIfAny("crash_reason", crash.reason);
        if (m_event.kind == EventKind::NativeText)
            m_json.textIfAny("assertion", crash.assertion);
        m_json.textIfAny("crash_details", crash.details);
    }

    /// Returns the CPU that the file states, or that of the first module with a known file.
    Arch cpuArch() const
    {
        if (m_event.system.arch != Arch::Unknown)
            return m_event.system.arch;
        for (const auto& module : m_report.modules) {
            if (module && module->arch != Arch::Unknown)
                return module->arch;
        }
        return Arch::Unknown;
    }

    void writeStacks()
    {
        m_json.key("stacktraces").beginArray();
        for (std::size_t i = 0; i < m_event.threads.size(); ++i) {
            writeStack(m_event.threads[i],
                       i < m_report.stacks.size() ? m_report.stacks[i].get() : nullptr);
            flushIfLong();
        }
        m_json.endArray();
    }

    void writeStack(const EventThread& thread, const ThreadStack* stack)
    {
        m_json.beginObject();
        m_json.optional("thread_id", thread.id);
        m_json.optional("thread_name", thread.name);
        m_json.optional("is_requesting", thread.isRequesting);
        writeRegisters(thread, stack);
        m_json.key("frames").beginArray();
        if (stack != nullptr)
            writeFrames(*stack);
        m_json.endArray();
        if (m_options.extras == IncludeExtras::Yes && stack != nullptr)
            writeStackExtras(thread, *stack);
        m_json.endObject();
    }

    /// Registers are sorted as texts, so r10 comes before r8.
    void writeRegisters(const EventThread& thread, const ThreadStack* stack)
    {
        std::map<std::string_view, std::uint64_t> values;
        for (const auto& [name, value] : thread.givenRegisters)
            values[name] = value;
        const RegisterSet* top = nullptr;
        if (stack != nullptr && !stack->registers.empty())
            top = &stack->registers.front();
        else if (thread.registers && !thread.givenFrames)
            top = &*thread.registers;
        if (top != nullptr) {
            for (const auto& info : registersOf(top->family())) {
                if (const auto value = top->find(info.index))
                    values[info.name] = *value;
            }
        }
        if (values.empty())
            return;
        m_json.key("registers").beginObject();
        for (const auto& [name, value] : values)
            m_json.key(name).hex(value);
        m_json.endObject();
    }

    void writeFrames(const ThreadStack& stack)
    {
        const auto limit = m_options.maxFramesPerThread;
        const auto isShown = [&](const Frame& frame) {
            return (!limit || frame.originalIndex < *limit) && !isOnlyReported(frame);
        };
        const auto writeShown = [&](const Frame& frame) {
            if (isShown(frame))
                writeFrame(frame);
            flushIfLong();
        };
        if (m_options.frameOrder == FrameOrder::CallerFirst)
            std::ranges::for_each(stack.frames | std::views::reverse, writeShown);
        else
            std::ranges::for_each(stack.frames, writeShown);
    }

    /// Symbolicator's answer has no field for inlined code that only the crash report knows.
    bool isOnlyReported(const Frame& frame) const
    {
        const auto* native = frame.asNative();
        return m_options.extras == IncludeExtras::No && native != nullptr &&
               !native->reported.empty() && frame.isInlined;
    }

    void writeFrame(const Frame& frame)
    {
        const auto* carried = frame.carried.get();
        const auto* native = frame.asNative();
        m_json.beginObject();
        m_json.member("status", frameStatusName(frame.status))
            .member("original_index", frame.originalIndex);
        if (carried)
            m_json.optional("platform", carried->platform);
        if (native != nullptr && native->relativeTo)
            m_json.member("addr_mode", concat("rel:", *native->relativeTo));
        if (native != nullptr)
            m_json.key("instruction_addr").hex(native->instructionAddress);
        if (carried) {
            m_json.optional("adjust_instruction_addr", carried->adjust);
            m_json.optionalHex("function_id", carried->functionId);
        }
        if (native != nullptr)
            writeSymbol(*native);
        m_json.optional("function", frame.position.function);
        m_json.optional("filename", frame.position.file);
        m_json.optional("abs_path", frame.position.absPath);
        m_json.optional("lineno", frame.position.line);
        writeFrameSource(frame);
        m_json.optional("in_app", frame.inApp);
        if (carried && !carried->variablesJson.empty())
            m_json.key("vars").raw(carried->variablesJson);
        if (frame.trust != FrameTrust::None)
            m_json.member("trust", frameTrustName(frame.trust));
        if (m_options.extras == IncludeExtras::Yes)
            writeFrameExtras(frame);
        m_json.endObject();
    }

    void writeSymbol(const NativeFrame& frame)
    {
        m_json.optional("package", frame.package);
        if (frame.language != Language::Unknown || frame.namesUnknownLanguage)
            m_json.member("lang", languageName(frame.language));
        m_json.optional("symbol", frame.symbol);
        m_json.optionalHex("sym_addr", frame.symbolAddress);
    }

    void writeFrameSource(const Frame& frame)
    {
        m_json.listIfAny("pre_context", frame.position.context.before);
        m_json.optional("context_line", frame.position.context.line);
        m_json.listIfAny("post_context", frame.position.context.after);
        m_json.optional("source_link", frame.position.link);
    }

    void writeModules()
    {
        m_json.key("modules").beginArray();
        for (const auto* module : shownModules()) {
            writeModuleJson(m_json, *module, m_event, m_options);
            flushIfLong();
        }
        m_json.endArray();
    }

    /// Returns a request's modules in its own order. Modules of a crash file are sorted by address,
    /// and those without any information are dropped.
    std::vector<const ModuleReport*> shownModules() const
    {
        std::vector<const ModuleReport*> shown;
        for (const auto& module : m_report.modules) {
            if (module && !(isWalked(m_event) && saysNothing(*module)))
                shown.push_back(module.get());
        }
        if (isWalked(m_event))
            std::ranges::stable_sort(
                shown, {}, [](const ModuleReport* module) { return module->module.address; });
        return shown;
    }

    static bool saysNothing(const ModuleReport& report)
    {
        const bool isUnused =
            report.debugStatus == ObjectFileStatus::Unused &&
            report.unwindStatus.value_or(ObjectFileStatus::Unused) == ObjectFileStatus::Unused;
        return isUnused && !report.module.codeId && !report.module.debugId;
    }

    void writeReportExtras()
    {
        m_json.key("faultline").beginObject();
        m_json.member("kind", eventKindName(m_event.kind)).member("complete", m_report.complete);
        m_json.optional("crashed_function", m_report.crashedFunction);
        m_json.key("diagnostics").beginArray();
        for (const auto* list : {&m_event.diagnostics, &m_report.diagnostics}) {
            for (const auto& diagnostic : *list)
                m_json.beginObject()
                    .member("area", diagnostic.area)
                    .member("text", diagnostic.text)
                    .endObject();
        }
        m_json.endArray();
        writeEventExtras(m_json, m_report, m_options.environment);
        writeKindOf(m_json, m_report);
        writeInsight(m_json, m_report);
        writeSamples();
        if (m_report.variables)
            writeVariables(m_json, *m_report.variables);
        if (m_report.waits)
            writeWaits(m_json, *m_report.waits);
        m_json.endObject();
    }

    void writeSamples()
    {
        if (m_report.samples.empty())
            return;
        m_json.key("samples").beginArray();
        for (const auto& tree : m_report.samples)
            writeCallTree(*tree);
        m_json.endArray();
    }

    void writeCallTree(const CallTree& tree)
    {
        m_json.beginObject().member("thread", tree.thread);
        m_json.member("unit", sampleUnitName(tree.unit)).key("calls").beginArray();
        for (const auto& call : tree.calls) {
            m_json.beginObject().optional("caller", call.caller).member("weight", call.weight);
            m_json.key("frame");
            writeFrame(call.frame);
            m_json.endObject();
            flushIfLong();
        }
        m_json.endArray().endObject();
    }

    void writeStackExtras(const EventThread& thread, const ThreadStack& stack)
    {
        m_json.key("faultline").beginObject();
        m_json.member("complete", stack.complete).member("end", stackEndName(stack.end));
        if (thread.role != StackRole::Thread)
            m_json.member("role", stackRoleName(thread.role));
        if (const auto& error = stack.error ? stack.error : thread.error)
            writeStackError(m_json, *error);
        m_json.textIfAny("queue", thread.queue);
        m_json.textIfAny("end_note", stack.endNote);
        if (endsEarly(stack))
            m_json.member("ends_early", true);
        writeThreadFacts(thread);
        m_json.endObject();
    }

    /// Times are in units of 100 ns, as in the file; the time of creation counts from 1601.
    void writeThreadFacts(const EventThread& thread)
    {
        if (thread.suspendCount != 0)
            m_json.member("suspend_count", thread.suspendCount);
        if (thread.priority != 0)
            m_json.member("priority", thread.priority);
        m_json.optional("create_time", thread.createTime);
        m_json.optional("kernel_time", thread.kernelTime);
        m_json.optional("user_time", thread.userTime);
        m_json.optionalHex("start_address", thread.startAddress);
    }

    void writeFrameExtras(const Frame& frame)
    {
        const auto* native = frame.asNative();
        m_json.key("faultline").beginObject();
        // Stacks of scripts and the JVM come as they are, like the first frame of a walk.
        m_json.member("inlined", frame.isInlined)
            .member("method",
                    unwindMethodName(native != nullptr ? native->method : UnwindMethod::Context));
        if (native != nullptr)
            m_json.key("pc").hex(native->pc);
        m_json.optional("column", frame.position.column);
        if (native != nullptr && native->fromSymbolTable)
            m_json.member("from_symbol_table", true);
        if (frame.isFromWrongBuild())
            m_json.member("wrong_build", true);
        if (native != nullptr)
            writePlace(*native);
        writeText(frame);
        m_json.textIfAny("note", frame.note);
        writeKindOf(m_json, frame);
        m_json.endObject();
    }

    /// What the crash report itself says.
    void writePlace(const NativeFrame& frame)
    {
        if (!frame.reported.empty())
            writeReported(frame.reported.front());
        if (const auto& place = frame.place) {
            m_json.key("place").beginObject().member("symbol", place->symbol);
            m_json.member("offset", place->offset).optional("size_bytes", place->sizeBytes);
            m_json.endObject();
        }
    }

    /// Where the input's text has the frame.
    void writeText(const Frame& frame)
    {
        if (!frame.carried)
            return;
        m_json.textIfAny("text", frame.carried->text);
        if (frame.carried->textLine != 0)
            m_json.member("text_line", frame.carried->textLine);
    }

    void writeReported(const ReportedSymbol& reported)
    {
        m_json.key("from_report").beginObject();
        m_json.textIfAny("function", reported.function);
        if (reported.functionOffset)
            m_json.member("function_offset", *reported.functionOffset);
        m_json.textIfAny("filename", reported.file);
        if (reported.line != 0)
            m_json.member("lineno", reported.line);
        m_json.endObject();
    }

    void flushIfLong()
    {
        if (m_buffer.size() >= kFlushBytes)
            flush();
    }

    void flush()
    {
        if (!m_sink)
            return;
        m_sink(m_buffer);
        m_buffer.clear();
    }

    const Report& m_report;
    const Event& m_event;
    const JsonOptions& m_options;
    const TextSink& m_sink;
    std::string m_buffer;
    json::JsonWriter m_json{m_buffer};
};

/// About the size of the text, so that it rarely has to move while it grows.
std::size_t likelyBytes(const Report& report)
{
    constexpr std::size_t kRowBytes = 320; // Apart from the texts.
    constexpr std::size_t kModuleBytes = 1024;
    const auto sizeOf = [](const std::optional<std::string>& text) {
        return text ? text->size() : 0;
    };
    std::size_t bytes = (report.modules.size() + 1) * kModuleBytes;
    for (const auto& stack : report.stacks) {
        if (!stack)
            continue;
        for (const auto& frame : stack->frames) {
            bytes += kRowBytes + sizeOf(frame.position.function) + sizeOf(frame.position.absPath) +
                     sizeOf(frame.position.file);
            if (const auto* native = frame.asNative())
                bytes += sizeOf(native->symbol) + sizeOf(native->package);
        }
    }
    return bytes;
}

} // namespace

void renderJson(const Report& report, const JsonOptions& options, const TextSink& sink)
{
    ReportWriter(report, options, sink).write();
}

std::string renderJson(const Report& report, const JsonOptions& options)
{
    return ReportWriter(report, options, {}).text(likelyBytes(report));
}

std::string frameJson(const Report& report, const Frame& frame)
{
    return ReportWriter(report, {.extras = IncludeExtras::Yes}, {}).frame(frame);
}

std::string moduleJson(const Report& report, const ModuleReport& module)
{
    return ReportWriter(report, {.extras = IncludeExtras::Yes}, {}).module(module);
}

} // namespace faultline::report

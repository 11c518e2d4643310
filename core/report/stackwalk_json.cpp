#include "core/report/stackwalk_json.h"

#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/json/json_reader.h"
#include "core/json/json_writer.h"
#include "core/report/crash_json.h"

#include <algorithm>

namespace faultline {

namespace {

/// rust-minidump's names; spec/stackwalk.md §9.1.
std::string_view trustName(FrameTrust trust)
{
    switch (trust) {
    case FrameTrust::None: return "none";
    case FrameTrust::Scan: return "scan";
    case FrameTrust::CfiScan: return "cfi_scan";
    case FrameTrust::FramePointer: return "frame_pointer";
    case FrameTrust::Cfi: return "cfi";
    case FrameTrust::Prewalked: return "prewalked";
    case FrameTrust::Context: return "context";
    }
    return "none";
}

constexpr std::string_view kNoDebugId = "000000000000000000000000000000000";

class StackwalkWriter
{
public:
    StackwalkWriter(const Report& report, const StackwalkEvidence& evidence)
        : m_report(report), m_event(*report.event), m_stacks(report), m_evidence(evidence)
    {
    }

    std::string write()
    {
        m_json.beginObject();
        m_json.member("status", "OK");
        writeSystem();
        writeCrash();
        writeLinux();
        writeApple();
        writeModules();
        writeProcess();
        writeThreads();
        writeUnloadedModules();
        writeHandles();
        writeRequestingThread();
        m_json.endObject();
        return std::move(m_out);
    }

private:
    void writeSystem()
    {
        const auto& system = m_event.system;
        const auto microcode = system.microcode ? system.microcode : m_evidence.microcode;
        m_json.key("system_info").beginObject();
        m_json.member("os", system.osLongName);
        textOrNull("os_ver", osVersionText(system));
        m_json.member("cpu_arch", system.cpuName);
        textOrNull("cpu_info", system.cpuInfo);
        m_json.member("cpu_count", system.cpuCount);
        textOrNull("cpu_microcode_version", microcode ? hexAddress(*microcode) : std::string());
        m_json.endObject();
    }

    void writeCrash()
    {
        const auto& crash = m_event.crash;
        m_json.key("crash_info").beginObject();
        textOrNull("type", crash.present ? crash.reason : std::string());
        textOrNull("address", crash.present ? address(crash.address) : std::string());
        writeAnalysisMembers(m_json, m_event, m_report.analysis.get());
        if (const auto thread = requestingThread(m_report))
            m_json.member("crashing_thread", std::uint64_t{*thread});
        else
            m_json.key("crashing_thread").null();
        textOrNull("assertion", crash.assertion);
        m_json.endObject();
    }

    void writeLinux()
    {
        writeRelease();
        m_json.key("proc_limits");
        if (m_event.process.limits.empty())
            m_json.null();
        else
            writeLimits();
        if (m_event.memoryMapCount)
            m_json.member("linux_memory_map_count", *m_event.memoryMapCount);
        else
            m_json.key("linux_memory_map_count").null();
        writeSoftErrors();
    }

    void writeRelease()
    {
        m_json.key("lsb_release");
        if (m_event.lsbRelease.empty()) {
            m_json.null();
            return;
        }
        m_json.beginObject();
        for (const std::string key : {"id", "release", "codename", "description"}) {
            const auto found = m_event.lsbRelease.find(key);
            m_json.member(key, found != m_event.lsbRelease.end() ? found->second : std::string());
        }
        m_json.endObject();
    }

    void writeLimits()
    {
        m_json.beginObject().key("limits").beginArray();
        for (const auto& limit : m_event.process.limits) {
            m_json.beginObject().member("name", limit.name);
            writeLimit("soft", limit.soft);
            writeLimit("hard", limit.hard);
            m_json.member("unit", limit.unit).endObject();
        }
        m_json.endArray().endObject();
    }

    /// A number, or the word "unlimited"; what is neither counts as 0.
    void writeLimit(std::string_view key, const std::string& limit)
    {
        if (limit == "unlimited")
            m_json.member(key, limit);
        else
            m_json.member(key, parseDecimal(limit).value_or(0));
    }

    void writeSoftErrors()
    {
        const auto found = std::ranges::find(
            m_event.annotations, Annotation::Origin::MozillaSoftError, &Annotation::origin);
        m_json.key("soft_errors");
        const auto parsed = found != m_event.annotations.end()
                                ? parseJson(found->value)
                                : Result<JsonDocument>(JsonDocument());
        if (parsed && !parsed->isEmpty())
            m_json.value(parsed->root());
        else
            m_json.null();
    }

    void writeApple()
    {
        m_json.key("mac_crash_info");
        if (m_event.appleCrashMessages) {
            m_json.beginObject();
            m_json.member("num_records", std::uint64_t{m_event.appleCrashMessages->size()});
            m_json.key("records").beginArray();
            for (const auto& record : *m_event.appleCrashMessages)
                writeAppleRecord(record);
            m_json.endArray().endObject();
        } else {
            m_json.null();
        }
        m_json.key("mac_boot_args");
        if (m_event.process.bootArguments)
            m_json.value(*m_event.process.bootArguments);
        else
            m_json.null();
    }

    void writeAppleRecord(const AppleCrashMessage& record)
    {
        const auto number = [this](const std::optional<std::uint64_t>& value) {
            return value ? address(*value) : std::string();
        };
        m_json.beginObject();
        textOrNull("thread", number(record.thread));
        textOrNull("dialog_mode", number(record.dialogMode));
        textOrNull("abort_cause", number(record.abortCause));
        m_json.member("module", record.module)
            .member("message", record.message)
            .member("signature_string", record.signature)
            .member("backtrace", record.backtrace)
            .member("message2", record.message2)
            .endObject();
    }

    void writeModules()
    {
        m_json.member("main_module", 0u);
        m_json.member("modules_contains_cert_info", !m_evidence.certificateSubjects.empty());
        m_json.key("modules").beginArray();
        for (std::size_t i = 0; i < m_event.modules.size(); ++i)
            writeModule(m_event.modules[i],
                        i < m_report.modules.size() ? m_report.modules[i].get() : nullptr);
        m_json.endArray();
    }

    void writeModule(const EventModule& module, const ModuleReport* found)
    {
        const auto status = found != nullptr ? found->debugStatus : ObjectFileStatus::Unused;
        const auto debugFile = module.debugFile ? baseName(*module.debugFile) : std::string_view();
        m_json.beginObject();
        m_json.member("base_addr", address(module.address));
        m_json.member("end_addr", address(module.address + module.sizeBytes));
        m_json.member("filename", codeFileName(module));
        m_json.member("code_id", module.codeId ? module.codeId->text() : std::string());
        m_json.member("debug_file", debugFile);
        m_json.member("debug_id",
                      module.debugId ? module.debugId->breakpad() : std::string(kNoDebugId));
        textOrNull("version", module.version);
        textOrNull("cert_subject", certificateOf(codeFileName(module)));
        m_json.member("missing_symbols",
                      status != ObjectFileStatus::Unused && status != ObjectFileStatus::Found);
        m_json.member("loaded_symbols", status == ObjectFileStatus::Found);
        m_json.member("corrupt_symbols", status == ObjectFileStatus::Malformed);
        textOrNull("symbol_url", found != nullptr ? symbolUrl(*found) : std::string());
        m_json.endObject();
    }

    std::string certificateOf(std::string_view fileName) const
    {
        const auto found = m_evidence.certificateSubjects.find(std::string(fileName));
        return found != m_evidence.certificateSubjects.end() ? found->second : std::string();
    }

    /// Where the debug file was downloaded from; empty for a local one.
    static std::string symbolUrl(const ModuleReport& report)
    {
        const auto used = std::ranges::find_if(report.candidates, [](const Candidate& candidate) {
            return candidate.debug && candidate.debug->status == UseStatus::Ok &&
                   candidate.location.starts_with("http");
        });
        return used != report.candidates.end() ? used->location : std::string();
    }

    void writeProcess()
    {
        const auto& process = m_event.process;
        m_json.key("pid");
        if (process.id)
            m_json.value(*process.id);
        else
            m_json.null();
        m_json.key("process_uptime");
        if (process.uptimeSeconds)
            m_json.value(*process.uptimeSeconds);
        else
            m_json.null();
    }

    void writeThreads()
    {
        m_json.member("thread_count", std::uint64_t{m_event.threads.size()});
        m_json.key("threads").beginArray();
        for (std::size_t i = 0; i < m_event.threads.size(); ++i) {
            m_json.beginObject();
            writeThread(i, WithRegisters::No);
            m_json.endObject();
        }
        m_json.endArray();
    }

    enum class WithRegisters : std::uint8_t { No, Yes };

    void writeThread(std::size_t index, WithRegisters withRegisters)
    {
        const auto& thread = m_event.threads[index];
        const auto frames = m_stacks.frames(index);
        m_json.member("frame_count", std::uint64_t{frames.size()});
        textOrNull("last_error_value", thread.lastErrorName);
        textOrNull("thread_name", thread.skipped ? std::string() : thread.name.value_or(""));
        m_json.member("thread_id", thread.id.value_or(0));
        m_json.key("frames").beginArray();
        for (std::size_t i = 0; i < frames.size(); ++i) {
            m_json.beginObject();
            writeFrame(frames[i], i);
            if (i == 0 && withRegisters == WithRegisters::Yes)
                writeRegisters(frames[i]);
            m_json.endObject();
        }
        m_json.endArray();
    }

    void writeFrame(const StackwalkFrame& view, std::size_t index)
    {
        const auto& frame = *view.frame;
        m_json.member("frame", std::uint64_t{index});
        m_json.member("trust", trustName(frame.trust));
        m_json.member("offset", address(view.instruction));
        textOrNull("module", view.module != nullptr ? codeFileName(*view.module) : "");
        textOrNull("module_offset", view.module != nullptr
                                        ? address(view.instruction - view.module->address)
                                        : std::string());
        textOrNull("function", view.function.value_or(""));
        textOrNull("function_offset", view.function && frame.symbolAddress
                                          ? address(view.instruction - *frame.symbolAddress)
                                          : std::string());
        writePlace(frame);
        m_json.key("inlines");
        writeInlines(view);
        m_json.key("unloaded_modules");
        writeUnloadedHits(view);
        m_json.member("missing_symbols", !view.function);
    }

    void writePlace(const Frame& frame)
    {
        textOrNull("file", frame.absPath ? *frame.absPath : frame.filename.value_or(""));
        if (frame.line.value_or(0) != 0)
            m_json.member("line", *frame.line);
        else
            m_json.key("line").null();
    }

    void writeInlines(const StackwalkFrame& view)
    {
        if (view.inlines.empty()) {
            m_json.null();
            return;
        }
        m_json.beginArray();
        for (const auto& row : view.inlines) {
            m_json.beginObject().member("function", row.function.value_or(""));
            writePlace(row);
            m_json.endObject();
        }
        m_json.endArray();
    }

    void writeUnloadedHits(const StackwalkFrame& view)
    {
        if (view.unloadedModules.empty()) {
            m_json.null();
            return;
        }
        m_json.beginArray();
        for (const auto& [name, offsets] : view.unloadedModules) {
            m_json.beginObject().member("module", name).key("offsets").beginArray();
            for (const auto offset : offsets)
                m_json.value(address(offset));
            m_json.endArray().endObject();
        }
        m_json.endArray();
    }

    void writeRegisters(const StackwalkFrame& view)
    {
        m_json.key("registers").beginObject();
        if (view.registers != nullptr) {
            for (const auto& info : registersOf(view.registers->family())) {
                if (const auto value = view.registers->find(info.index))
                    m_json.member(info.name, address(*value));
            }
        }
        m_json.endObject();
    }

    void writeUnloadedModules()
    {
        m_json.key("unloaded_modules").beginArray();
        for (const auto& module : m_event.unloadedModules) {
            m_json.beginObject()
                .member("base_addr", address(module.address))
                .member("end_addr", address(module.address + module.sizeBytes))
                .member("code_id", module.codeId.text())
                .member("filename", module.name);
            textOrNull("cert_subject", certificateOf(module.name));
            m_json.endObject();
        }
        m_json.endArray();
    }

    void writeHandles()
    {
        m_json.key("handles");
        const bool wasRead = std::ranges::any_of(m_event.streams, [](const StreamInfo& stream) {
            return stream.name == "HandleData" && stream.status == StreamInfo::Status::Parsed;
        });
        if (!wasRead) {
            m_json.null();
            return;
        }
        m_json.beginArray();
        for (const auto& handle : m_event.handles) {
            m_json.beginObject().member("handle", handle.value);
            textOrNull("type_name", handle.type);
            textOrNull("object_name", handle.name);
            m_json.endObject();
        }
        m_json.endArray();
    }

    void writeRequestingThread()
    {
        const auto thread = requestingThread(m_report);
        if (!thread || m_stacks.frames(*thread).empty())
            return;
        m_json.key("crashing_thread").beginObject();
        m_json.member("threads_index", std::uint64_t{*thread});
        writeThread(*thread, WithRegisters::Yes);
        m_json.endObject();
    }

    std::string address(std::uint64_t value) const { return paddedAddress(m_event, value); }

    void textOrNull(std::string_view key, std::string_view text)
    {
        m_json.key(key);
        if (text.empty())
            m_json.null();
        else
            m_json.value(text);
    }

    const Report& m_report;
    const Event& m_event;
    const StackwalkStacks m_stacks;
    const StackwalkEvidence& m_evidence;
    std::string m_out;
    JsonWriter m_json{m_out};
};

} // namespace

std::string renderStackwalkJson(const Report& report, const StackwalkEvidence& evidence)
{
    return StackwalkWriter(report, evidence).write();
}

std::string prettyJson(std::string_view json)
{
    std::string out;
    std::size_t depth = 0;
    bool isQuoted = false;
    const auto newLine = [&] {
        out += '\n';
        out.append(2 * depth, ' ');
    };
    for (std::size_t i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (isQuoted) {
            out += c;
            if (c == '\\' && i + 1 < json.size())
                out += json[++i];
            isQuoted = c != '"';
        } else if ((c == '{' || c == '[') && i + 1 < json.size() &&
                   (json[i + 1] == '}' || json[i + 1] == ']')) {
            out += c;
            out += json[++i];
        } else if (c == '{' || c == '[') {
            out += c;
            ++depth;
            newLine();
        } else if (c == '}' || c == ']') {
            depth -= depth > 0 ? 1 : 0;
            newLine();
            out += c;
        } else if (c == ',') {
            out += c;
            newLine();
        } else if (c == ':') {
            out += ": ";
        } else {
            isQuoted = c == '"';
            out += c;
        }
    }
    return out;
}

} // namespace faultline

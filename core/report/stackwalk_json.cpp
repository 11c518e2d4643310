// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/stackwalk_json.h"

#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/json/json_reader.h"
#include "core/json/json_writer.h"
#include "core/report/candidate_text.h"
#include "core/report/crash_json.h"
#include "core/report/stackwalk_thread_json.h"

#include <algorithm>

namespace faultline::report {

namespace {

constexpr std::string_view kNoDebugId = "000000000000000000000000000000000";

class StackwalkWriter
{
public:
    StackwalkWriter(const Report& report, const StackwalkEvidence& evidence)
        : m_report(report), m_event(*report.event), m_native(nativePartOf(m_event)),
          m_threads(report), m_evidence(evidence)
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
        if (m_native.process.limits.empty())
            m_json.null();
        else
            writeLimits();
        if (m_native.memoryMapCount)
            m_json.member("linux_memory_map_count", *m_native.memoryMapCount);
        else
            m_json.key("linux_memory_map_count").null();
        writeSoftErrors();
    }

    void writeRelease()
    {
        m_json.key("lsb_release");
        if (m_native.lsbRelease.empty()) {
            m_json.null();
            return;
        }
        m_json.beginObject();
        for (const std::string key : {"id", "release", "codename", "description"}) {
            const auto found = m_native.lsbRelease.find(key);
            m_json.member(key, found != m_native.lsbRelease.end() ? found->second : std::string());
        }
        m_json.endObject();
    }

    void writeLimits()
    {
        m_json.beginObject().key("limits").beginArray();
        for (const auto& limit : m_native.process.limits) {
            m_json.beginObject().member("name", limit.name);
            writeLimit("soft", limit.soft);
            writeLimit("hard", limit.hard);
            m_json.member("unit", limit.unit).endObject();
        }
        m_json.endArray().endObject();
    }

    /// Writes a number or the word "unlimited". Any other text counts as 0.
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
                                ? json::parseJson(found->value)
                                : Result<json::JsonDocument>(json::JsonDocument());
        if (parsed && !parsed->isEmpty())
            m_json.value(parsed->root());
        else
            m_json.null();
    }

    void writeApple()
    {
        m_json.key("mac_crash_info");
        if (m_native.appleCrashMessages) {
            m_json.beginObject();
            m_json.member("num_records", std::uint64_t{m_native.appleCrashMessages->size()});
            m_json.key("records").beginArray();
            for (const auto& record : *m_native.appleCrashMessages)
                writeAppleRecord(record);
            m_json.endArray().endObject();
        } else {
            m_json.null();
        }
        m_json.key("mac_boot_args");
        if (m_native.process.bootArguments)
            m_json.value(*m_native.process.bootArguments);
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
        if (found != nullptr && found->wrongBuild)
            m_json.member("wrong_build", wrongBuildWords(*found->wrongBuild));
        m_json.endObject();
    }

    std::string certificateOf(std::string_view fileName) const
    {
        const auto found = m_evidence.certificateSubjects.find(std::string(fileName));
        return found != m_evidence.certificateSubjects.end() ? found->second : std::string();
    }

    /// Returns the URL of a downloaded debug file; empty for a local one.
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
        const auto& process = m_native.process;
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
            m_threads.write(m_json, i, ThreadRegisters::No);
            m_json.endObject();
        }
        m_json.endArray();
    }

    void writeUnloadedModules()
    {
        m_json.key("unloaded_modules").beginArray();
        for (const auto& module : m_native.unloadedModules) {
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
        const bool wasRead = std::ranges::any_of(m_native.streams, [](const StreamInfo& stream) {
            return stream.name == "HandleData" && stream.status == StreamInfo::Status::Parsed;
        });
        if (!wasRead) {
            m_json.null();
            return;
        }
        m_json.beginArray();
        for (const auto& handle : m_native.handles) {
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
        if (!thread || !m_threads.hasFrames(*thread))
            return;
        m_json.key("crashing_thread").beginObject();
        m_json.member("threads_index", std::uint64_t{*thread});
        m_threads.write(m_json, *thread, ThreadRegisters::Yes);
        m_json.endObject();
    }

    std::string address(std::uint64_t value) const { return paddedAddress(m_event, value); }

    void textOrNull(std::string_view key, std::string_view text)
    {
        writeTextOrNull(m_json, key, text);
    }

    const Report& m_report;
    const Event& m_event;
    const NativeEvent& m_native;
    const StackwalkThreads m_threads;
    const StackwalkEvidence& m_evidence;
    std::string m_out;
    json::JsonWriter m_json{m_out};
};

} // namespace

std::string renderStackwalkJson(const Report& report, const StackwalkEvidence& evidence)
{
    return StackwalkWriter(report, evidence).write();
}

} // namespace faultline::report

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/sarif_report.h"

#include "core/base/percent.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/insight/cause.h"
#include "core/insight/frame_names.h"
#include "core/insight/key_frame.h"
#include "core/json/json_writer.h"
#include "core/report/frame_text.h"
#include "core/report/insight_text.h"
#include "core/report/pretty_json.h"
#include "core/report/stack_role_text.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <vector>

namespace faultline::report {

namespace {

using insight::CauseCode;

/// What a rule finds, for lists of rules.
std::string_view ruleText(CauseCode code)
{
    switch (code) {
    case CauseCode::Message: return "The program ended itself with a message";
    case CauseCode::UncaughtException: return "An exception was not caught";
    case CauseCode::FailedAssertion: return "An assertion failed";
    case CauseCode::RustPanic: return "Rust code panicked";
    case CauseCode::GoPanic: return "Go code panicked";
    case CauseCode::GoFatalError: return "The runtime of Go found a fatal error";
    case CauseCode::Abort: return "The program aborted";
    case CauseCode::StackOverflow: return "A stack overflowed";
    case CauseCode::ImpossibleAddress: return "Code used an address that cannot exist";
    case CauseCode::MisalignedAddress: return "Code used a misaligned address";
    case CauseCode::PrivilegedInstruction: return "Code ran a privileged instruction";
    case CauseCode::NearNull: return "Code followed a null pointer";
    case CauseCode::GuardPage: return "Code touched a guard page";
    case CauseCode::UnloadedModule: return "Code of an unloaded module was called";
    case CauseCode::OutOfMemory: return "Memory ran out";
    case CauseCode::ScriptError: return "A script threw an error";
    case CauseCode::DamagedFile: return "The exception in the crash file is damaged";
    case CauseCode::Deadlock: return "Threads wait for each other";
    case CauseCode::PossibleDeadlock: return "Threads may wait for each other";
    case CauseCode::SelfDeadlock: return "A thread waits for a lock of its own";
    case CauseCode::HeldByGoneThread: return "The holder of a lock has ended";
    case CauseCode::Snapshot: return "The file records no crash";
    case CauseCode::ReasonAddress: return "The system ended the program for a memory access";
    case CauseCode::Reason: return "The system ended the program";
    case CauseCode::Unknown: return "Why the program ended is not known";
    }
    return {};
}

/// A path of any system as a URI: absolute ones with "file://", others relative (RFC 8089).
std::string uriOf(std::string path)
{
    std::ranges::replace(path, '\\', '/');
    const bool hasDrive = path.size() > 2 && path[1] == ':' && path[2] == '/';
    const std::string_view scheme = hasDrive ? "file:///" : path.starts_with('/') ? "file://" : "";
    // In a relative reference a colon would end a scheme (RFC 3986 §4.2).
    const std::string_view plain = scheme.empty() ? "/!$&'()*+,;=@" : "/:!$&'()*+,;=@";
    return concat(scheme, percentEncoded(path, [plain](char c) {
                      return isUnreserved(c) || plain.contains(c);
                  }));
}

/// Addresses of SARIF are signed numbers.
bool fitsAddress(std::uint64_t address)
{
    return address <= std::uint64_t{std::numeric_limits<std::int64_t>::max()};
}

class SarifWriter
{
public:
    SarifWriter(const Report& report, const SarifOptions& options)
        : m_report(report), m_options(options), m_cause(insight::causeOf(report)), m_json(m_text)
    {
    }

    std::string write()
    {
        m_json.beginObject();
        m_json.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
        m_json.member("version", "2.1.0").key("runs").beginArray().beginObject();
        writeTool();
        m_json.member("columnKind", "unicodeCodePoints");
        m_json.key("results").beginArray();
        writeResult();
        m_json.endArray().endObject().endArray().endObject();
        return prettyJson(m_text);
    }

private:
    void writeTool()
    {
        m_json.key("tool").beginObject().key("driver").beginObject();
        m_json.member("name", "Faultline").member("version", m_options.version);
        m_json.key("rules").beginArray().beginObject();
        m_json.member("id", insight::causeCodeName(m_cause.code));
        writeText("shortDescription", ruleText(m_cause.code));
        m_json.endObject().endArray().endObject().endObject();
    }

    void writeResult()
    {
        const bool isCrash = m_cause.code != CauseCode::Snapshot;
        m_json.beginObject().member("ruleId", insight::causeCodeName(m_cause.code));
        m_json.member("ruleIndex", std::uint64_t{0});
        m_json.member("kind", isCrash ? "fail" : "informational");
        m_json.member("level", isCrash ? "error" : "none");
        const auto words = causeWords(m_cause);
        writeText("message", words.empty() ? ruleText(m_cause.code) : words);
        writeLocations();
        writeStacks();
        if (m_report.signature)
            m_json.key("partialFingerprints")
                .beginObject()
                .member("faultlineSignature/v1", *m_report.signature)
                .endObject();
        if (!m_options.fileName.empty())
            m_json.key("analysisTarget")
                .beginObject()
                .member("uri", uriOf(m_options.fileName))
                .endObject();
        m_json.endObject();
    }

    void writeText(std::string_view name, std::string_view text)
    {
        m_json.key(name).beginObject().member("text", text).endObject();
    }

    void writeLocations()
    {
        m_json.key("locations").beginArray();
        const auto* stack = insight::stackOf(m_report, insight::leadingThread(m_report));
        if (stack != nullptr && !stack->frames.empty())
            writeLocation(stack->frames[insight::keyFrame(m_report, *stack)]);
        m_json.endArray();
    }

    void writeLocation(const Frame& frame)
    {
        m_json.beginObject();
        writePlace(frame);
        if (const auto name = insight::knownFunction(m_report, frame); !name.empty()) {
            m_json.key("logicalLocations").beginArray().beginObject();
            m_json.member("fullyQualifiedName", name).member("kind", "function");
            m_json.endObject().endArray();
        }
        m_json.endObject();
    }

    void writePlace(const Frame& frame)
    {
        const auto& at = frame.position;
        const auto& path = at.absPath ? at.absPath : at.file;
        const auto* native = frame.asNative();
        const bool hasAddress = native != nullptr && fitsAddress(native->instructionAddress);
        if (!path && !hasAddress)
            return;
        m_json.key("physicalLocation").beginObject();
        if (path) {
            m_json.key("artifactLocation").beginObject().member("uri", uriOf(*path)).endObject();
            writeRegion(at);
        }
        if (hasAddress)
            m_json.key("address")
                .beginObject()
                .member("absoluteAddress", native->instructionAddress)
                .endObject();
        m_json.endObject();
    }

    void writeRegion(const SourcePosition& at)
    {
        if (at.line.value_or(0) == 0)
            return;
        m_json.key("region").beginObject().member("startLine", *at.line);
        if (at.column.value_or(0) > 0)
            m_json.member("startColumn", *at.column);
        m_json.endObject();
    }

    std::vector<std::size_t> shownThreads() const
    {
        const auto leading = insight::leadingThread(m_report);
        std::vector<std::size_t> shown{leading};
        const auto add = [&shown](std::size_t thread) {
            if (std::ranges::find(shown, thread) == shown.end())
                shown.push_back(thread);
        };
        for (const auto& thread : m_cause.threads)
            add(thread.index);
        const auto& threads = m_report.event->threads;
        for (std::size_t i = 0; i < threads.size(); ++i) {
            if (threads[i].role != StackRole::Thread)
                add(i);
        }
        return shown;
    }

    void writeStacks()
    {
        m_json.key("stacks").beginArray();
        for (const auto thread : shownThreads()) {
            if (const auto* stack = insight::stackOf(m_report, thread))
                writeStack(thread, *stack);
        }
        m_json.endArray();
    }

    void writeStack(std::size_t index, const ThreadStack& stack)
    {
        m_json.beginObject();
        const auto& threads = m_report.event->threads;
        const auto* thread = index < threads.size() ? &threads[index] : nullptr;
        if (thread != nullptr)
            writeText("message", headOf(*thread));
        m_json.key("frames").beginArray();
        for (const auto& frame : stack.frames) {
            m_json.beginObject().key("location");
            writeLocation(frame);
            m_json.textIfAny("module", frameModuleName(m_report, frame));
            if (thread != nullptr && thread->id && fitsAddress(*thread->id))
                m_json.member("threadId", *thread->id);
            m_json.endObject();
        }
        m_json.endArray().endObject();
    }

    static std::string headOf(const EventThread& thread)
    {
        auto head = std::string(stackRoleWords(thread.role));
        if (thread.id)
            head += concat(head.empty() ? "" : " ", *thread.id);
        if (thread.name && !thread.name->empty())
            head += concat(head.empty() ? "" : " ", *thread.name);
        return head;
    }

    const Report& m_report;
    const SarifOptions& m_options;
    const insight::Cause m_cause;
    std::string m_text;
    json::JsonWriter m_json;
};

} // namespace

std::string renderSarif(const Report& report, const SarifOptions& options)
{
    return SarifWriter(report, options).write();
}

} // namespace faultline::report

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

#include <map>

namespace faultline::nativetext {

namespace {

/// "#0  0x00007f2a raise (libc.so.6 + 0x3d2a1)", "#1  0x0000 n/a (/usr/bin/app + 0x12)", with a
/// place since systemd 254: "name (app + 0x12 /src/a.c:3)".
std::optional<FrameText> parseJournalFrame(std::string_view line)
{
    const auto numbered = parseNumbered(trimAscii(line));
    if (!numbered)
        return std::nullopt;
    FrameText frame{.number = numbered->number};
    LineScanner scanner(numbered->rest);
    frame.address = scanner.prefixedHex();
    if (!frame.address)
        return std::nullopt;
    const auto group = lastGroup(scanner.blanks().rest());
    if (!group || !has(group->inside, " + 0x"))
        return std::nullopt;
    setModulePlace(frame, group->inside);
    if (!frame.moduleOffset)
        return std::nullopt;
    frame.function = group->before == "n/a" ? std::string_view() : group->before;
    return frame;
}

/// "Module libc.so.6 from deb glibc-2.36 with build-id 01ab", "Module app without build-id.".
struct ModuleLine
{
    std::string_view name;
    std::string_view buildId;
    std::string_view package;
};

std::optional<ModuleLine> parseModuleLine(std::string_view text)
{
    LineScanner scanner(text);
    if (!scanner.take("Found module ") && !scanner.take("Module "))
        return std::nullopt;
    ModuleLine module{.name = scanner.word(), .buildId = {}, .package = {}};
    if (const auto package = between(text, " from ", " with "))
        module.package = *package;
    if (scanner.until("build-id: ") || scanner.until("build-id "))
        module.buildId = scanner.word();
    return module;
}

/// Reads what systemd-coredump writes to the journal, and coredumpctl prints. Source of the form:
/// systemd, src/shared/elf-util.c and src/coredump/coredump.c.
class JournalReader
{
public:
    JournalReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace)
    {
        m_trace.event().system.os = OsFamily::Linux;
        m_trace.event().system.osName = "Linux";
        m_trace.crash().present = true;
    }

    void read()
    {
        m_at.followWriter();
        for (TraceLines lines(m_at, m_trace); !lines.areOver();) {
            const auto text = trimAscii(m_at.line().text);
            if (m_trace.frameCount() > 0 && isDumped(text))
                break;
            lines.next(take(text));
        }
        m_at.followAll();
    }

    static bool isDumped(std::string_view text)
    {
        return text.starts_with("Process ") && has(text, " dumped core.");
    }

private:
    bool take(std::string_view text)
    {
        LineScanner scanner(text);
        if (auto frame = parseJournalFrame(text)) {
            addFrame(*std::move(frame));
            return true;
        }
        if (const auto module = parseModuleLine(text)) {
            addModule(*module);
            return true;
        }
        if (scanner.take("Stack trace of thread ")) {
            auto& stack = m_trace.beginStack(m_trace.frameCount() == 0 ? StackRole::Error
                                                                       : StackRole::Thread);
            stack.id = scanner.decimal();
            return true;
        }
        return takeHead(text);
    }

    void addFrame(FrameText frame)
    {
        // Since 250 a module is named by its path in the list, and by its path here too.
        if (const auto known = m_buildIds.find(frame.module); known != m_buildIds.end())
            frame.buildId = known->second;
        m_trace.add(frame, m_at.line());
    }

    void addModule(const ModuleLine& module)
    {
        constexpr std::size_t kMaxModules = 1u << 16;
        if (m_buildIds.size() >= kMaxModules)
            return;
        m_buildIds.emplace(module.name, module.buildId);
        if (!module.package.empty())
            m_trace.detail(module.name, module.package);
    }

    /// "Process 12 (app) of user 1000 dumped core." and coredumpctl's "Signal: 11 (SEGV)".
    bool takeHead(std::string_view text)
    {
        LineScanner scanner(text);
        if (isDumped(text)) {
            scanner.take("Process ");
            setProcess(scanner);
        } else if (scanner.take("PID: ")) {
            setProcess(scanner);
        } else if (scanner.take("Signal: ")) {
            if (const auto number = scanner.decimal())
                m_trace.setSignalNumber(
                    *number, between(scanner.rest(), "(", ")").value_or(std::string_view()), {});
        } else if (scanner.take("Command Line: ") || scanner.take("Executable: ")) {
            m_trace.detail(text.substr(0, text.find(':')), scanner.rest());
        } else {
            return has(text, "ELF object binary architecture: ");
        }
        return true;
    }

    void setProcess(LineScanner& scanner)
    {
        auto& process = m_trace.process();
        if (const auto id = scanner.decimal(); id && *id <= UINT32_MAX)
            process.id = static_cast<std::uint32_t>(*id);
        if (const auto name = between(scanner.rest(), "(", ")"))
            process.name = toValidUtf8(*name);
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    std::map<std::string, std::string, std::less<>> m_buildIds;
};

bool beginsJournal(const LineCursor& at)
{
    const auto text = trimAscii(at.line().text);
    return JournalReader::isDumped(text) || text.starts_with("Stack trace of thread ") ||
           (text.starts_with("PID: ") && has(text, "(")) || parseJournalFrame(text).has_value();
}

void readJournal(LineCursor& at, TraceBuilder& trace)
{
    JournalReader(at, trace).read();
}

} // namespace

const TraceForm kJournalForm{
    .name = "journal entry of systemd-coredump", .begins = beginsJournal, .read = readJournal};

} // namespace faultline::nativetext

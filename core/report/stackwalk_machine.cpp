// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/report/stackwalk_text.h"

#include <fmt/format.h>

namespace faultline::report {

namespace {

/// Breakpad deletes characters that would split a line or a field.
std::string field(std::string_view text)
{
    std::string kept;
    for (const char c : text) {
        if (c != '|' && c != '\n' && c != '\r')
            kept += c;
    }
    return escapeControls(kept);
}

class MachineWriter
{
public:
    MachineWriter(const Report& report, const StackwalkTextOptions& options)
        : m_report(report), m_event(*report.event), m_stacks(report), m_options(options)
    {
        numberThreads();
    }

    std::string write()
    {
        const auto& system = m_event.system;
        line("OS|{}|{}", field(system.osLongName), field(osVersionText(system)));
        line("CPU|{}|{}|{}", field(system.cpuName), field(system.cpuInfo), system.cpuCount);
        line("GPU|||");
        writeCrash();
        for (const auto* module : modulesByAddress(m_event))
            writeModule(*module);
        m_out += '\n';
        const auto requesting = requestingThread(m_report);
        if (requesting && isWanted(*requesting))
            writeThread(*requesting);
        for (std::size_t i = 0; i < m_event.threads.size() && !m_options.brief; ++i) {
            if (i != requesting && isWanted(i))
                writeThread(i);
        }
        return std::move(m_out);
    }

private:
    /// Numbers the threads. The thread that wrote the dump gets no number.
    void numberThreads()
    {
        std::size_t next = 0;
        for (const auto& thread : m_event.threads)
            m_numbers.push_back(thread.skipped ? std::nullopt : std::optional(next++));
    }

    bool isWanted(std::size_t thread) const
    {
        return !m_options.onlyThread || *m_options.onlyThread == thread;
    }

    void writeCrash()
    {
        const auto& crash = m_event.crash;
        const auto thread = requestingThread(m_report);
        const auto number =
            thread && m_numbers[*thread] ? fmt::to_string(*m_numbers[*thread]) : std::string();
        if (crash.present)
            line("Crash|{}|{:#x}|{}", field(crash.reason), crash.address, number);
        else
            line("Crash|{}||{}", crash.assertion.empty() ? "No crash" : field(crash.assertion),
                 number);
    }

    void writeModule(const EventModule& module)
    {
        const auto debugFile = module.debugFile ? baseName(*module.debugFile) : std::string_view();
        line("Module|{}|{}|{}|{}|0x{:08x}|0x{:08x}|{}", field(codeFileName(module)),
             field(module.version), field(debugFile),
             module.debugId ? module.debugId->breakpad() : std::string(), module.address,
             module.address + module.sizeBytes - 1, &module == m_event.modules.data() ? 1 : 0);
    }

    void writeThread(std::size_t thread)
    {
        if (!m_numbers[thread])
            return;
        std::size_t number = 0;
        for (const auto& frame : m_stacks.frames(thread)) {
            for (const auto& row : frame.inlines)
                writeRow(frame, row, *m_numbers[thread], number++);
            writeRow(frame, *frame.frame, *m_numbers[thread], number++);
        }
    }

    void
    writeRow(const StackwalkFrame& view, const Frame& row, std::size_t thread, std::size_t number)
    {
        const auto module = view.module != nullptr ? field(codeFileName(*view.module)) : "";
        auto base = view.module != nullptr ? view.module->address : 0;
        std::string function;
        std::string file;
        std::string lineNumber;
        if (view.function && view.module != nullptr) {
            function = field(row.isInlined ? row.position.function.value_or("") : *view.function);
            base = view.native->symbolAddress.value_or(base);
            if (row.position.absPath && !row.position.absPath->empty()) {
                file = field(*row.position.absPath);
                lineNumber = fmt::to_string(row.position.line.value_or(0));
                if (const auto* native = row.asNative())
                    base = native->rowAddress.value_or(base);
            }
        }
        line("{}|{}|{}|{}|{}|{}|{:#x}", thread, number, module, function, file, lineNumber,
             view.returnAddress - base);
    }

    template <class... Args>
    void line(fmt::format_string<Args...> format, Args&&... args)
    {
        fmt::format_to(std::back_inserter(m_out), format, std::forward<Args>(args)...);
        m_out += '\n';
    }

    const Report& m_report;
    const Event& m_event;
    const StackwalkStacks m_stacks;
    const StackwalkTextOptions& m_options;
    std::vector<std::optional<std::size_t>> m_numbers; // Indexed by thread.
    std::string m_out;
};

} // namespace

std::string renderStackwalkMachine(const Report& report, const StackwalkTextOptions& options)
{
    return MachineWriter(report, options).write();
}

} // namespace faultline::report

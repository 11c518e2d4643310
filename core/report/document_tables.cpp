// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/document_tables.h"

#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/insight/why.h"
#include "core/report/candidate_text.h"
#include "core/report/insight_text.h"
#include "core/report/module_text.h"
#include "core/report/stack_role_text.h"
#include "core/report/thread_words.h"
#include "core/report/variable_text.h"

#include <algorithm>

namespace faultline::report {

namespace {

DocumentCell plain(std::string text)
{
    return {.text = std::move(text)};
}

DocumentCell code(std::string text)
{
    return {.text = std::move(text), .isCode = true};
}

DocumentBadge fileBadge(const ModuleReport& module)
{
    const auto badge = [&module](std::string_view word, Tone tone) {
        return DocumentBadge{
            .word = std::string(word), .explanation = debugStatusWords(module), .tone = tone};
    };
    if (module.wrongBuild)
        return badge("wrong build", Tone::Lacking);
    switch (module.debugStatus) {
    case ObjectFileStatus::Unused: return badge("not needed", Tone::Plain);
    case ObjectFileStatus::Found:
        return module.features.hasDebugInfo || module.features == ObjectFeatures{}
                   ? badge("debug", Tone::Good)
                   : badge("symbols only", Tone::Lacking);
    case ObjectFileStatus::Malformed: return badge("damaged", Tone::Lacking);
    case ObjectFileStatus::Missing:
    case ObjectFileStatus::FetchingFailed:
    case ObjectFileStatus::Timeout:
    case ObjectFileStatus::Unsupported:
    case ObjectFileStatus::Other: break;
    }
    return badge("no debug file", Tone::Lacking);
}

/// Takes out the columns in which every cell is empty.
DocumentTable withoutEmptyColumns(DocumentTable table)
{
    for (std::size_t column = table.columns.size(); column-- > 0;) {
        const bool isEmpty = std::ranges::all_of(table.rows, [column](const auto& row) {
            const auto& cell = row[column];
            return cell.text.empty() && cell.badge.word.empty() && cell.further.empty();
        });
        if (!isEmpty)
            continue;
        const auto at = static_cast<std::ptrdiff_t>(column);
        table.columns.erase(table.columns.begin() + at);
        for (auto& row : table.rows)
            row.erase(row.begin() + at);
    }
    return table;
}

class TableMaker
{
public:
    explicit TableMaker(const Report& report) : m_report(report), m_event(*report.event) {}

    std::vector<DocumentTable> make(bool environment)
    {
        add(missing());
        add(waits());
        add(variables());
        add(modules());
        add(unloaded());
        if (environment)
            add(environmentTable());
        add(details());
        add(notes());
        return std::move(m_tables);
    }

private:
    void add(DocumentTable table)
    {
        if (!table.rows.empty())
            m_tables.push_back(withoutEmptyColumns(std::move(table)));
    }

    DocumentTable missing() const
    {
        DocumentTable table{.title = "Without symbols", .columns = {"File", "Frames", "Why"}};
        const auto frames = insight::framesByModule(m_report);
        for (const auto module : modulesWithoutSymbols(m_report))
            table.rows.push_back(missingRow(module, frames[module]));
        return table;
    }

    std::vector<DocumentCell> missingRow(std::uint32_t index, std::size_t framesOnStack) const
    {
        const auto& module = *m_report.modules[index];
        auto setting = insight::settingOf(m_report);
        setting.framesOnStack = framesOnStack;
        const auto why = insight::whyModule(m_report, index, setting);
        auto cell = plain(whyHeadline(why.code, moduleName(module.module)));
        for (auto words : {whyExplanation(why), remedyWords(why.remedies)}) {
            if (!words.empty())
                cell.further.push_back(std::move(words));
        }
        return {code(wantedFile(module.module)), plain(concat(module.frameCount)), std::move(cell)};
    }

    DocumentTable waits() const
    {
        DocumentTable table{.title = "Waits", .columns = {"Finding"}};
        if (m_report.waits) {
            for (const auto& finding : m_report.waits->findings)
                table.rows.push_back({plain(findingWords(m_report, finding))});
        }
        return table;
    }

    DocumentTable variables() const
    {
        DocumentTable table{.title = "Variables", .columns = {"Frame", "Values"}};
        if (!m_report.variables)
            return table;
        for (const auto& frame : m_report.variables->frames) {
            if (frame.thread >= m_event.threads.size())
                continue;
            auto values = code({});
            writeVariableLines(
                frame, [&](std::string line) { values.further.push_back(std::move(line)); });
            if (!values.further.empty())
                table.rows.push_back(
                    {plain(concat(stackTitle(m_event, frame.thread), ", row ", frame.row)),
                     std::move(values)});
        }
        return table;
    }

    DocumentTable modules() const
    {
        DocumentTable table{.title = m_event.isNative() ? "Modules" : "Files",
                            .columns = {"Module", "Version", "Id", "Address", "Debug file"}};
        std::vector<const ModuleReport*> all;
        for (const auto& module : m_report.modules) {
            if (module)
                all.push_back(module.get());
        }
        std::ranges::stable_sort(all, {}, [](const ModuleReport* module) {
            return std::pair(module->frameCount == 0, module->module.address);
        });
        for (const auto* module : all)
            table.rows.push_back(moduleRow(*module));
        const auto onStack = std::ranges::count_if(
            all, [](const ModuleReport* module) { return module->frameCount != 0; });
        if (onStack != 0)
            table.facts = concat(onStack, " with frames, ",
                                 all.size() - static_cast<std::size_t>(onStack), " more");
        return table;
    }

    std::vector<DocumentCell> moduleRow(const ModuleReport& report) const
    {
        const auto& module = report.module;
        const auto id = module.debugId  ? module.debugId->canonical()
                        : module.codeId ? module.codeId->text()
                                        : std::string();
        const bool hasAddress = m_event.isNative() && module.address != 0;
        DocumentCell status;
        status.badge = fileBadge(report);
        auto name = plain(moduleName(module));
        for (const auto& note : report.notes)
            name.further.push_back(escapeControls(note));
        return {std::move(name), plain(escapeControls(module.version)), code(id),
                code(hasAddress ? hexAddress(module.address) : std::string()), std::move(status)};
    }

    DocumentTable unloaded() const
    {
        DocumentTable table{.title = "Unloaded modules", .columns = {"Module", "From", "To"}};
        table.isFolded = true;
        if (const auto* native = m_event.asNative()) {
            for (const auto& module : native->unloadedModules)
                table.rows.push_back({plain(escapeControls(module.name)),
                                      code(hexAddress(module.address)),
                                      code(hexAddress(module.address + module.sizeBytes))});
        }
        return table;
    }

    static DocumentTable pairs(std::string title,
                               const std::vector<std::pair<std::string, std::string>>& list)
    {
        constexpr std::size_t kMostBytes = 2000;
        DocumentTable table{.title = std::move(title), .columns = {"Name", "Value"}};
        table.isFolded = true;
        for (const auto& [name, value] : list) {
            const auto start = toValidUtf8(std::string_view(value).substr(0, kMostBytes));
            table.rows.push_back(
                {plain(escapeControls(name)),
                 value.empty()
                     ? plain("left out or empty")
                     : code(concat(escapeControls(start), value.size() > kMostBytes ? "…" : ""))});
        }
        return table;
    }

    DocumentTable environmentTable() const
    {
        const auto* native = m_event.asNative();
        return native == nullptr ? DocumentTable{}
                                 : pairs("Environment", native->process.environment);
    }

    DocumentTable details() const { return pairs("Further facts of the file", m_event.details); }

    DocumentTable notes() const
    {
        DocumentTable table{.title = "Notes", .columns = {"About", "Note"}};
        for (const auto* list : {&m_event.diagnostics, &m_report.diagnostics}) {
            for (const auto& note : *list)
                table.rows.push_back(
                    {plain(escapeControls(note.area)), plain(escapeControls(note.text))});
        }
        return table;
    }

    const Report& m_report;
    const Event& m_event;
    std::vector<DocumentTable> m_tables;
};

} // namespace

std::vector<DocumentTable> documentTables(const Report& report, bool environment)
{
    return TableMaker(report).make(environment);
}

} // namespace faultline::report

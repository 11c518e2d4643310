// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/command_support.h"
#include "app/faultline/library_command.h"
#include "app/faultline/library_support.h"
#include "core/json/json_writer.h"
#include "core/library/report_payload.h"

#include <cstdio>
#include <map>
#include <set>

namespace faultline::app {

namespace {

/// What new signatures would do to the groups.
struct SignPreview
{
    std::vector<library::Resigned> changed;
    std::uint64_t moved = 0;  ///< Reports whose signature becomes another one.
    std::uint64_t same = 0;   ///< Reports whose signature stays.
    std::uint64_t kept = 0;   ///< Reports that cannot be signed: only their row can be read.
    std::uint64_t splits = 0; ///< Groups whose reports get several signatures.
    std::uint64_t merges = 0; ///< Signatures that reports of several groups get.
};

class Signing
{
public:
    Signing(library::LibraryStore& store,
            const signature::SignatureRules& rules,
            signature::Mode mode)
        : m_store(store), m_rules(rules), m_mode(mode)
    {
    }

    Result<SignPreview> preview()
    {
        FL_TRY(const auto damage,
               eachReport(m_store, {},
                          [this](const library::ReportSummary& row) { return sign(row); }));
        if (damage)
            return fail(ErrorKind::Malformed, *damage);
        for (const auto& [group, signatures] : m_ofGroup)
            m_preview.splits += signatures.size() > 1 ? 1 : 0;
        for (const auto& [text, groups] : m_ofSignature)
            m_preview.merges += groups.size() > 1 ? 1 : 0;
        return std::move(m_preview);
    }

private:
    Result<void> sign(const library::ReportSummary& row)
    {
        FL_TRY(const auto payload, m_store.payload(row.id));
        if (payload.empty()) {
            keep(row);
            return {};
        }
        const auto report = library::unpackReport(payload, {}, {});
        if (!report) {
            complain(concat("report ", row.id), report.error());
            keep(row);
            return {};
        }
        auto signature = signature::signatureOf(*report, m_rules, m_mode);
        note(row.group, signature.text);
        if (signature.text == row.signature)
            ++m_preview.same;
        else
            ++m_preview.moved;
        m_preview.changed.push_back({.id = row.id,
                                     .signature = std::move(signature.text),
                                     .protoSignature = library::storedText(signature.proto),
                                     .mode = signature.mode,
                                     .algorithm = signature.algorithm,
                                     .rulesHash = std::move(signature.rulesHash)});
        return {};
    }

    void keep(const library::ReportSummary& row)
    {
        ++m_preview.kept;
        note(row.group, row.signature);
    }

    void note(library::GroupId group, const std::string& text)
    {
        m_ofGroup[group].insert(text);
        m_ofSignature[text].insert(group);
    }

    library::LibraryStore& m_store;
    const signature::SignatureRules& m_rules;
    signature::Mode m_mode;
    SignPreview m_preview;
    std::map<library::GroupId, std::set<std::string>> m_ofGroup;
    std::map<std::string, std::set<library::GroupId>> m_ofSignature;
};

void printPreview(const SignPreview& preview, const LibrarySignArguments& arguments)
{
    std::string text;
    if (arguments.format == OutputFormat::Json) {
        json::JsonWriter json(text);
        json.beginObject().member("moved", preview.moved).member("same", preview.same);
        json.member("kept", preview.kept).member("splits", preview.splits);
        json.member("merges", preview.merges).member("dry_run", arguments.dryRun).endObject();
        text += '\n';
    } else {
        text = concat(preview.moved, arguments.dryRun ? " would move, " : " moved, ", preview.same,
                      " stay, ", preview.kept, " cannot be signed; ", preview.splits,
                      " groups split, ", preview.merges, " signatures join several groups\n");
    }
    std::fputs(text.c_str(), stdout);
}

} // namespace

ExitCode run(const LibrarySignArguments& arguments)
{
    const auto rules = libraryRules(arguments, arguments.rules);
    if (!rules) {
        complain(rules.error());
        return ExitCode::Usage;
    }
    const auto store =
        openLibrary(arguments, arguments.dryRun ? LibraryAccess::Read : LibraryAccess::Write);
    if (!store)
        return libraryFailure(store.error());
    const auto mode = libraryMode(**store, arguments.mode);
    if (!mode)
        return libraryFailure(mode.error());
    const auto preview = Signing(**store, **rules, *mode).preview();
    if (!preview)
        return libraryFailure(preview.error());
    if (!arguments.dryRun) {
        if (const auto signedAll = (*store)->resign(preview->changed); !signedAll)
            return libraryFailure(signedAll.error());
    }
    printPreview(*preview, arguments);
    return ExitCode::Ok;
}

} // namespace faultline::app

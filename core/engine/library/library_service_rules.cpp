// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/contained.h"
#include "core/base/text.h"
#include "core/engine/library/library_place.h"
#include "core/engine/library/library_service.h"
#include "core/library/report_payload.h"

#include <algorithm>
#include <utility>

namespace faultline::engine {

namespace {

using signature::ListKind;
using signature::RuleLayer;

/// The layer with empty lines in place of those that are no rules, so that lines keep their
/// numbers.
RuleLayer withoutWrongLines(RuleLayer layer)
{
    for (std::size_t i = 0; i < signature::kListCount; ++i) {
        auto& text = layer.texts[i];
        const auto problems = signature::checkList(static_cast<ListKind>(i), text);
        if (problems.empty())
            continue;
        std::string right;
        std::uint32_t number = 0;
        for (const auto line : splitLines(text)) {
            ++number;
            if (std::ranges::find(problems, number, &signature::RuleProblem::line) ==
                problems.end())
                right += line;
            right += '\n';
        }
        text = std::move(right);
    }
    return layer;
}

Result<signature::SignatureRulesPtr> rulesWith(RuleLayer own)
{
    return signature::SignatureRules::compile({signature::shippedLayer(), std::move(own)});
}

SignatureTrace
traceOf(const Report& report, const signature::SignatureRules& rules, signature::Mode mode)
{
    SignatureTrace trace{.signature = signature::signatureOf(report, rules, mode), .entries = {}};
    for (const auto& frame : trace.signature.frames)
        trace.entries.emplace_back(frame.because ? rules.textAt(*frame.because)
                                                 : std::string_view());
    return trace;
}

} // namespace

/// A library whose reports are signed by other rules, step by step.
struct LibraryService::Trial
{
    TrialId id{};
    RuleLayer own;
    bool applies = false; ///< The rules are kept at the end, and no later trial ends this.
    std::shared_ptr<library::LibraryStore> store;
    std::uint64_t reports = 0;
    Signing signing;
};

LibraryRules LibraryService::rulesInForce()
{
    LibraryRules rules{.shipped = signature::shippedLayer(),
                       .canChange = m_desk.store && !m_desk.store->isReadOnly()};
    const auto mode = presentMode();
    auto own =
        m_desk.store ? ownRulesOf(m_desk.file, m_desk.store.get()) : Result<RuleLayer>(RuleLayer());
    if (!mode || !own) {
        rules.canChange = false;
        rules.error = mode ? own.error() : mode.error();
        return rules;
    }
    rules.mode = *mode;
    rules.own = *std::move(own);
    return rules;
}

void LibraryService::readRules()
{
    post([this] { m_callback(rulesInForce()); },
         [this](Error error) { m_callback(LibraryRules{.error = std::move(error)}); });
}

LibraryTrial
LibraryService::readTrial(TrialId id, const RuleLayer& own, const std::optional<OpenReport>& report)
{
    LibraryTrial trial{.trial = id};
    for (std::size_t i = 0; i < signature::kListCount; ++i)
        trial.problems[i] = signature::checkList(static_cast<ListKind>(i), own.texts[i]);
    trial.right = withoutWrongLines(own);
    const auto then = rulesWith(trial.right);
    const auto now = presentRules();
    const auto mode = presentMode();
    if (!then || !now || !mode) {
        trial.error = !then ? then.error() : !now ? now.error() : mode.error();
        return trial;
    }
    if (report) {
        trial.now = traceOf(*report->report, **now, *mode);
        trial.then = traceOf(*report->report, **then, *mode);
    }
    return trial;
}

Result<std::shared_ptr<LibraryService::Trial>>
LibraryService::beginSigning(TrialId id, RuleLayer own, bool applies)
{
    FL_TRY(auto* const store, this->store());
    FL_TRY(auto rules, rulesWith(withoutWrongLines(own)));
    FL_TRY(const auto mode, presentMode());
    FL_TRY(const auto all, store->search({}, {}, 0, 0));
    // A report that cannot be read is counted as kept.
    const auto passOver = [](library::ReportId, const Error&) {};
    return std::make_shared<Trial>(id, std::move(own), applies, m_desk.store, all.total,
                                   Signing(*store, std::move(rules), mode, passOver));
}

TrialId LibraryService::tryRules(RuleLayer own, std::optional<OpenReport> report)
{
    const auto id = TrialId(++m_lastTrial);
    const auto task = [this, id, own = std::move(own), report = std::move(report)] {
        if (m_lastTrial != std::uint64_t(id))
            return;
        auto trial = readTrial(id, own, report);
        const bool isUsable = !trial.error;
        m_callback(std::move(trial));
        if (!isUsable || !m_desk.store)
            return;
        auto begun = beginSigning(id, own, false);
        if (begun)
            stepSigning(*std::move(begun));
        else
            m_callback(LibrarySignPreview{.trial = id, .error = std::move(begun.error())});
    };
    post(task, [this, id](Error error) {
        m_callback(LibraryTrial{.trial = id, .error = std::move(error)});
    });
    return id;
}

void LibraryService::applyRules(RuleLayer own)
{
    const auto id = TrialId(++m_lastTrial);
    const auto refuse = [this](Error error) {
        m_callback(LibraryRulesApplied{.error = std::move(error)});
    };
    const auto task = [this, id, own = std::move(own), refuse] {
        if (const auto right = rulesWith(own); !right)
            return refuse(right.error());
        auto begun = beginSigning(id, own, true);
        if (begun)
            stepSigning(*std::move(begun));
        else
            refuse(std::move(begun.error()));
    };
    post(task, refuse);
}

/// Signs some reports, tells, and goes on after the commands that came meanwhile.
void LibraryService::stepSigning(const std::shared_ptr<Trial>& trial)
{
    const auto failed = [this, trial](Error error) { endSigning(*trial, std::move(error)); };
    const auto task = [this, trial] {
        if (!trial->applies && m_lastTrial != std::uint64_t(trial->id))
            return;
        const auto isMore = signMore(*trial);
        if (!isMore)
            endSigning(*trial, isMore.error());
        else if (*isMore)
            stepSigning(trial);
        else
            endSigning(*trial, std::nullopt);
    };
    post(task, failed);
}

Result<bool> LibraryService::signMore(Trial& trial)
{
    FL_TRY(const bool isMore, trial.signing.step());
    if (isMore)
        m_callback(LibrarySignPreview{
            .trial = trial.id, .checked = trial.signing.checked(), .reports = trial.reports});
    return isMore;
}

/// Keeps the former lists when the library does not take the signatures.
Result<void> LibraryService::apply(const Trial& trial)
{
    trial.store->stopWith({}); // The user has decided.
    FL_TRY(const auto former, ownRulesOf(m_desk.file, trial.store.get()));
    FL_CHECK(writeOwnRules(m_desk.file, trial.own, trial.store.get()));
    auto signedAll = trial.store->resign(trial.signing.signatures());
    if (!signedAll)
        FL_CHECK(writeOwnRules(m_desk.file, former, trial.store.get()));
    return signedAll;
}

/// Explains the first report that moves, frame by frame.
Result<MovedReport> LibraryService::explainMove(const Trial& trial, library::ReportId id)
{
    FL_TRY(const auto stored, trial.store->report(id));
    FL_TRY(const auto payload, trial.store->payload(id));
    FL_TRY(const auto report, library::unpackReport(payload, {}, {}));
    FL_TRY(const auto now, presentRules());
    FL_TRY(const auto then, rulesWith(withoutWrongLines(trial.own)));
    FL_TRY(const auto mode, presentMode());
    return MovedReport{.name = stored.summary.path,
                       .now = traceOf(report, *now, mode),
                       .then = traceOf(report, *then, mode)};
}

void LibraryService::tellPreview(const Trial& trial, std::optional<Error> error)
{
    LibrarySignPreview notice{.trial = trial.id,
                              .checked = trial.signing.checked(),
                              .reports = trial.reports,
                              .isDone = !error,
                              .preview = trial.signing.preview(),
                              .error = std::move(error)};
    if (const auto moved = trial.signing.firstMoved(); notice.isDone && moved) {
        // Without the example, the numbers and moves are still true.
        if (auto example = explainMove(trial, *moved))
            notice.example = *std::move(example);
    }
    m_callback(std::move(notice));
}

void LibraryService::endSigning(const Trial& trial, std::optional<Error> error)
{
    if (!trial.applies)
        return tellPreview(trial, std::move(error));
    const auto preview = trial.signing.preview();
    if (!error) {
        if (m_desk.store != trial.store)
            error = Error{ErrorKind::Cancelled, "another library was opened"};
        else if (auto applied = apply(trial); !applied)
            error = std::move(applied.error());
    }
    m_callback(LibraryRulesApplied{.moved = error ? 0 : preview.moved, .error = std::move(error)});
    m_callback(rulesInForce());
    tellChanges();
}

} // namespace faultline::engine

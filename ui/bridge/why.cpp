#include "ui/bridge/why.h"

#include "ui/bridge/module_rows.h"
#include "ui/bridge/why_rules.h"

#include <QCoreApplication>

#include <algorithm>

namespace faultline::ui {

namespace {

QString tr(const char* source)
{
    return QCoreApplication::translate("Why", source);
}

int framesInModule(const ReportState& state, std::uint32_t thread, std::uint32_t module)
{
    const ThreadStack* stack = state.stack(thread);
    if (!stack)
        return 0;
    return int(std::ranges::count_if(stack->frames, [module](const Frame& frame) {
        return !frame.isInlined && frame.module == module;
    }));
}

void addIdentifiers(WhyReport& why, const EventModule& module)
{
    if (module.debugId && !module.debugId->isNil())
        why.identifiers.append({tr("Debug id"), toQString(module.debugId->canonical()), true});
    if (module.codeId && !module.codeId->empty())
        why.identifiers.append({tr("Code id"), toQString(module.codeId->text()), true});
    if (module.codeFile)
        why.identifiers.append({tr("File"), toQString(*module.codeFile), true});
}

void applyRules(WhyReport& why, const WhyFacts& facts)
{
    for (const WhyRule& rule : whyRules()) {
        if (!rule.applies(facts))
            continue;
        QString headline = tr(rule.headline);
        if (headline.contains(QStringLiteral("%1")))
            headline = headline.arg(facts.moduleName);
        if (!why.code.isEmpty()) {
            if (QLatin1String(rule.code) != why.code)
                why.also.append(headline);
            continue;
        }
        why.mood = WhyReport::Mood::Lacking;
        why.code = QLatin1String(rule.code);
        why.headline = headline;
        why.explanation = rule.explain(facts);
        why.actions = QList<WhyReport::Action>(rule.actions.begin(), rule.actions.end());
    }
}

void describeFine(WhyReport& why, const WhyFacts& facts)
{
    if (!facts.module)
        return;
    if (facts.module->pending) {
        why.headline = tr("Looking for the debug file of %1…").arg(facts.moduleName);
        return;
    }
    why.headline = tr("%1 is fully symbolicated").arg(facts.moduleName);
    why.explanation = tr("Its debug file was found and belongs to this build.");
}

WhyReport explain(const ReportState& state, std::optional<std::uint32_t> module, WhyFacts facts)
{
    WhyReport why;
    if (module && *module < state.event->modules.size()) {
        facts.module = state.module(*module);
        facts.moduleName = moduleName(state.event->modules[*module]);
        why.moduleIndex = int(*module);
        why.moduleName = facts.moduleName;
        addIdentifiers(why, facts.module ? facts.module->module : state.event->modules[*module]);
        if (facts.module)
            why.candidates = makeCandidateRows(*facts.module);
    }
    facts.offline = state.offline;
    applyRules(why, facts);
    if (why.code.isEmpty())
        describeFine(why, facts);
    return why;
}

} // namespace

WhyReport explainFrame(const ReportState& state, std::uint32_t thread, const Frame& frame, int sourceCount)
{
    WhyFacts facts;
    facts.frame = &frame;
    facts.sourceCount = sourceCount;
    if (frame.module)
        facts.framesOnStack = framesInModule(state, thread, *frame.module);
    return explain(state, frame.module, facts);
}

WhyReport explainModule(const ReportState& state, std::uint32_t module, int sourceCount)
{
    WhyFacts facts;
    facts.sourceCount = sourceCount;
    facts.framesOnStack = framesInModule(state, state.mainThread(), module);
    return explain(state, module, facts);
}

} // namespace faultline::ui

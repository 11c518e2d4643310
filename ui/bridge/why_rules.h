#pragma once

#include "ui/bridge/report_state.h"
#include "ui/models/why_report.h"

#include <span>

namespace faultline::ui {

/// What the rules look at. Pointers may be null.
struct WhyFacts
{
    const Frame* frame = nullptr;
    const ModuleReport* module = nullptr;
    QString moduleName;
    int sourceCount = 0;
    int framesOnStack = 0; ///< Physical frames of the shown stack in this module.
    bool offline = false;
};

/// One reason of spec/workbench.md §5. Rules are tried in order; the first that applies gives the headline.
struct WhyRule
{
    const char* code;
    bool (*applies)(const WhyFacts& facts);
    const char* headline;    ///< Translatable; %1 is the module.
    QString (*explain)(const WhyFacts& facts);
    std::span<const WhyReport::Action> actions;
};

std::span<const WhyRule> whyRules();

} // namespace faultline::ui

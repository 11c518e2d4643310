// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/jvm/jvm_symbolicator.h"

#include "core/symbolicate/jvm/event_files.h"
#include "core/symbolicate/jvm/retrace/message_restorer.h"
#include "core/symbolicate/jvm/retrace/precise_remapper.h"
#include "core/symbolicate/jvm/retrace/reference_remapper.h"
#include "core/symbolicate/jvm/source_context.h"

namespace faultline::jvm {

namespace {

std::shared_ptr<const symbolicate::LookupContext>
contextOf(const std::vector<sources::SourceConfig>& wanted,
          const JvmOptions& options,
          const std::stop_token& stop)
{
    auto context = std::make_shared<symbolicate::LookupContext>();
    for (const auto& source : wanted)
        context->sources.push_back(sources::makeSource(source));
    context->scope = options.scope;
    context->fetch.bypassNegative = options.retryFailed;
    context->stop = stop;
    return context;
}

constexpr std::size_t kMostCauses = 16;

/// Returns what surrounds the messages of a stack.
MessageContext contextOf(const JvmEvent& event, std::size_t number, std::string& exception)
{
    MessageContext context;
    if (number >= event.stacks.size())
        return context;
    const auto& stack = event.stacks[number];
    if (!stack.frames.empty())
        context.thrower = stack.frames.front().detail.module;
    if (stack.exception)
        exception = fullName(*stack.exception);
    context.exception = exception;
    for (std::size_t i = number + 1; i < event.stacks.size(); ++i) {
        const auto& inner = event.stacks[i];
        const bool isInner =
            inner.role == JvmStackRole::Cause || inner.role == JvmStackRole::Suppressed;
        if (!isInner || context.causes.size() >= kMostCauses)
            break;
        if (inner.exception)
            context.causes.push_back(fullName(*inner.exception));
    }
    return context;
}

void restoreNames(const JvmEvent& event, const Mappings& mappings, JvmReport& report)
{
    for (const auto& exception : event.exceptions)
        report.exceptions.push_back(originalException(mappings, exception).value_or(exception));
    for (const auto& name : event.classes) {
        if (const auto original = originalClass(mappings, name))
            report.classes.emplace(name, *original);
    }
    WorkBudget budget;
    for (const auto& message : event.messages) {
        std::string exception;
        auto context = contextOf(event, message.stack, exception);
        context.budget = &budget;
        report.messages.push_back(restoreMessage(mappings, message.text, context));
    }
}

template <class Remapper>
void remapStacks(const JvmEvent& event, const Mappings& mappings, JvmReport& report)
{
    Remapper remapper(mappings, event.releasePackage);
    for (std::size_t i = 0; i < event.stacks.size(); ++i)
        report.stacks.push_back(remapper.remap(event.stacks[i], i));
    report.hidden = std::move(remapper.hidden());
}

} // namespace

Result<JvmReport> symbolicateJvm(const symbolicate::Services& services,
                                 const std::vector<sources::SourceConfig>& defaultSources,
                                 const JvmEvent& event,
                                 const JvmOptions& options,
                                 const std::stop_token& stop)
{
    const auto context = contextOf(options.sources.value_or(defaultSources), options, stop);
    const auto trial =
        options.fidelity == Fidelity::Reference ? FileTrial::FirstListed : FileTrial::AllListed;
    FL_TRY(auto files,
           findEventFiles(services, context, event.modules, options.mappingFiles, trial));
    JvmReport report;
    report.errors = std::move(files.errors);
    report.candidates = std::move(files.candidates);
    restoreNames(event, files.mappings, report);
    if (options.fidelity == Fidelity::Reference)
        remapStacks<ReferenceRemapper>(event, files.mappings, report);
    else
        remapStacks<PreciseRemapper>(event, files.mappings, report);
    if (options.applySourceContext)
        addSourceContext(files.bundles, report.stacks);
    return report;
}

} // namespace faultline::jvm

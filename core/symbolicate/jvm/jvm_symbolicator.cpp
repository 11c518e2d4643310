// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/jvm/jvm_symbolicator.h"

#include "core/symbolicate/jvm/event_files.h"
#include "core/symbolicate/jvm/jvm_event_report.h"
#include "core/symbolicate/jvm/retrace/message_restorer.h"
#include "core/symbolicate/jvm/retrace/precise_remapper.h"
#include "core/symbolicate/jvm/retrace/reference_remapper.h"
#include "core/symbolicate/jvm/source_context.h"
#include "core/symbolicate/run/finished_report.h"

namespace faultline::jvm {

namespace {

std::shared_ptr<const symbolicate::LookupContext>
contextOf(const std::vector<sources::SourceConfig>& wanted,
          const symbolicate::SymbolicateOptions& options,
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

void restoreNames(const JvmEvent& event, const Mappings& mappings, JvmResult& result)
{
    for (const auto& exception : event.exceptions)
        result.exceptions.push_back(originalException(mappings, exception).value_or(exception));
    for (const auto& name : event.classes) {
        if (const auto original = originalClass(mappings, name))
            result.classes.emplace(name, *original);
    }
    WorkBudget budget;
    for (const auto& message : event.messages) {
        std::string exception;
        auto context = contextOf(event, message.stack, exception);
        context.budget = &budget;
        result.messages.push_back(restoreMessage(mappings, message.text, context));
    }
}

template <class Remapper>
void remapStacks(const JvmEvent& event, const Mappings& mappings, RestoredNames& names)
{
    Remapper remapper(mappings, event.releasePackage);
    for (std::size_t i = 0; i < event.stacks.size(); ++i)
        names.stacks.push_back(remapper.remap(event.stacks[i], i));
    names.result.hidden = std::move(remapper.hidden());
}

JvmFile fileOf(FileSearch search)
{
    JvmFile file{.module = search.module, .candidates = std::move(search.candidates), .error = {}};
    if (search.error)
        file.error = JvmFileError{.kind = broadKind(search.error->kind) == ErrorKind::Malformed
                                              ? JvmFileError::Kind::Invalid
                                              : JvmFileError::Kind::Missing,
                                  .detail = search.error->describe()};
    return file;
}

/// `searches` begins with those for the mappings of this machine.
void takeFiles(std::vector<FileSearch> searches, std::size_t mappingCount, RestoredNames& names)
{
    for (std::size_t i = 0; i < searches.size(); ++i) {
        if (i < mappingCount)
            names.mappings.push_back(std::move(searches[i]));
        else
            names.result.files.push_back(fileOf(std::move(searches[i])));
    }
}

/// `mappingFiles` take precedence over all others.
Result<RestoredNames> restore(const symbolicate::RunContext& context,
                              const JvmEvent& event,
                              const symbolicate::SymbolicateOptions& options,
                              const std::vector<std::string>& mappingFiles,
                              const std::stop_token& stop)
{
    const bool isCompatible = options.answer == symbolicate::AnswerStyle::Compatible;
    FL_TRY(auto files,
           findEventFiles(context.services, contextOf(context.sourcesFor(options), options, stop),
                          event.modules, mappingFiles,
                          isCompatible ? FileTrial::FirstListed : FileTrial::AllListed));
    RestoredNames names;
    takeFiles(std::move(files.searches), mappingFiles.size(), names);
    restoreNames(event, files.mappings, names.result);
    if (isCompatible)
        remapStacks<ReferenceRemapper>(event, files.mappings, names);
    else
        remapStacks<PreciseRemapper>(event, files.mappings, names);
    if (options.applySourceContext)
        addSourceContext(files.bundles, names.stacks);
    return names;
}

} // namespace

Result<symbolicate::SymbolicationResult> runJvm(const symbolicate::RunContext& context,
                                                EventPtr event,
                                                const symbolicate::SymbolicateOptions& options,
                                                symbolicate::SymbolicationObserver& observer,
                                                std::stop_token stop)
{
    symbolicate::showRawStacks(observer, [&] { return rawStacks(*event); });
    const auto mappings = lookUpMappings(context.sourcesFor(options), *event, options, stop);
    FL_TRY(auto names,
           restore(context, std::get<JvmEvent>(event->detail), options, mappings.paths(), stop));
    return symbolicate::finish(
        context, makeJvmEventReport(event, std::move(names), mappings, options.answer), observer);
}

} // namespace faultline::jvm

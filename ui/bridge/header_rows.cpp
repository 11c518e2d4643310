// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/header_rows.h"

#include "core/engine/insight.h"
#include "ui/bridge/cause.h"
#include "ui/bridge/thread_rows.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QSet>

#include <algorithm>

namespace faultline::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(ReportHeader)
};

QString productText(const Event& event)
{
    const auto product = insight::productOf(event);
    return QString(toQString(product.name) + u' ' + toQString(product.version)).trimmed();
}

QString systemText(const SystemInfo& system)
{
    QStringList parts{
        QString(toQString(system.osName) + u' ' + toQString(system.osVersion)).trimmed()};
    if (!system.cpuName.empty())
        parts.append(toQString(system.cpuName));
    else if (system.arch != Arch::Unknown)
        parts.append(toQString(archName(system.arch)));
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

/// The thread in which an exception was thrown, where the file says it.
QString exceptionThread(const Event& event, std::uint32_t stack)
{
    const JvmEvent* jvm = event.asJvm();
    const bool isKnown = jvm && stack < jvm->stacks.size() && !jvm->stacks[stack].thread.empty();
    return isKnown ? Words::tr("thread “%1”").arg(toQString(jvm->stacks[stack].thread)) : QString();
}

QString threadText(const ReportState& state)
{
    return threadTitle(state, state.mainThread());
}

void setTime(ReportHeader& header, const Event& event)
{
    if (!event.timestamp)
        return;
    const QDateTime time = QDateTime::fromSecsSinceEpoch(*event.timestamp, Qt::UTC);
    header.time = localTimeText(*event.timestamp);
    header.timeIso = time.toString(Qt::ISODate);
}

/// Can frames of the module get their names still? Those of a file that was just found come with
/// the next stack.
bool mayStillName(const ReportState& state, std::uint32_t module)
{
    const ModuleReport* report = state.module(module);
    return state.isLookingFor(module) ||
           (state.isRunning && report && report->debugStatus == ObjectFileStatus::Found);
}

QString missingText(const ReportState& state, int count)
{
    if (state.event->asScript())
        return Words::tr("%n artifact(s) missing", nullptr, count);
    return state.event->asJvm() ? Words::tr("%n mapping(s) missing", nullptr, count)
                                : Words::tr("%n module(s) missing", nullptr, count);
}

/// Was a file found that names functions only by its symbol table?
bool hasSymbolsOnly(const ReportState& state, std::uint32_t module)
{
    const ModuleReport* report = state.module(module);
    return report && report->debugStatus == ObjectFileStatus::Found &&
           report->features.hasSymbols && !report->features.hasDebugInfo;
}

/// Rates the stack of the main thread only, because that is the stack that matters.
void setQuality(ReportHeader& header, const ReportState& state)
{
    const ThreadStack* stack = state.stack(state.mainThread());
    if (!stack || stack->frames.empty())
        return;
    int physical = 0;
    int found = 0;
    QSet<std::uint32_t> missing;
    QSet<std::uint32_t> wrong;
    for (const Frame& frame : stack->frames) {
        if (frame.isInlined)
            continue;
        ++physical;
        if (insight::hasTrueName(state, frame)) {
            ++found;
            continue;
        }
        if (frame.module)
            (frame.isFromWrongBuild() ? wrong : missing).insert(*frame.module);
        if (frame.module && header.lackingModule < 0 && !mayStillName(state, *frame.module))
            header.lackingModule = int(*frame.module);
    }
    header.framePercent = physical ? found * 100 / physical : 0;
    header.missingModules = int(missing.size());
    header.wrongBuilds = int(wrong.size());
    QStringList facts{Words::tr("%1 % of frames").arg(header.framePercent)};
    const auto open = int(std::ranges::count_if(
        missing, [&state](std::uint32_t module) { return mayStillName(state, module); }));
    header.missingModules -= open;
    if (open > 0)
        facts.append(Words::tr("%n module(s) being looked for", nullptr, open));
    const auto poor = int(std::ranges::count_if(missing, [&state](std::uint32_t module) {
        return !mayStillName(state, module) && hasSymbolsOnly(state, module);
    }));
    if (header.missingModules > poor)
        facts.append(missingText(state, header.missingModules - poor));
    if (poor > 0)
        facts.append(Words::tr("%n module(s) with symbols only", nullptr, poor));
    if (header.wrongBuilds > 0)
        facts.append(Words::tr("%n module(s) of another build", nullptr, header.wrongBuilds));
    header.quality = facts.join(QStringLiteral(" · "));
}

} // namespace

QString kindText(EventKind kind)
{
    switch (kind) {
    case EventKind::Minidump: return Words::tr("minidump");
    case EventKind::CoreFile: return Words::tr("core file");
    case EventKind::AppleText: return Words::tr("Apple crash report");
    case EventKind::AppleIps: return Words::tr("Apple .ips report");
    case EventKind::NativeJson: return Words::tr("native event");
    case EventKind::JavaScript: return Words::tr("JavaScript event");
    case EventKind::Jvm: return Words::tr("JVM event");
    case EventKind::NativeText: return Words::tr("stack as text");
    }
    return {};
}

QString threadTitle(const ReportState& state, std::uint32_t thread)
{
    if (thread >= state.event->threads.size())
        return {};
    if (stackKind(state, thread) == StackKind::Exception)
        return exceptionThread(*state.event, thread);
    const auto& name = state.event->threads[thread].name;
    return name && !name->empty() ? Words::tr("thread %1 “%2”").arg(thread).arg(toQString(*name))
                                  : Words::tr("thread %1").arg(thread);
}

ReportHeader makeReportHeader(const ReportState& state, const QString& fileName)
{
    ReportHeader header;
    header.fileName = fileName;
    if (!state.event)
        return header;
    const Event& event = *state.event;
    header.kind = kindText(event.kind);
    header.cause = causeSentence(state);
    header.reason = toQString(event.crash.reason);
    if (event.crash.present && event.crash.addressKnown)
        header.address = paddedAddress(event.crash.address, event.system.arch);
    header.thread = threadText(state);
    header.signature = toQString(state.signature.value_or(""));
    header.product = productText(event);
    header.system = systemText(event.system);
    header.isCrash = state.hasCrashed();
    header.isComplete = state.complete;
    setTime(header, event);
    setQuality(header, state);
    return header;
}

} // namespace faultline::ui

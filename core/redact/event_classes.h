// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/event.h"
#include "core/redact/frame_classes.h"
#include "core/redact/jvm_event_classes.h"
#include "core/redact/module_classes.h"
#include "core/redact/native_event_classes.h"
#include "core/redact/script_event_classes.h"

namespace faultline::redact {

template <>
inline constexpr auto kClasses<Annotation> = classesOf<Annotation>( //
    fact(&Annotation::origin),
    fact(&Annotation::key),
    keyed(&Annotation::value, "value"),
    fact(&Annotation::module));

template <>
inline constexpr auto kClasses<Diagnostic> = classesOf<Diagnostic>( //
    fact(&Diagnostic::severity),
    message(&Diagnostic::area, "area"),
    message(&Diagnostic::text, "text"));

template <>
inline constexpr auto kClasses<SystemInfo> = classesOf<SystemInfo>( //
    fact(&SystemInfo::os),
    fact(&SystemInfo::osName),
    fact(&SystemInfo::osVersion),
    fact(&SystemInfo::osBuild),
    fact(&SystemInfo::osLongName),
    fact(&SystemInfo::arch),
    fact(&SystemInfo::cpuName),
    fact(&SystemInfo::cpuInfo),
    fact(&SystemInfo::cpuCount),
    fact(&SystemInfo::microcode),
    fact(&SystemInfo::deviceModel));

template <>
inline constexpr auto kClasses<ReportedAccess> = classesOf<ReportedAccess>( //
    fact(&ReportedAccess::kind),
    fact(&ReportedAccess::sizeBytes));

template <>
inline constexpr auto kClasses<CrashInfo> = classesOf<CrashInfo>( //
    fact(&CrashInfo::present),
    fact(&CrashInfo::isUnreadable),
    fact(&CrashInfo::isSimulated),
    message(&CrashInfo::reason, "crash_reason"),
    fact(&CrashInfo::address),
    fact(&CrashInfo::addressKnown),
    fact(&CrashInfo::code),
    fact(&CrashInfo::flags),
    fact(&CrashInfo::recordAddress),
    fact(&CrashInfo::parameters),
    fact(&CrashInfo::threadId),
    message(&CrashInfo::assertion, "assertion"),
    message(&CrashInfo::details, "crash_details"),
    parts(&CrashInfo::access, ""));

template <>
inline constexpr auto kClasses<EventThread::Prewalked> = classesOf<EventThread::Prewalked>( //
    fact(&EventThread::Prewalked::address),
    fact(&EventThread::Prewalked::symbol));

template <>
inline constexpr auto kClasses<EventThread> = classesOf<EventThread>( //
    fact(&EventThread::id),
    message(&EventThread::name, "thread_name"),
    message(&EventThread::queue, "faultline.queue"),
    fact(&EventThread::isRequesting),
    fact(&EventThread::skipped),
    fact(&EventThread::registers),
    fact(&EventThread::hostRegisters),
    fact(&EventThread::extraRegisters),
    message(&EventThread::contextProblem, "faultline.context_problem"),
    fact(&EventThread::stackBegin),
    fact(&EventThread::stackEnd),
    fact(&EventThread::teb),
    fact(&EventThread::lastError),
    fact(&EventThread::lastErrorName),
    fact(&EventThread::suspendCount),
    fact(&EventThread::priority),
    fact(&EventThread::createTime),
    fact(&EventThread::kernelTime),
    fact(&EventThread::userTime),
    fact(&EventThread::startAddress),
    parts(&EventThread::prewalked, ""),
    parts(&EventThread::givenFrames, "frames"),
    fact(&EventThread::givenRegisters),
    fact(&EventThread::role),
    parts(&EventThread::error, "faultline.error"),
    fact(&EventThread::frameParts),
    process(&EventThread::context, "context"));

template <>
inline constexpr auto kClasses<EventPart> = classesOf<EventPart>( //
    parts(&EventPart::detail, ""),
    fact(&EventPart::firstModule));

template <>
inline constexpr auto kClasses<Event> = classesOf<Event>( //
    fact(&Event::kind),
    fact(&Event::timestamp),
    parts(&Event::system, "system_info"),
    parts(&Event::crash, ""),
    parts(&Event::threads, "stacktraces"),
    fact(&Event::requestingThread),
    parts(&Event::modules, "modules"),
    parts(&Event::annotations, "faultline.annotations"),
    keyed(&Event::details, "faultline.details"),
    parts(&Event::diagnostics, "faultline.diagnostics"),
    fact(&Event::platform),
    parts(&Event::detail, ""),
    parts(&Event::samples, "faultline.samples"),
    parts(&Event::parts, ""));

} // namespace faultline::redact

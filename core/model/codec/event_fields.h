// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/codec/frame_fields.h"
#include "core/model/codec/jvm_event_fields.h"
#include "core/model/codec/module_fields.h"
#include "core/model/codec/native_event_fields.h"
#include "core/model/codec/script_event_fields.h"
#include "core/model/event.h"

namespace faultline::codec {

template <>
inline constexpr auto kLastEnumerator<MemoryAccessKind> = MemoryAccessKind::ReadWrite;
template <>
inline constexpr auto kLastEnumerator<EventKind> = EventKind::NativeText;
template <>
inline constexpr auto kLastEnumerator<OsFamily> = OsFamily::OpenBsd;
template <>
inline constexpr auto kLastEnumerator<Annotation::Origin> = Annotation::Origin::Other;
template <>
inline constexpr auto kLastEnumerator<Diagnostic::Severity> = Diagnostic::Severity::Error;

template <>
inline constexpr auto kFields<Annotation> = fieldsOf<Annotation>( //
    &Annotation::origin,
    &Annotation::key,
    &Annotation::value,
    &Annotation::module);

template <>
inline constexpr auto kFields<Diagnostic> = fieldsOf<Diagnostic>( //
    &Diagnostic::severity,
    &Diagnostic::area,
    &Diagnostic::text);

template <>
inline constexpr auto kFields<SystemInfo> = fieldsOf<SystemInfo>( //
    &SystemInfo::os,
    &SystemInfo::osName,
    &SystemInfo::osVersion,
    &SystemInfo::osBuild,
    &SystemInfo::osLongName,
    &SystemInfo::arch,
    &SystemInfo::cpuName,
    &SystemInfo::cpuInfo,
    &SystemInfo::cpuCount,
    &SystemInfo::microcode,
    &SystemInfo::deviceModel);

template <>
inline constexpr auto kFields<ReportedAccess> = fieldsOf<ReportedAccess>( //
    &ReportedAccess::kind,
    &ReportedAccess::sizeBytes);

template <>
inline constexpr auto kFields<CrashInfo> = fieldsOf<CrashInfo>( //
    &CrashInfo::present,
    &CrashInfo::isUnreadable,
    &CrashInfo::isSimulated,
    &CrashInfo::reason,
    &CrashInfo::address,
    &CrashInfo::addressKnown,
    &CrashInfo::code,
    &CrashInfo::flags,
    &CrashInfo::recordAddress,
    &CrashInfo::parameters,
    &CrashInfo::threadId,
    &CrashInfo::assertion,
    &CrashInfo::details,
    &CrashInfo::access);

template <>
inline constexpr auto kFields<EventThread::Prewalked> = fieldsOf<EventThread::Prewalked>( //
    &EventThread::Prewalked::address,
    &EventThread::Prewalked::symbol);

template <>
inline constexpr auto kFields<EventThread> = fieldsOf<EventThread>( //
    &EventThread::id,
    &EventThread::name,
    &EventThread::queue,
    &EventThread::isRequesting,
    &EventThread::skipped,
    &EventThread::registers,
    &EventThread::extraRegisters,
    &EventThread::contextProblem,
    &EventThread::stackBegin,
    &EventThread::stackEnd,
    &EventThread::teb,
    &EventThread::lastError,
    &EventThread::lastErrorName,
    &EventThread::suspendCount,
    &EventThread::priority,
    &EventThread::createTime,
    &EventThread::kernelTime,
    &EventThread::userTime,
    &EventThread::startAddress,
    &EventThread::prewalked,
    &EventThread::givenFrames,
    &EventThread::givenRegisters,
    &EventThread::hostRegisters,
    &EventThread::role,
    &EventThread::error,
    &EventThread::frameParts,
    withMemory(&EventThread::context));

template <>
inline constexpr auto kFields<EventPart> = fieldsOf<EventPart>( //
    &EventPart::detail,
    &EventPart::firstModule);

template <>
inline constexpr auto kFields<Event> = fieldsOf<Event>( //
    &Event::kind,
    &Event::timestamp,
    &Event::system,
    &Event::crash,
    &Event::threads,
    &Event::requestingThread,
    &Event::modules,
    &Event::annotations,
    &Event::details,
    &Event::diagnostics,
    &Event::platform,
    &Event::detail,
    &Event::samples,
    &Event::parts);

} // namespace faultline::codec

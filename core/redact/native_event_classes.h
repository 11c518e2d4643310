// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/native_event.h"
#include "core/redact/field_class.h"

namespace faultline::redact {

template <>
inline constexpr auto kClasses<UnloadedModule> = classesOf<UnloadedModule>( //
    fact(&UnloadedModule::address),
    fact(&UnloadedModule::sizeBytes),
    fact(&UnloadedModule::codeId),
    path(&UnloadedModule::name, "code_file"));

template <>
inline constexpr auto kClasses<MemoryRegion> = classesOf<MemoryRegion>( //
    fact(&MemoryRegion::address),
    fact(&MemoryRegion::sizeBytes),
    fact(&MemoryRegion::readable),
    fact(&MemoryRegion::writable),
    fact(&MemoryRegion::executable),
    fact(&MemoryRegion::guard),
    fact(&MemoryRegion::free),
    fact(&MemoryRegion::kind),
    path(&MemoryRegion::owner, "owner"));

template <>
inline constexpr auto kClasses<StreamInfo> = classesOf<StreamInfo>( //
    fact(&StreamInfo::id),
    fact(&StreamInfo::name),
    fact(&StreamInfo::vendor),
    fact(&StreamInfo::offset),
    fact(&StreamInfo::sizeBytes),
    fact(&StreamInfo::status),
    process(&StreamInfo::bytes, "bytes"));

template <>
inline constexpr auto kClasses<HandleObject> = classesOf<HandleObject>( //
    fact(&HandleObject::kind),
    fact(&HandleObject::count),
    fact(&HandleObject::processId),
    fact(&HandleObject::threadId));

template <>
inline constexpr auto kClasses<Handle> = classesOf<Handle>( //
    fact(&Handle::value),
    fact(&Handle::type),
    path(&Handle::name, "name"),
    fact(&Handle::attributes),
    fact(&Handle::access),
    fact(&Handle::count),
    parts(&Handle::object, ""));

template <>
inline constexpr auto kClasses<ProcessLimit> = classesOf<ProcessLimit>( //
    fact(&ProcessLimit::name),
    fact(&ProcessLimit::soft),
    fact(&ProcessLimit::hard),
    fact(&ProcessLimit::unit));

template <>
inline constexpr auto kClasses<AppleCrashMessage> = classesOf<AppleCrashMessage>( //
    fact(&AppleCrashMessage::thread),
    fact(&AppleCrashMessage::dialogMode),
    fact(&AppleCrashMessage::abortCause),
    path(&AppleCrashMessage::module, "module"),
    message(&AppleCrashMessage::message, "message"),
    message(&AppleCrashMessage::signature, "signature"),
    message(&AppleCrashMessage::backtrace, "backtrace"),
    message(&AppleCrashMessage::message2, "message2"));

template <>
inline constexpr auto kClasses<ProcessInfo> = classesOf<ProcessInfo>( //
    fact(&ProcessInfo::id),
    fact(&ProcessInfo::createTime),
    fact(&ProcessInfo::uptimeSeconds),
    fact(&ProcessInfo::name), // The program's file name.
    process(&ProcessInfo::arguments, "arguments"),
    process(&ProcessInfo::environment, "environment"),
    parts(&ProcessInfo::limits, "limits"),
    process(&ProcessInfo::bootArguments, "boot_arguments"));

template <>
inline constexpr auto kClasses<NativeEvent> = classesOf<NativeEvent>( //
    parts(&NativeEvent::process, "faultline.process"),
    parts(&NativeEvent::unloadedModules, "faultline.unloaded_modules"),
    process(&NativeEvent::memory, "faultline.memory"),
    parts(&NativeEvent::memoryMap, "faultline.memory_map"),
    fact(&NativeEvent::memoryMapCount),
    fact(&NativeEvent::addressMask),
    parts(&NativeEvent::appleCrashMessages, "faultline.crash_messages"),
    parts(&NativeEvent::streams, "faultline.streams"),
    parts(&NativeEvent::handles, "faultline.handles"),
    fact(&NativeEvent::lsbRelease),
    fact(&NativeEvent::signal),
    fact(&NativeEvent::entryPoint),
    fact(&NativeEvent::programHeaders));

} // namespace faultline::redact

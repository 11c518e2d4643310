// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/codec/field_list.h"
#include "core/model/native_event.h"

namespace faultline::codec {

template <>
inline constexpr auto kLastEnumerator<StreamInfo::Status> = StreamInfo::Status::Duplicate;

template <>
inline constexpr auto kLastEnumerator<HandleObjectKind> = HandleObjectKind::Semaphore;

template <>
inline constexpr std::uint32_t kTag<NativeEvent> = 1;

template <>
inline constexpr auto kFields<UnloadedModule> = fieldsOf<UnloadedModule>( //
    &UnloadedModule::address,
    &UnloadedModule::sizeBytes,
    &UnloadedModule::codeId,
    &UnloadedModule::name);

template <>
inline constexpr auto kFields<MemoryRange> = fieldsOf<MemoryRange>( //
    &MemoryRange::address,
    &MemoryRange::bytes,
    &MemoryRange::clipped);

template <>
inline constexpr auto kFields<MemoryRegion> = fieldsOf<MemoryRegion>( //
    &MemoryRegion::address,
    &MemoryRegion::sizeBytes,
    &MemoryRegion::readable,
    &MemoryRegion::writable,
    &MemoryRegion::executable,
    &MemoryRegion::guard,
    &MemoryRegion::free,
    &MemoryRegion::kind,
    &MemoryRegion::owner);

template <>
inline constexpr auto kFields<StreamInfo> = fieldsOf<StreamInfo>( //
    &StreamInfo::id,
    &StreamInfo::name,
    &StreamInfo::vendor,
    &StreamInfo::offset,
    &StreamInfo::sizeBytes,
    &StreamInfo::status,
    withMemory(&StreamInfo::bytes));

template <>
inline constexpr auto kFields<HandleObject> = fieldsOf<HandleObject>( //
    &HandleObject::kind,
    &HandleObject::count,
    &HandleObject::processId,
    &HandleObject::threadId);

template <>
inline constexpr auto kFields<Handle> = fieldsOf<Handle>( //
    &Handle::value,
    &Handle::type,
    &Handle::name,
    &Handle::attributes,
    &Handle::access,
    &Handle::count,
    &Handle::object);

template <>
inline constexpr auto kFields<ProcessLimit> = fieldsOf<ProcessLimit>( //
    &ProcessLimit::name,
    &ProcessLimit::soft,
    &ProcessLimit::hard,
    &ProcessLimit::unit);

template <>
inline constexpr auto kFields<AppleCrashMessage> = fieldsOf<AppleCrashMessage>( //
    &AppleCrashMessage::thread,
    &AppleCrashMessage::dialogMode,
    &AppleCrashMessage::abortCause,
    &AppleCrashMessage::module,
    &AppleCrashMessage::message,
    &AppleCrashMessage::signature,
    &AppleCrashMessage::backtrace,
    &AppleCrashMessage::message2);

template <>
inline constexpr auto kFields<ProcessInfo> = fieldsOf<ProcessInfo>( //
    &ProcessInfo::id,
    &ProcessInfo::createTime,
    &ProcessInfo::uptimeSeconds,
    &ProcessInfo::name,
    &ProcessInfo::arguments,
    &ProcessInfo::environment,
    &ProcessInfo::limits,
    &ProcessInfo::bootArguments);

template <>
inline constexpr auto kFields<NativeEvent> = fieldsOf<NativeEvent>( //
    &NativeEvent::process,
    &NativeEvent::unloadedModules,
    &NativeEvent::memory,
    &NativeEvent::memoryMap,
    &NativeEvent::memoryMapCount,
    &NativeEvent::addressMask,
    &NativeEvent::appleCrashMessages,
    &NativeEvent::streams,
    &NativeEvent::handles,
    &NativeEvent::lsbRelease,
    &NativeEvent::signal,
    &NativeEvent::entryPoint,
    &NativeEvent::programHeaders);

} // namespace faultline::codec

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/codec/frame_fields.h"
#include "core/model/jvm_event.h"

namespace faultline::codec {

template <>
inline constexpr auto kLastEnumerator<JvmModule::Type> = JvmModule::Type::SourceBundle;
template <>
inline constexpr auto kLastEnumerator<JvmStackRole> = JvmStackRole::Thread;

template <>
inline constexpr std::uint32_t kTag<JvmEvent> = 3;

template <>
inline constexpr auto kFields<JvmException> = fieldsOf<JvmException>( //
    &JvmException::type,
    &JvmException::module);

template <>
inline constexpr auto kFields<JvmDetail> = fieldsOf<JvmDetail>( //
    &JvmDetail::module,
    &JvmDetail::signature,
    &JvmDetail::isSynthesized,
    &JvmDetail::fileOrigin,
    &JvmDetail::alternative,
    &JvmDetail::alternativeCount);

template <>
inline constexpr auto kFields<JvmStackFrame> = fieldsOf<JvmStackFrame>( //
    &JvmStackFrame::index,
    &JvmStackFrame::position,
    &JvmStackFrame::detail,
    &JvmStackFrame::inApp,
    &JvmStackFrame::platform);

template <>
inline constexpr auto kFields<JvmStack> = fieldsOf<JvmStack>( //
    &JvmStack::exception,
    &JvmStack::frames,
    &JvmStack::role,
    &JvmStack::thread,
    &JvmStack::isFatal);

template <>
inline constexpr auto kFields<JvmModule> = fieldsOf<JvmModule>( //
    &JvmModule::type,
    &JvmModule::id);

template <>
inline constexpr auto kFields<JvmMessage> = fieldsOf<JvmMessage>( //
    &JvmMessage::stack,
    &JvmMessage::text,
    &JvmMessage::frame);

template <>
inline constexpr auto kFields<JvmEvent> = fieldsOf<JvmEvent>( //
    &JvmEvent::platform,
    &JvmEvent::exceptions,
    &JvmEvent::stacks,
    &JvmEvent::modules,
    &JvmEvent::classes,
    &JvmEvent::messages,
    &JvmEvent::releasePackage,
    &JvmEvent::mapIds);

} // namespace faultline::codec

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/jvm_event.h"
#include "core/redact/frame_classes.h"

namespace faultline::redact {

template <>
inline constexpr auto kClasses<JvmException> = classesOf<JvmException>( //
    fact(&JvmException::type),
    fact(&JvmException::module));

template <>
inline constexpr auto kClasses<JvmDetail> = classesOf<JvmDetail>( //
    fact(&JvmDetail::module),
    fact(&JvmDetail::signature),
    fact(&JvmDetail::isSynthesized),
    fact(&JvmDetail::fileOrigin),
    fact(&JvmDetail::alternative),
    fact(&JvmDetail::alternativeCount));

template <>
inline constexpr auto kClasses<JvmStackFrame> = classesOf<JvmStackFrame>( //
    fact(&JvmStackFrame::index),
    parts(&JvmStackFrame::position, ""),
    parts(&JvmStackFrame::detail, ""),
    fact(&JvmStackFrame::inApp),
    fact(&JvmStackFrame::platform));

template <>
inline constexpr auto kClasses<JvmStack> = classesOf<JvmStack>( //
    parts(&JvmStack::exception, ""),
    parts(&JvmStack::frames, "frames"),
    fact(&JvmStack::role),
    message(&JvmStack::thread, "thread_name"),
    fact(&JvmStack::isFatal));

template <>
inline constexpr auto kClasses<JvmModule> = classesOf<JvmModule>( //
    fact(&JvmModule::type),
    fact(&JvmModule::id));

template <>
inline constexpr auto kClasses<JvmMessage> = classesOf<JvmMessage>( //
    fact(&JvmMessage::stack),
    message(&JvmMessage::text, "value"),
    fact(&JvmMessage::frame));

template <>
inline constexpr auto kClasses<JvmEvent> = classesOf<JvmEvent>( //
    fact(&JvmEvent::platform),
    parts(&JvmEvent::exceptions, "stacktraces"),
    parts(&JvmEvent::stacks, "stacktraces"),
    parts(&JvmEvent::modules, "modules"),
    fact(&JvmEvent::classes),
    parts(&JvmEvent::messages, "stacktraces"),
    fact(&JvmEvent::mapIds),
    fact(&JvmEvent::releasePackage));

} // namespace faultline::redact

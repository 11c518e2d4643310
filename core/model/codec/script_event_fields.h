// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/codec/frame_fields.h"
#include "core/model/script_event.h"

namespace faultline::codec {

template <>
inline constexpr auto kLastEnumerator<ScriptStackRole> = ScriptStackRole::Thread;
template <>
inline constexpr auto kLastEnumerator<ScriptFrameOrder> = ScriptFrameOrder::CalleeFirst;

template <>
inline constexpr std::uint32_t kTag<ScriptEvent> = 2;

template <>
inline constexpr auto kLastEnumerator<BytecodePlace::Kind> = BytecodePlace::Kind::WebAssembly;

template <>
inline constexpr auto kFields<BytecodePlace> = fieldsOf<BytecodePlace>( //
    &BytecodePlace::kind,
    &BytecodePlace::segment,
    &BytecodePlace::function,
    &BytecodePlace::offset);

template <>
inline constexpr auto kFields<ScriptStackFrame> = fieldsOf<ScriptStackFrame>( //
    &ScriptStackFrame::platform,
    &ScriptStackFrame::position,
    &ScriptStackFrame::script,
    &ScriptStackFrame::inApp,
    &ScriptStackFrame::rawLine,
    &ScriptStackFrame::note,
    &ScriptStackFrame::bytecode);

template <>
inline constexpr auto kFields<ScriptStack> = fieldsOf<ScriptStack>( //
    &ScriptStack::role,
    &ScriptStack::type,
    &ScriptStack::value,
    &ScriptStack::frames);

template <>
inline constexpr auto kFields<ScriptModule> = fieldsOf<ScriptModule>( //
    &ScriptModule::codeFile,
    &ScriptModule::debugId);

template <>
inline constexpr auto kFields<ScriptEvent> = fieldsOf<ScriptEvent>( //
    &ScriptEvent::platform,
    &ScriptEvent::release,
    &ScriptEvent::dist,
    &ScriptEvent::order,
    &ScriptEvent::stacks,
    &ScriptEvent::modules);

} // namespace faultline::codec

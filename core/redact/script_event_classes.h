// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/script_event.h"
#include "core/redact/frame_classes.h"

namespace faultline::redact {

template <>
inline constexpr auto kClasses<BytecodePlace> = classesOf<BytecodePlace>( //
    fact(&BytecodePlace::kind),
    fact(&BytecodePlace::segment),
    fact(&BytecodePlace::function),
    fact(&BytecodePlace::offset));

template <>
inline constexpr auto kClasses<ScriptStackFrame> = classesOf<ScriptStackFrame>( //
    fact(&ScriptStackFrame::platform),
    parts(&ScriptStackFrame::position, ""),
    parts(&ScriptStackFrame::script, ""),
    fact(&ScriptStackFrame::inApp),
    message(&ScriptStackFrame::rawLine, "raw_line"),
    message(&ScriptStackFrame::note, "faultline.note"),
    parts(&ScriptStackFrame::bytecode, ""));

template <>
inline constexpr auto kClasses<ScriptStack> = classesOf<ScriptStack>( //
    fact(&ScriptStack::role),
    fact(&ScriptStack::type),
    message(&ScriptStack::value, "value"),
    parts(&ScriptStack::frames, "frames"));

template <>
inline constexpr auto kClasses<ScriptModule> = classesOf<ScriptModule>( //
    path(&ScriptModule::codeFile, "code_file"),
    fact(&ScriptModule::debugId));

template <>
inline constexpr auto kClasses<ScriptEvent> = classesOf<ScriptEvent>( //
    fact(&ScriptEvent::platform),
    fact(&ScriptEvent::release),
    fact(&ScriptEvent::dist),
    fact(&ScriptEvent::order),
    parts(&ScriptEvent::stacks, "stacktraces"),
    parts(&ScriptEvent::modules, "modules"));

} // namespace faultline::redact

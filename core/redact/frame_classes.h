// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/thread_stack.h"
#include "core/redact/field_class.h"

namespace faultline::redact {

// Lines of source text are the program's own, as the names of its functions are. They stay, and are
// read like messages, because a line may hold an address or a key.
template <>
inline constexpr auto kClasses<ContextLines> = classesOf<ContextLines>( //
    message(&ContextLines::before, "pre_context"),
    message(&ContextLines::line, "context_line"),
    message(&ContextLines::after, "post_context"));

template <>
inline constexpr auto kClasses<SourcePosition> = classesOf<SourcePosition>( //
    fact(&SourcePosition::function),
    path(&SourcePosition::file, "filename"),
    path(&SourcePosition::absPath, "abs_path"),
    fact(&SourcePosition::line),
    fact(&SourcePosition::column),
    parts(&SourcePosition::context, ""),
    place(&SourcePosition::link, "source_link"));

template <>
inline constexpr auto kClasses<CarriedFields> = classesOf<CarriedFields>( //
    fact(&CarriedFields::platform),
    fact(&CarriedFields::adjust),
    fact(&CarriedFields::functionId),
    variables(&CarriedFields::variablesJson, "vars"),
    message(&CarriedFields::text, "faultline.text"),
    fact(&CarriedFields::textLine));

template <>
inline constexpr auto kClasses<ReportedSymbol> = classesOf<ReportedSymbol>( //
    fact(&ReportedSymbol::function),
    fact(&ReportedSymbol::functionOffset),
    path(&ReportedSymbol::file, "filename"),
    fact(&ReportedSymbol::line));

template <>
inline constexpr auto kClasses<SymbolPlace> = classesOf<SymbolPlace>( //
    fact(&SymbolPlace::symbol),
    fact(&SymbolPlace::offset),
    fact(&SymbolPlace::sizeBytes));

template <>
inline constexpr auto kClasses<StackError> = classesOf<StackError>( //
    fact(&StackError::type),
    fact(&StackError::package),
    message(&StackError::message, "message"));

template <>
inline constexpr auto kClasses<NativeFrame> = classesOf<NativeFrame>( //
    fact(&NativeFrame::instructionAddress),
    fact(&NativeFrame::pc),
    fact(&NativeFrame::lookupAddress),
    fact(&NativeFrame::rowAddress),
    fact(&NativeFrame::sp),
    fact(&NativeFrame::relativeTo),
    fact(&NativeFrame::method),
    fact(&NativeFrame::language),
    fact(&NativeFrame::namesUnknownLanguage),
    fact(&NativeFrame::fromSymbolTable),
    fact(&NativeFrame::fromWrongBuild),
    path(&NativeFrame::package, "package"),
    fact(&NativeFrame::symbol),
    fact(&NativeFrame::symbolAddress),
    parts(&NativeFrame::reported, "faultline.from_report"),
    parts(&NativeFrame::place, "faultline.place"));

template <>
inline constexpr auto kClasses<ScriptFileKey> = classesOf<ScriptFileKey>( //
    fact(&ScriptFileKey::kind),
    place(&ScriptFileKey::path, "path"),
    fact(&ScriptFileKey::debugId));

template <>
inline constexpr auto kClasses<ScriptFileOrigin> = classesOf<ScriptFileOrigin>( //
    fact(&ScriptFileOrigin::kind),
    place(&ScriptFileOrigin::uri, "uri"),
    parts(&ScriptFileOrigin::key, "key"));

template <>
inline constexpr auto kClasses<ScriptFrame> = classesOf<ScriptFrame>( //
    path(&ScriptFrame::module, "module"),
    place(&ScriptFrame::sourceMap, "sourcemap"),
    parts(&ScriptFrame::sourceMapOrigin, "sourcemap_origin"),
    fact(&ScriptFrame::resolvedWith),
    fact(&ScriptFrame::isSymbolicated),
    fact(&ScriptFrame::nameTrust));

template <>
inline constexpr auto kClasses<JvmCall> = classesOf<JvmCall>( //
    fact(&JvmCall::module),
    parts(&JvmCall::position, ""),
    fact(&JvmCall::isSynthesized),
    fact(&JvmCall::fileOrigin),
    fact(&JvmCall::inApp));

template <>
inline constexpr auto kClasses<JvmAlternative> = classesOf<JvmAlternative>( //
    parts(&JvmAlternative::calls, ""));

template <>
inline constexpr auto kClasses<JvmFrame> = classesOf<JvmFrame>( //
    fact(&JvmFrame::module),
    fact(&JvmFrame::obfuscated),
    fact(&JvmFrame::isSynthesized),
    fact(&JvmFrame::fileOrigin),
    parts(&JvmFrame::alternatives, "faultline.alternatives"),
    fact(&JvmFrame::fromWrongBuild),
    fact(&JvmFrame::index),
    fact(&JvmFrame::signature));

template <>
inline constexpr auto kClasses<Frame> = classesOf<Frame>( //
    fact(&Frame::originalIndex),
    fact(&Frame::isInlined),
    fact(&Frame::status),
    fact(&Frame::trust),
    fact(&Frame::inApp),
    fact(&Frame::module),
    parts(&Frame::position, ""),
    message(&Frame::note, "faultline.note"),
    parts(&Frame::carried, ""),
    parts(&Frame::detail, ""));

template <>
inline constexpr auto kClasses<ThreadStack> = classesOf<ThreadStack>( //
    fact(&ThreadStack::thread),
    parts(&ThreadStack::frames, "frames"),
    fact(&ThreadStack::registers),
    fact(&ThreadStack::complete),
    fact(&ThreadStack::end),
    message(&ThreadStack::endNote, "faultline.end_note"),
    parts(&ThreadStack::error, "faultline.error"));

template <>
inline constexpr auto kClasses<SampledCall> = classesOf<SampledCall>( //
    fact(&SampledCall::caller),
    fact(&SampledCall::weight),
    parts(&SampledCall::frame, "frame"));

template <>
inline constexpr auto kClasses<CallTree> = classesOf<CallTree>( //
    fact(&CallTree::thread),
    fact(&CallTree::unit),
    parts(&CallTree::calls, "calls"));

} // namespace faultline::redact

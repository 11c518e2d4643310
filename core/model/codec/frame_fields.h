// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/call_tree.h"
#include "core/model/codec/field_list.h"
#include "core/model/thread_stack.h"

namespace faultline::codec {

template <>
inline constexpr auto kLastEnumerator<FrameStatus> = FrameStatus::Malformed;
template <>
inline constexpr auto kLastEnumerator<FrameTrust> = FrameTrust::Context;
template <>
inline constexpr auto kLastEnumerator<UnwindMethod> = UnwindMethod::HostContext;
template <>
inline constexpr auto kLastEnumerator<Language> = Language::FSharp;
template <>
inline constexpr auto kLastEnumerator<StackEnd> = StackEnd::NotCode;
template <>
inline constexpr auto kLastEnumerator<StackRole> = StackRole::AcquiredBy;
template <>
inline constexpr auto kLastEnumerator<SampleUnit> = SampleUnit::Instructions;
template <>
inline constexpr auto kLastEnumerator<CpuFamily> = CpuFamily::LoongArch64;

template <>
inline constexpr auto kLastEnumerator<ResolvedWith> = ResolvedWith::LocalFile;
template <>
inline constexpr auto kLastEnumerator<ScriptFileKey::Kind> = ScriptFileKey::Kind::Source;
template <>
inline constexpr auto kLastEnumerator<ScriptFileOrigin::Kind> = ScriptFileOrigin::Kind::LocalFile;
template <>
inline constexpr auto kLastEnumerator<ScriptNameTrust> = ScriptNameTrust::None;

template <>
inline constexpr auto kLastEnumerator<JvmDetail::FileOrigin> = JvmDetail::FileOrigin::Synthesized;

template <>
inline constexpr std::uint32_t kTag<NativeFrame> = 1;
template <>
inline constexpr std::uint32_t kTag<ScriptFrame> = 2;
template <>
inline constexpr std::uint32_t kTag<JvmFrame> = 3;

template <>
inline constexpr auto kFields<ContextLines> = fieldsOf<ContextLines>( //
    &ContextLines::before,
    &ContextLines::line,
    &ContextLines::after);

template <>
inline constexpr auto kFields<SourcePosition> = fieldsOf<SourcePosition>( //
    &SourcePosition::function,
    &SourcePosition::file,
    &SourcePosition::absPath,
    &SourcePosition::line,
    &SourcePosition::column,
    &SourcePosition::context,
    &SourcePosition::link);

template <>
inline constexpr auto kFields<CarriedFields> = fieldsOf<CarriedFields>( //
    &CarriedFields::platform,
    &CarriedFields::adjust,
    &CarriedFields::functionId,
    &CarriedFields::variablesJson,
    &CarriedFields::text,
    &CarriedFields::textLine);

template <>
inline constexpr auto kFields<ReportedSymbol> = fieldsOf<ReportedSymbol>( //
    &ReportedSymbol::function,
    &ReportedSymbol::functionOffset,
    &ReportedSymbol::file,
    &ReportedSymbol::line);

template <>
inline constexpr auto kFields<SymbolPlace> = fieldsOf<SymbolPlace>( //
    &SymbolPlace::symbol,
    &SymbolPlace::offset,
    &SymbolPlace::sizeBytes);

template <>
inline constexpr auto kFields<StackError> = fieldsOf<StackError>( //
    &StackError::type,
    &StackError::package,
    &StackError::message);

template <>
inline constexpr auto kFields<NativeFrame> = fieldsOf<NativeFrame>( //
    &NativeFrame::instructionAddress,
    &NativeFrame::pc,
    &NativeFrame::lookupAddress,
    &NativeFrame::rowAddress,
    &NativeFrame::sp,
    &NativeFrame::relativeTo,
    &NativeFrame::method,
    &NativeFrame::language,
    &NativeFrame::namesUnknownLanguage,
    &NativeFrame::fromSymbolTable,
    &NativeFrame::fromWrongBuild,
    &NativeFrame::package,
    &NativeFrame::symbol,
    &NativeFrame::symbolAddress,
    &NativeFrame::reported,
    &NativeFrame::place);

template <>
inline constexpr auto kFields<ScriptFileKey> = fieldsOf<ScriptFileKey>( //
    &ScriptFileKey::kind,
    &ScriptFileKey::path,
    &ScriptFileKey::debugId);

template <>
inline constexpr auto kFields<ScriptFileOrigin> = fieldsOf<ScriptFileOrigin>( //
    &ScriptFileOrigin::kind,
    &ScriptFileOrigin::uri,
    &ScriptFileOrigin::key);

template <>
inline constexpr auto kFields<ScriptFrame> = fieldsOf<ScriptFrame>( //
    &ScriptFrame::module,
    &ScriptFrame::sourceMap,
    &ScriptFrame::sourceMapOrigin,
    &ScriptFrame::resolvedWith,
    &ScriptFrame::isSymbolicated,
    &ScriptFrame::nameTrust);

template <>
inline constexpr auto kFields<JvmCall> = fieldsOf<JvmCall>( //
    &JvmCall::module,
    &JvmCall::position,
    &JvmCall::isSynthesized,
    &JvmCall::fileOrigin,
    &JvmCall::inApp);

template <>
inline constexpr auto kFields<JvmAlternative> = fieldsOf<JvmAlternative>(&JvmAlternative::calls);

template <>
inline constexpr auto kFields<JvmFrame> = fieldsOf<JvmFrame>( //
    &JvmFrame::module,
    &JvmFrame::obfuscated,
    &JvmFrame::isSynthesized,
    &JvmFrame::fileOrigin,
    &JvmFrame::alternatives,
    &JvmFrame::fromWrongBuild,
    &JvmFrame::index,
    &JvmFrame::signature);

template <>
inline constexpr auto kFields<Frame> = fieldsOf<Frame>( //
    &Frame::originalIndex,
    &Frame::isInlined,
    &Frame::status,
    &Frame::trust,
    &Frame::inApp,
    &Frame::module,
    &Frame::position,
    &Frame::note,
    &Frame::carried,
    &Frame::detail);

template <>
inline constexpr auto kFields<ThreadStack> = fieldsOf<ThreadStack>( //
    &ThreadStack::thread,
    &ThreadStack::frames,
    &ThreadStack::registers,
    &ThreadStack::complete,
    &ThreadStack::end,
    &ThreadStack::endNote,
    &ThreadStack::error);

template <>
inline constexpr auto kFields<SampledCall> = fieldsOf<SampledCall>( //
    &SampledCall::caller,
    &SampledCall::weight,
    &SampledCall::frame);

template <>
inline constexpr auto kFields<CallTree> = fieldsOf<CallTree>( //
    &CallTree::thread,
    &CallTree::unit,
    &CallTree::calls);

} // namespace faultline::codec

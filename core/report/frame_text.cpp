// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/frame_text.h"

#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/insight/frame_names.h"
#include "core/model/thread_stack.h"
#include "core/report/frame_meanings.h"

namespace faultline::report {

namespace {

const ModuleReport* moduleOf(const Report& report, const Frame& frame)
{
    if (!frame.module || *frame.module >= report.modules.size())
        return nullptr;
    return report.modules[*frame.module].get();
}

/// Returns the exact position. For frames of the input only the look-up address is known.
std::uint64_t positionOf(const NativeFrame& frame)
{
    return frame.pc != 0 ? frame.pc : frame.instructionAddress;
}

std::string offsetText(std::uint64_t position, std::uint64_t base)
{
    return position > base ? "+" + hexAddress(position - base) : std::string();
}

/// What the crash report says of the frame; null when it says nothing.
const ReportedSymbol* reportedOf(const Frame& frame)
{
    const auto* native = frame.asNative();
    return native == nullptr || native->reported.empty() ? nullptr : &native->reported.front();
}

/// Returns "name+0x12" from the crash report; empty when that names no function.
std::string reportedFunction(const Frame& frame)
{
    const auto* reported = reportedOf(frame);
    if (reported == nullptr || reported->function.empty())
        return {};
    const auto offset = frame.isInlined ? 0 : reported->functionOffset.value_or(0);
    return escapeControls(reported->function) + offsetText(offset, 0);
}

std::string position(std::string_view file, std::uint32_t line)
{
    auto text = escapeControls(file);
    if (line != 0)
        text += concat(":", line);
    return text;
}

/// With the column of a script: a minified one has all its code in one line.
std::string scriptPosition(std::string_view file, const Frame& frame)
{
    const auto line = frame.position.line.value_or(0);
    const auto column = frame.asScript() != nullptr ? frame.position.column.value_or(0) : 0;
    return line == 0 || column == 0 ? position(file, line)
                                    : concat(position(file, line), ":", column);
}

std::string functionOffset(const Frame& frame)
{
    const auto* native = frame.asNative();
    if (native == nullptr || !native->symbolAddress || frame.isInlined)
        return {};
    return offsetText(positionOf(*native), *native->symbolAddress);
}

/// A script's frame without a name: the script, or the file that the frame names.
std::string placeLabel(const Report& report, const Frame& frame)
{
    if (auto module = frameModuleName(report, frame); !module.empty())
        return module;
    return frame.position.file ? escapeControls(baseName(*frame.position.file)) : "(anonymous)";
}

} // namespace

std::string frameModuleName(const Report& report, const Frame& frame)
{
    const auto* module = moduleOf(report, frame);
    if (const auto* native = frame.asNative(); native != nullptr && native->package)
        return escapeControls(baseName(*native->package));
    if (module != nullptr && module->module.codeFile)
        return escapeControls(baseName(*module->module.codeFile));
    if (module != nullptr && module->module.debugFile)
        return escapeControls(baseName(*module->module.debugFile));
    return {};
}

std::string frameLabel(const Report& report, const Frame& frame)
{
    // The module of a JVM frame is a mapping, which says nothing about the code.
    const auto moduleName =
        frame.asJvm() != nullptr ? std::string() : frameModuleName(report, frame);
    if (frame.position.function && !frame.position.function->empty()) {
        const auto prefix = moduleName.empty() ? std::string() : moduleName + "!";
        return concat(prefix, escapeControls(*frame.position.function), functionOffset(frame));
    }
    if (const auto reported = reportedFunction(frame); !reported.empty())
        return concat(moduleName, moduleName.empty() ? "" : "!", reported);
    return frameAddressLabel(report, frame);
}

std::string frameAddressLabel(const Report& report, const Frame& frame)
{
    if (const auto* jvm = frame.asJvm())
        return escapeControls(jvm->obfuscated.empty() ? frame.position.function.value_or("")
                                                      : jvm->obfuscated);
    const auto* native = frame.asNative();
    if (native == nullptr)
        return placeLabel(report, frame);
    const auto moduleName = frameModuleName(report, frame);
    if (insight::isWithoutAddress(frame))
        return moduleName.empty() ? "?" : moduleName;
    if (moduleName.empty())
        return hexAddress(positionOf(*native));
    const auto* module = moduleOf(report, frame);
    if (module == nullptr)
        return concat(moduleName, " ", hexAddress(positionOf(*native)));
    return moduleName +
           offsetText(positionOf(*native), native->relativeTo ? 0 : module->module.address);
}

std::string frameSourcePosition(const Frame& frame)
{
    if (frame.position.file && !frame.position.file->empty())
        return scriptPosition(*frame.position.file, frame);
    if (frame.position.absPath && !frame.position.absPath->empty())
        return scriptPosition(baseName(*frame.position.absPath), frame);
    const auto* reported = reportedOf(frame);
    return reported == nullptr || reported->file.empty() ? std::string()
                                                         : position(reported->file, reported->line);
}

std::string frameProblem(const Frame& frame)
{
    const auto reason = missingReason(frame.status);
    const auto* reported = reportedOf(frame);
    const bool isReported =
        reported != nullptr && (!reported->function.empty() || !reported->file.empty());
    const auto* native = frame.asNative();
    const bool isOfTable = native != nullptr && native->fromSymbolTable;
    if (frame.isFromWrongBuild())
        return frame.isInlined ? "inline, wrong build" : "wrong build";
    if (const auto words = meaningsText(frame); !words.empty())
        return words;
    if (!isReported && isOfTable && !frame.isInlined && reason.empty())
        return "name from symbol table";
    if (!isReported || (reason.empty() && !frame.isInlined))
        return std::string(frame.isInlined ? "inline" : reason);
    return concat(frame.isInlined ? "inline" : reason, ", name from report");
}

std::string_view trustWords(const Frame& frame)
{
    const auto* native = frame.asNative();
    if (native != nullptr && native->method == UnwindMethod::Instructions)
        return "instructions";
    if (native != nullptr && native->method == UnwindMethod::HostContext)
        return "64-bit code that runs the thread, registers";
    switch (frame.trust) {
    case FrameTrust::None: return "";
    case FrameTrust::Scan: return "guess: stack scan";
    case FrameTrust::CfiScan: return "guess: scan, checked by unwind data";
    case FrameTrust::FramePointer: return "frame pointer";
    case FrameTrust::Cfi: return "unwind data";
    case FrameTrust::Prewalked: return "from the crash reporter";
    case FrameTrust::Context: return "registers";
    }
    return "";
}

bool isGuess(FrameTrust trust)
{
    return trust == FrameTrust::Scan || trust == FrameTrust::CfiScan;
}

std::string_view missingReason(FrameStatus status)
{
    switch (status) {
    case FrameStatus::Symbolicated: return "";
    case FrameStatus::MissingSymbol: return "address not in symbols";
    case FrameStatus::UnknownImage: return "no module";
    case FrameStatus::Missing: return "no symbols";
    case FrameStatus::Malformed: return "symbols damaged";
    }
    return "";
}

std::string stackEndText(const ThreadStack& stack)
{
    if (stack.end == StackEnd::NotReached)
        return {};
    const bool isReporters = stack.end == StackEnd::NotFound && !endsEarly(stack);
    auto text =
        concat(endsEarly(stack) ? "stack breaks off: " : "stack ends: ",
               isReporters ? "the crash reporter gives no more frames" : stackEndName(stack.end));
    if (!stack.endNote.empty())
        text += ", " + escapeControls(stack.endNote);
    return text;
}

} // namespace faultline::report

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/frame_names.h"

#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/insight/function_name.h"
#include "core/insight/self_end.h"

namespace faultline::insight {

namespace {

std::string addressText(std::uint64_t address, Arch arch)
{
    auto digits = hexAddress(address);
    const std::size_t width = 2 + (pointerSize(cpuFamily(arch)) == 4 ? 8 : 16);
    if (digits.size() < width)
        digits.insert(2, width - digits.size(), '0');
    return digits;
}

} // namespace

std::string moduleName(const EventModule& module)
{
    const auto& path = module.codeFile ? module.codeFile : module.debugFile;
    return path ? std::string(baseName(*path)) : std::string();
}

bool isWithoutAddress(const Frame& frame)
{
    const auto* native = frame.asNative();
    return native != nullptr && native->instructionAddress == 0 && !native->relativeTo &&
           !frame.module && (frame.position.file || native->package);
}

std::string frameFunction(const Report& report, const Frame& frame)
{
    if (frame.position.function)
        return *frame.position.function;
    const auto* native = frame.asNative();
    if (native == nullptr)
        return {};
    if (native->symbol)
        return *native->symbol;
    return isWithoutAddress(frame)
               ? std::string()
               : addressText(native->instructionAddress, report.event->system.arch);
}

std::string frameModuleOffset(const Report& report, const Frame& frame)
{
    const auto& modules = report.event->modules;
    const auto* native = frame.asNative();
    // Texts give offsets in modules whose addresses nobody knows.
    const auto index = frame.module || native == nullptr ? frame.module : native->relativeTo;
    if (native == nullptr || !index || *index >= modules.size())
        return {};
    const auto& module = modules[*index];
    const auto address = native->instructionAddress;
    const bool isOffset = native->relativeTo && (!frame.module || address < module.address);
    if (!isOffset && address < module.address)
        return {};
    return moduleName(module) + "+" + hexAddress(isOffset ? address : address - module.address);
}

std::string knownFunction(const Report& report, const Frame& frame)
{
    const auto* native = frame.asNative();
    if (frame.position.function || (native != nullptr && native->symbol))
        return frameFunction(report, frame);
    const bool isReported = native != nullptr && !native->reported.empty();
    return isReported ? native->reported.front().function : std::string();
}

namespace {

/// "name()", but names of other languages as they are: "-[Canvas stroke:]", "lists:map/2",
/// "{main}".
std::string callOf(const std::string& function)
{
    const auto name = std::string(qualifiedName(function));
    const auto digits = name.find_last_not_of("0123456789");
    const bool hasArity =
        digits != std::string::npos && digits + 1 < name.size() && name[digits] == '/';
    const bool isWhole = hasArity || name.ends_with(')') || name.ends_with('}');
    return isWhole || isObjectiveC(function) ? name : name + "()";
}

} // namespace

bool hasTrueName(const Report& report, const Frame& frame)
{
    if (frame.isFromWrongBuild())
        return false;
    return frame.asNative() != nullptr ? !knownFunction(report, frame).empty()
                                       : frame.status == FrameStatus::Symbolicated;
}

std::string crashedFunction(const Report& report)
{
    const auto* frame = blamedFrame(report);
    if (frame == nullptr)
        return {};
    if (const auto function = knownFunction(report, *frame); !function.empty())
        return callOf(function);
    auto offset = frameModuleOffset(report, *frame);
    return offset.empty() ? frameFunction(report, *frame) : offset;
}

} // namespace faultline::insight

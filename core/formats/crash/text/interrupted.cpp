// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/text/interrupted.h"

#include "core/base/text.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/model/signal_return.h"

#include <algorithm>
#include <array>
#include <optional>

namespace faultline::nativetext {

namespace {

constexpr std::size_t kMaxHandlerFrames = 16;

std::string_view nameOf(const Frame& frame)
{
    const auto& reported = frame.asNative()->reported;
    if (!reported.empty())
        return reported.back().function;
    return frame.position.function ? std::string_view(*frame.position.function)
                                   : std::string_view();
}

/// "folly::symbolizer::(anonymous namespace)::signalHandler(int, siginfo_t*, void*)",
/// "SignalHandler(int)", "handle_fatal_signal".
bool isHandler(std::string_view name)
{
    constexpr std::array<std::string_view, 7> kParts{
        "ignalhandler", "signal_handler",      "sig_handler",  "sigsegvhandler",
        "segv_handler", "handle_fatal_signal", "crash_handler"};
    const auto lower = toLowerAscii(name.substr(0, name.find("(int")));
    return std::ranges::any_of(kParts, [&](std::string_view part) { return has(lower, part); });
}

std::string_view moduleOf(const Event& event, const Frame& frame)
{
    const auto& native = *frame.asNative();
    if (native.relativeTo) {
        const auto& file = event.modules[*native.relativeTo].codeFile;
        return file ? std::string_view(*file) : std::string_view();
    }
    return native.package ? std::string_view(*native.package) : std::string_view();
}

bool isLibraryOfC(std::string_view module)
{
    const auto name = baseName(module);
    return name.starts_with("libc.so") || name.starts_with("libc-2.") ||
           name.starts_with("libpthread");
}

/// A return address is the first byte of a function only by chance, but the system returns to the
/// first byte of __restore_rt. Compilers align functions to this many bytes.
bool isFunctionBegin(const Frame& frame)
{
    constexpr std::uint64_t kAlignment = 16;
    const auto address = frame.asNative()->instructionAddress;
    return address != 0 && address % kAlignment == 0;
}

/// Is the frame the system's that called the handler above it?
bool isSystemsCall(const Event& event,
                   const std::vector<Frame>& frames,
                   std::size_t index,
                   IsOfSignal isOfSignal)
{
    const auto name = nameOf(frames[index]);
    if (!name.empty())
        return isSignalReturn(name);
    if (isHandler(nameOf(frames[index - 1])))
        return true;
    return isOfSignal == IsOfSignal::Yes && isLibraryOfC(moduleOf(event, frames[index])) &&
           !isLibraryOfC(moduleOf(event, frames[index - 1])) && isFunctionBegin(frames[index]);
}

} // namespace

void setExact(std::vector<Frame>& frames, std::size_t index)
{
    for (auto* frame : {&frames[index], &frames.front()}) {
        auto carried = frame->carried ? *frame->carried : CarriedFields();
        carried.adjust = false;
        frame->carried = share(std::move(carried));
    }
}

void markInterrupted(Event& event, IsOfSignal isOfSignal)
{
    for (auto& thread : event.threads) {
        auto& frames = *thread.givenFrames;
        for (std::size_t i = 1; i + 1 < std::min(frames.size(), kMaxHandlerFrames); ++i) {
            if (!isSystemsCall(event, frames, i, isOfSignal))
                continue;
            setExact(frames, i + 1);
            frames[i + 1].trust = FrameTrust::Context;
            break;
        }
    }
}

} // namespace faultline::nativetext

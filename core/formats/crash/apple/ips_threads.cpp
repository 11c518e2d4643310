// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/apple/ips_threads.h"

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/apple/apple_facts.h"
#include "core/formats/crash/apple/report_lines.h"
#include "core/json/json_members.h"

#include <algorithm>
#include <limits>

namespace faultline::apple {

namespace {

using Registers = std::vector<std::pair<std::string, std::uint64_t>>;

/// Members are {"value": n, …}; arm64 keeps its numbered registers in the list "x". Flavour and the
/// Rosetta sub-state have no value of their own and are left out.
Registers readRegisters(const json::JsonValue& state)
{
    Registers registers;
    std::size_t number = 0;
    json::forEachChildOf(state, "x", [&](const json::JsonValue& entry) {
        if (const auto value = json::numberMember(entry, "value"))
            registers.emplace_back(concat("x", number), *value);
        ++number;
    });
    json::forEachChild(state, [&](const json::JsonValue& entry) {
        if (const auto value = json::numberMember(entry, "value"))
            registers.emplace_back(entry.key(), *value);
    });
    return registers;
}

std::uint64_t registerValue(const Registers& registers, std::string_view name)
{
    const auto found = std::ranges::find(registers, name, &Registers::value_type::first);
    return found == registers.end() ? 0 : found->second;
}

/// A call through a null pointer: pc is 0, and only lr still knows the caller.
void insertLinkRegister(EventThread& thread)
{
    auto& frames = *thread.givenFrames;
    const auto link = registerValue(thread.givenRegisters, "lr");
    const bool isNullCall = !frames.empty() &&
                            frames.front().makeNative().instructionAddress == 0 &&
                            registerValue(thread.givenRegisters, "pc") == 0;
    if (!isNullCall || link == 0 ||
        (frames.size() > 1 && frames[1].makeNative().instructionAddress == link))
        return;
    Frame caller;
    caller.makeNative().instructionAddress = link;
    frames.insert(frames.begin() + 1, std::move(caller));
}

ReportedSymbol readSymbol(const json::JsonValue& frame)
{
    ReportedSymbol symbol;
    symbol.function = json::textMember(frame, "symbol");
    symbol.functionOffset = json::numberMember(frame, "symbolLocation");
    symbol.file = std::string(baseName(json::textMember(frame, "sourceFile")));
    const auto line = json::numberMember(frame, "sourceLine").value_or(0);
    if (line <= std::numeric_limits<std::uint32_t>::max())
        symbol.line = static_cast<std::uint32_t>(line);
    return symbol;
}

} // namespace

std::vector<EventThread> IpsThreads::read(const json::JsonValue& report)
{
    const auto faulting = json::numberMember(report, "faultingThread");
    std::size_t index = 0;
    json::forEachChildOf(report, "threads", [&](const json::JsonValue& value) {
        auto thread = readThread(value, index);
        if (faulting == index)
            thread.isRequesting = true;
        add(std::move(thread));
        ++index;
    });
    readBacktraces(report);
    return std::move(m_threads);
}

EventThread IpsThreads::readThread(const json::JsonValue& value, std::size_t index) const
{
    EventThread thread;
    thread.id = json::numberMember(value, "id").value_or(index);
    if (auto name = json::textMember(value, "name"); !name.empty())
        thread.name = std::move(name);
    thread.queue = json::textMember(value, "queue");
    thread.isRequesting = json::flagMember(value, "triggered");
    if (const auto state = json::member(value, "threadState"))
        thread.givenRegisters = readRegisters(*state);
    const auto frames = json::member(value, "frames");
    thread.givenFrames = frames ? readFrames(*frames) : std::vector<Frame>();
    insertLinkRegister(thread);
    return thread;
}

/// Frames of inlined code come before their physical frame, at the same address, and become part of
/// it: the look-up by address finds all of them at once.
std::vector<Frame> IpsThreads::readFrames(const json::JsonValue& list) const
{
    std::vector<Frame> frames;
    bool isContinued = false;
    json::forEachChild(list, [&](const json::JsonValue& value) {
        auto frame = readFrame(value);
        const bool isSame =
            isContinued && !frames.empty() &&
            frames.back().makeNative().instructionAddress == frame.makeNative().instructionAddress;
        isContinued = json::flagMember(value, "inline");
        if (isSame)
            std::ranges::move(frame.makeNative().reported,
                              std::back_inserter(frames.back().makeNative().reported));
        else if (frames.size() < m_limits.maxFramesPerThread)
            frames.push_back(std::move(frame));
    });
    return frames;
}

Frame IpsThreads::readFrame(const json::JsonValue& value) const
{
    Frame frame;
    frame.makeNative().instructionAddress = json::numberMember(value, "imageOffset").value_or(0);
    const auto index = json::numberMember(value, "imageIndex");
    if (index && *index < m_images.size()) {
        const auto& image = m_images[*index];
        const auto room = std::numeric_limits<std::uint64_t>::max() - image.base;
        if (frame.makeNative().instructionAddress <= room)
            frame.makeNative().instructionAddress += image.base;
        if (!image.name.empty())
            frame.makeNative().package = image.name;
    }
    auto symbol = readSymbol(value);
    if (!symbol.function.empty() || !symbol.file.empty())
        frame.makeNative().reported.push_back(std::move(symbol));
    return frame;
}

void IpsThreads::readBacktraces(const json::JsonValue& report)
{
    if (const auto frames = json::member(report, "lastExceptionBacktrace")) {
        EventThread thread;
        thread.name = std::string(kLastException);
        thread.isRequesting = false;
        thread.givenFrames = readFrames(*frames);
        add(std::move(thread));
    }
    std::size_t number = 0;
    json::forEachChildOf(report, "asiBacktraces", [&](const json::JsonValue& text) {
        if (auto thread = readTextBacktrace(text, number))
            add(*std::move(thread));
        ++number;
    });
}

/// One text with a line per frame, in the form of text reports.
std::optional<EventThread> IpsThreads::readTextBacktrace(const json::JsonValue& text,
                                                         std::size_t number) const
{
    if (text.kind() != json::JsonKind::String)
        return std::nullopt;
    EventThread thread;
    thread.name = concat("Application Specific Backtrace ", number);
    thread.isRequesting = false;
    auto& frames = thread.givenFrames.emplace();
    bool isContinued = false;
    for (const auto line : splitLines(text.text())) {
        const auto frame = parseFrameLine(line);
        if (!frame || frames.size() >= m_limits.maxFramesPerThread)
            continue;
        appendFrame(frames, *frame, isContinued);
        isContinued = frame->isInlined;
    }
    return thread;
}

void IpsThreads::add(EventThread thread)
{
    if (m_threads.size() < m_limits.maxThreads) {
        m_threads.push_back(std::move(thread));
        return;
    }
    if (m_diagnostics.empty() || m_diagnostics.back().area != "threads")
        m_diagnostics.push_back(
            {Diagnostic::Severity::Warning, "threads",
             concat("more than ", m_limits.maxThreads, ", the rest is left out")});
}

} // namespace faultline::apple

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_writer.h"
#include "core/report/stackwalk_view.h"

#include <cstdint>

namespace faultline::report {

enum class ThreadRegisters : std::uint8_t { No, Yes };

/// The entries of "threads" in rust-minidump's JSON. Refers to the report.
class StackwalkThreads
{
public:
    explicit StackwalkThreads(const Report& report) : m_event(*report.event), m_stacks(report) {}

    bool hasFrames(std::size_t thread) const { return !m_stacks.frames(thread).empty(); }

    /// The members of one thread's object; `registers` are those of its first frame.
    void write(json::JsonWriter& json, std::size_t thread, ThreadRegisters registers) const;

private:
    void writeFrame(json::JsonWriter& json, const StackwalkFrame& view, std::size_t index) const;
    void writeUnloadedHits(json::JsonWriter& json, const StackwalkFrame& view) const;
    void writeRegisters(json::JsonWriter& json, const StackwalkFrame& view) const;

    std::string address(std::uint64_t value) const { return paddedAddress(m_event, value); }

    const Event& m_event;
    StackwalkStacks m_stacks;
};

/// A member that is null when the text is empty.
void writeTextOrNull(json::JsonWriter& json, std::string_view key, std::string_view text);

} // namespace faultline::report

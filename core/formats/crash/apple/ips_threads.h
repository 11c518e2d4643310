// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/json/json_document.h"
#include "core/model/event.h"

#include <optional>
#include <vector>

namespace faultline::apple {

/// The base of an image's offsets, by position in "usedImages".
struct IpsImage
{
    std::uint64_t base = 0;
    std::string name;
};

/// Reads "threads" and the stacks that belong to no thread (docs/spec/native.md §20.2, §20.3).
class IpsThreads
{
public:
    IpsThreads(const std::vector<IpsImage>& images,
               const ParseLimits& limits,
               std::vector<Diagnostic>& diagnostics)
        : m_images(images), m_limits(limits), m_diagnostics(diagnostics)
    {
    }

    std::vector<EventThread> read(const json::JsonValue& report);

private:
    EventThread readThread(const json::JsonValue& value, std::size_t index) const;
    std::vector<Frame> readFrames(const json::JsonValue& list) const;
    Frame readFrame(const json::JsonValue& value) const;
    void readBacktraces(const json::JsonValue& report);
    std::optional<EventThread> readTextBacktrace(const json::JsonValue& text,
                                                 std::size_t number) const;
    void add(EventThread thread);

    const std::vector<IpsImage>& m_images;
    const ParseLimits& m_limits;
    std::vector<Diagnostic>& m_diagnostics;
    std::vector<EventThread> m_threads;
};

} // namespace faultline::apple

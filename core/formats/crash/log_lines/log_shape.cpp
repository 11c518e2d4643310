// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/log_lines/log_shape.h"

#include <algorithm>

namespace faultline::loglines {

namespace {

constexpr std::size_t kLearnedLines = 2000;
constexpr std::size_t kLearnedBytes = 1 << 20;
constexpr std::size_t kMaxShapes = 16;
constexpr std::size_t kMaxPrefixBytes = 200;
constexpr int kMaxPlaces = 24; ///< Where a message could begin in one line.
/// A logger ends its prefix, or a part of it, with one of these before a blank.
constexpr std::string_view kPrefixEnds = "]:|>)}-";

char shapeOf(char c)
{
    return c >= '0' && c <= '9' ? '0' : c;
}

std::string shapeOf(std::string_view prefix)
{
    std::string shape(prefix);
    std::ranges::transform(shape, shape.begin(), [](char c) { return shapeOf(c); });
    return shape;
}

bool hasShape(std::string_view line, std::string_view shape)
{
    return line.size() >= shape.size() && std::ranges::equal(line.substr(0, shape.size()), shape,
                                                             {}, [](char c) { return shapeOf(c); });
}

/// Returns where the message may begin: after the blank that follows the end of a prefix's part.
std::size_t nextPlace(std::string_view line, std::size_t from)
{
    for (auto i = std::max<std::size_t>(from, 1); i + 1 < line.size() && i < kMaxPrefixBytes; ++i) {
        if (line[i] == ' ' && kPrefixEnds.find(line[i - 1]) != std::string_view::npos)
            return i + 1;
    }
    return std::string_view::npos;
}

/// Returns the prefix of a line that holds a frame after it; empty for every other line.
std::string_view prefixBeforeFrame(std::string_view line, const LogShape::IsFrame& isFrame)
{
    if (isFrame(line))
        return {};
    auto at = nextPlace(line, 0);
    for (int i = 0; i < kMaxPlaces && at != std::string_view::npos; ++i) {
        if (isFrame(line.substr(at)))
            return line.substr(0, at);
        at = nextPlace(line, at);
    }
    return {};
}

} // namespace

LogShape LogShape::learn(std::string_view text, const IsFrame& isFrame)
{
    LogShape shape;
    text = text.substr(0, kLearnedBytes);
    for (std::size_t i = 0; i < kLearnedLines && !text.empty(); ++i) {
        const auto end = std::min(text.find('\n'), text.size());
        const auto line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (shape.prefixOf(line).sizeBytes == 0)
            shape.add(prefixBeforeFrame(line, isFrame));
    }
    return shape;
}

void LogShape::add(std::string_view prefix)
{
    if (!prefix.empty() && m_shapes.size() < kMaxShapes)
        m_shapes.push_back(shapeOf(prefix));
}

LogPrefix LogShape::prefixOf(std::string_view line) const
{
    if (auto prefix = logPrefixOf(line); prefix.sizeBytes > 0)
        return prefix;
    for (const auto& shape : m_shapes) {
        if (hasShape(line, shape))
            return {.sizeBytes = shape.size(), .writer = shape};
    }
    return {};
}

} // namespace faultline::loglines

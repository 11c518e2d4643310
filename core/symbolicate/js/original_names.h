// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/script/original_functions.h"
#include "core/formats/debug/sourcemap/map_cache.h"

#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

namespace faultline::js {

/// A source of a source map.
struct MapSource
{
    const sourcemap::MapCache* cache = nullptr;
    std::uint32_t index = 0;

    friend auto operator<=>(const MapSource&, const MapSource&) = default;
};

/// The original texts of one event and the functions in them. Each text is unpacked and parsed
/// once. The caches of source maps outlive it; one thread uses it.
class OriginalNames
{
public:
    explicit OriginalNames(std::stop_token stop) : m_stop(std::move(stop)) {}

    /// The text that the map carries; empty when it carries none.
    ByteView textOf(MapSource source);

    /// The function around a place of a source; "<anonymous>" when it has no name, or none is
    /// around. Absent when the text cannot be parsed. `fileName` tells the language.
    std::optional<std::string> functionAt(MapSource source,
                                          std::string_view fileName,
                                          std::string_view text,
                                          sourcemap::Position position,
                                          script::OriginalFunctions::Edge edge);

private:
    std::map<MapSource, ByteView> m_texts;
    std::size_t m_textBytes = 0;
    std::map<MapSource, Result<script::OriginalFunctions>> m_functions;
    std::stop_token m_stop;
};

} // namespace faultline::js

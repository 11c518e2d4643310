#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace faultline::scriptstack {

/// The place that a frame names, with what stands around it.
struct FramePlace
{
    std::string path;                    ///< URL or file; empty for native and nameless code.
    std::optional<std::uint32_t> line;   ///< 1-based.
    std::optional<std::uint32_t> column; ///< 1-based, UTF-16 units; of bytecode: offset plus one.
    std::string note;                    ///< For people.
};

/// "url:L:C", "url:L", "native", "<anonymous>", "index 0", "address at url:1:N", "eval at f (…)",
/// "url line N > eval:1:1". Absent when the text names no place.
std::optional<FramePlace> parsePlace(std::string_view text);

/// Whether a text is a URL or an absolute path with a line and a column, as frames without a
/// function's name are.
bool isPlainPlace(std::string_view text);

} // namespace faultline::scriptstack

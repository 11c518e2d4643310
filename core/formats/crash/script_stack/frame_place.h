// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/script_event.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace faultline::scriptstack {

/// The position that a frame names.
struct FramePlace
{
    std::string path; ///< URL or file; empty for native code and code without a name.
    std::optional<std::uint32_t> line; ///< Counted from 1.
    /// Counted from 1 in UTF-16 units. For bytecode, the offset plus one.
    std::optional<std::uint32_t> column;
    std::string note; ///< For users.
    /// For WebAssembly; line and column are then those of its source maps: the offset plus one.
    std::optional<BytecodePlace> bytecode{};
};

/// Parses "url:L:C", "url:L", "native", "<anonymous>", "index 0", "address at url:1:N", "eval at f
/// (…)", "url line N > eval:1:1", "url:wasm-function[N]:0x1f". Absent when the text names no
/// position.
std::optional<FramePlace> parsePlace(std::string_view text);

/// Tells whether a text is a URL or an absolute path with line and column, the form of frames
/// without a function's name.
bool isPlainPlace(std::string_view text);

} // namespace faultline::scriptstack

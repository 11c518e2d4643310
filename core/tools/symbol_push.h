// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/symbfile/file_id.h"
#include "core/net/transport/transport.h"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace faultline::app {

/// The symbols of one deployed file, in parts that are symbfiles of their own.
struct PushedSymbols
{
    symbfile::FileId id;
    std::string buildId; ///< Hexadecimal digits; empty when the file has none.
    std::uint64_t loadAddress = 0;
    std::vector<ByteView> ranges;
    std::vector<ByteView> returnPads; ///< Empty, and not sent, where calls are unknown or absent.
};

struct PushOptions
{
    std::string server; ///< Root of the server's API.
    std::string apiKey;
    std::chrono::milliseconds firstDelay{1000}; ///< Doubled with every retry.
    unsigned retries = 5;
    /// Called before each part is sent, with its number from 1 among all parts.
    std::function<void(std::size_t part, std::size_t parts)> onPart = [](std::size_t, std::size_t) {
    };
};

/// Makes the symbols of a deployed ELF file ready to be sent, with the debug files that belong to
/// it. Errors: Unsupported (no deployed ELF file, no code with a name), those of
/// symbolfiles::openSymbolFiles() and of the conversion.
Result<PushedSymbols> readPushedSymbols(const std::filesystem::path& file);

/// Uploads symbols (docs/spec/symbfile.md §§9, 10), ranges before return pads. Repeats a part after
/// a connection error, 408, 429 and 5xx. Errors: DownloadFailed and Timeout (not reached, or still
/// unable after the last retry), PermissionDenied (the key), Malformed (refused).
Result<void>
pushSymbols(net::Transport& transport, const PushedSymbols& symbols, const PushOptions& options);

} // namespace faultline::app

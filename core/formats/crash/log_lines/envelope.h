// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace faultline::loglines {

/// A text without what carried it.
struct PeeledText
{
    std::string text;
    /// For each line of `text`, the line of the original, counted from 1.
    std::vector<std::uint32_t> lines;
};

/// Takes off what a terminal, a mailer, a logger or an editor put around a text: UTF-16, CR as line
/// end, colours, "> " of quoted mail, JSON with a text in a member (one object per line, or one for
/// the whole file; also docker's, journalctl's and those of loggers). Absent when there is nothing
/// to take off, when the bytes are no text, and beyond 256 MiB. What a log writes before each line
/// stays (log_prefix.h).
std::optional<PeeledText> peelEnvelope(Bytes bytes);

} // namespace faultline::loglines

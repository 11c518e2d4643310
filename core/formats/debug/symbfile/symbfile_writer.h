// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/formats/debug/symbfile/messages.h"
#include "core/formats/debug/symbfile/records.h"

#include <deque>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

namespace faultline::symbfile {

/// Limits of the buffer, which is written when it reaches one of them. The defaults are the
/// reference's (docs/spec/symbfile.md §4).
struct WriterLimits
{
    std::uint64_t tableBytes = (16ull << 20) - (64ull << 10);
    std::uint64_t bufferedBytes = 64ull << 20;
};

/// Writes a symbfile piece by piece. Records keep their order; texts that several of them share go
/// into tables before them. Texts are copied.
class SymbfileWriter
{
public:
    using Sink = std::function<Result<void>(Bytes)>;

    explicit SymbfileWriter(Sink sink, WriterLimits limits = {})
        : m_sink(std::move(sink)), m_limits(limits)
    {
    }

    /// Errors: those of the sink; Unsupported (a line table with descending offsets, or a record
    /// that exceeds the size of a message).
    Result<void> add(const Record& record);
    /// Writes the rest; add nothing afterwards. Same errors.
    Result<void> finish();

    /// Returns the approximate size of a file with everything added so far.
    std::uint64_t estimatedBytes() const { return m_writtenBytes + m_tableBytes + m_bufferedBytes; }

private:
    using Text = std::uint32_t; ///< Position in m_texts.

    struct TextUse
    {
        std::string text;
        std::uint32_t uses = 0;
        bool mustBeInTable = false;
        std::uint32_t index = 0; ///< Index in the table that is being written.
    };

    struct PendingRange
    {
        RangeMessage message; ///< Its texts are set when the message is written.
        std::optional<Text> function, file, callFile;
    };

    struct PendingPad
    {
        ReturnPadMessage message; ///< Holds positions in m_texts instead of indices.
    };

    Text use(std::string_view text, bool mustBeInTable);
    Result<void> addRange(const Range& range);
    Result<void> addReturnPad(const ReturnPad& pad);
    AddressField addressField(std::uint64_t address);
    TextField textField(const std::optional<Text>& text) const;
    Result<void> begin();
    Result<void> flush();
    std::string encodeTable();
    Result<void> put(MessageType type, const std::string& body);

    Sink m_sink;
    WriterLimits m_limits;
    std::deque<TextUse> m_texts;
    std::unordered_map<std::string_view, Text> m_places; // Keys point into m_texts.
    std::vector<std::variant<PendingRange, PendingPad>> m_pending;
    std::optional<std::uint64_t> m_lastAddress;
    std::uint64_t m_tableBytes = 0;
    std::uint64_t m_bufferedBytes = 0;
    std::uint64_t m_writtenBytes = 0;
    bool m_begun = false;
};

} // namespace faultline::symbfile

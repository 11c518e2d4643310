// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/formats/debug/symbfile/messages.h"
#include "core/formats/debug/symbfile/records.h"

#include <optional>

namespace faultline::symbfile {

inline constexpr std::string_view kMagic = "symbfile";
/// Like the reference, refuses longer messages.
inline constexpr std::uint64_t kMaxMessageBytes = 16ull << 20;

/// Reads the records of a symbfile in order (docs/spec/symbfile.md §1, §2). Ignores messages of
/// unknown types. Reading ends at the first error. The bytes must outlive the reader and its
/// records.
class SymbfileReader
{
public:
    /// Errors: Unsupported (the magic is missing), Malformed (the header is missing).
    static Result<SymbfileReader> open(Bytes file);

    /// Absent at the end. Errors: Malformed; the text gives the message and its position.
    Result<std::optional<Record>> next();

    /// Where the described file is linked to be loaded. Absent in files that our server has not
    /// stored, and before the end of the file.
    std::optional<std::uint64_t> loadAddress() const { return m_loadAddress; }

private:
    struct Message
    {
        std::uint64_t type = 0;
        std::size_t offset = 0; ///< Offset of the message in the file.
        Bytes body;
    };

    explicit SymbfileReader(Bytes file) : m_file(file) {}

    Result<Message> readMessage();
    Result<std::uint64_t> readVarint(std::string_view what);
    Result<std::uint64_t> addressOf(const AddressField& field);
    Result<std::string_view> textOf(const TextField& field) const;
    Result<std::optional<std::string_view>> optionalTextOf(const TextField& field) const;
    Result<std::string_view> tableText(std::uint32_t index) const;
    Result<Record> readRange(Bytes body);
    Result<Record> readReturnPad(Bytes body);
    Result<std::optional<Record>> readRecord(const Message& message);

    Bytes m_file;
    std::size_t m_offset = 0;
    std::vector<std::string_view> m_strings;
    std::optional<std::uint64_t> m_lastAddress; ///< Shared by ranges and return pads.
    std::optional<std::uint64_t> m_loadAddress;
};

} // namespace faultline::symbfile

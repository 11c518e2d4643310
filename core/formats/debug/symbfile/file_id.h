// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace faultline::symbfile {

/// Identifies the executable that a symbfile describes, by a digest of the deployed file's head,
/// tail and length (docs/spec/symbfile.md §7). Works for any content.
class FileId
{
public:
    using Value = std::array<std::uint8_t, 16>;

    explicit FileId(const Value& value) : m_value(value) {}

    static FileId ofContent(Bytes content);
    /// Accepts the URL-safe or the standard alphabet, but not a mixture, with or without padding.
    /// The text must stand for 16 bytes; unused bits of the last character are ignored.
    static std::optional<FileId> parseBase64(std::string_view text);

    /// Accepts 32 hexadecimal digits, or what parseBase64() accepts.
    static std::optional<FileId> parse(std::string_view text);

    /// Returns 32 lower-case digits, the form of names on disk, where the case of letters may not
    /// matter.
    std::string hex() const;
    /// Returns 22 characters of the URL-safe alphabet, without padding.
    std::string base64() const;

    friend auto operator<=>(const FileId&, const FileId&) = default;

private:
    Value m_value;
};

} // namespace faultline::symbfile

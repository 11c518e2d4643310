#pragma once

#include "core/base/byte_view.h"

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace faultline::symbfile {

/// Which executable a symbfile describes: a digest of the deployed file's head, tail and length
/// (docs/spec/symbfile.md §7). Works for content of any kind.
class FileId
{
public:
    using Value = std::array<std::uint8_t, 16>;

    explicit FileId(const Value& value) : m_value(value) {}

    static FileId ofContent(Bytes content);
    /// Either alphabet (URL-safe or standard, not mixed), with or without padding; exactly 16
    /// bytes, whatever the last character's unused bits are.
    static std::optional<FileId> parseBase64(std::string_view text);

    /// 32 lower-case digits; what files on disk are called, for their case does not matter.
    std::string hex() const;
    /// 22 characters of the URL-safe alphabet, without padding.
    std::string base64() const;

    friend auto operator<=>(const FileId&, const FileId&) = default;

private:
    Value m_value;
};

} // namespace faultline::symbfile

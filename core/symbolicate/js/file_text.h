// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/debug_id.h"
#include "core/base/result.h"
#include "core/model/source_position.h"
#include "core/symbolicate/js/line_marks.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace faultline::js {

/// A file of a script, and what follows from its text alone. Each fact is found when it is first
/// asked for, and kept: a file that stays in the memory of the caches is searched, hashed and
/// decoded once, however many requests use it. Any thread.
class FileText
{
public:
    /// The bytes are UTF-8.
    explicit FileText(ByteView bytes) : m_bytes(std::move(bytes)) {}

    const ByteView& bytes() const { return m_bytes; }

    std::string_view text() const { return m_bytes.text(); }

    /// What its comment says about its map: sourcemap::findMapReference().
    std::optional<std::string_view> mapReference() const;
    /// The debug id of its comment.
    std::optional<DebugId> debugId() const;
    /// SHA-256 in hexadecimal digits.
    const std::string& digest() const;
    /// May it be an index map whose sections name other maps?
    bool mayLinkMaps() const;

    /// The map in its reference, if that is a `data:` URL; null otherwise. Errors: those of
    /// sourcemap::readDataUrl().
    Result<std::shared_ptr<const FileText>> embeddedMap() const;

    /// contextAround() of the text.
    std::optional<ContextLines> contextAround(std::uint32_t line, std::uint32_t column) const;

private:
    /// A value that is made at its first use.
    template <class T>
    class Once
    {
    public:
        template <class Make>
        const T& get(const Make& make) const
        {
            std::call_once(m_isMade, [&] { m_value = make(); });
            return m_value;
        }

    private:
        mutable std::once_flag m_isMade;
        mutable T m_value{};
    };

    ByteView m_bytes;
    Once<std::optional<std::string_view>> m_mapReference;
    Once<std::optional<DebugId>> m_debugId;
    Once<std::string> m_digest;
    Once<bool> m_mayLinkMaps;
    Once<Result<std::shared_ptr<const FileText>>> m_embeddedMap;
    Once<LineMarks> m_marks;
};

using FileTextPtr = std::shared_ptr<const FileText>;

} // namespace faultline::js

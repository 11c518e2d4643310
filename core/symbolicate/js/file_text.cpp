// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/js/file_text.h"

#include "core/base/hash.h"
#include "core/formats/debug/sourcemap/map_reference.h"
#include "core/symbolicate/js/context_around.h"

namespace faultline::js {

std::optional<std::string_view> FileText::mapReference() const
{
    return m_mapReference.get([this] { return sourcemap::findMapReference(text()); });
}

std::optional<DebugId> FileText::debugId() const
{
    return m_debugId.get([this] {
        const auto comment = sourcemap::findDebugIdComment(text());
        return comment ? DebugId::parse(*comment) : std::nullopt;
    });
}

const std::string& FileText::digest() const
{
    return m_digest.get([this] { return sha256Hex(m_bytes.span()); });
}

bool FileText::mayLinkMaps() const
{
    return m_mayLinkMaps.get([this] { return sourcemap::mayNameLinkedMaps(text()); });
}

Result<FileTextPtr> FileText::embeddedMap() const
{
    return m_embeddedMap.get([this]() -> Result<FileTextPtr> {
        const auto reference = mapReference();
        if (!reference || !reference->starts_with("data:"))
            return FileTextPtr();
        FL_TRY(auto map, sourcemap::readDataUrl(*reference));
        return std::make_shared<const FileText>(ByteView::fromString(std::move(map)));
    });
}

std::optional<ContextLines> FileText::contextAround(std::uint32_t line, std::uint32_t column) const
{
    const auto& marks = m_marks.get([this] { return LineMarks(text()); });
    return js::contextAround(text(), marks, line, column);
}

} // namespace faultline::js

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/model/codec/report_format.h"

#include <array>
#include <cstdint>

namespace faultline::codec {

/// The positions of a file's sections, all of which lie inside the file.
class SectionTable
{
public:
    /// Malformed for anything else than a whole report whose header is undamaged; Unsupported for
    /// another version of the format.
    static Result<SectionTable> open(ByteView file);

    std::uint32_t version() const { return m_version; }

    ByteView get(Section section) const { return m_sections[static_cast<std::size_t>(section)]; }

private:
    std::uint32_t m_version = kVersion;
    std::array<ByteView, kSectionCount> m_sections;
};

} // namespace faultline::codec

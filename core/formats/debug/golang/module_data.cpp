// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/golang/module_data.h"

#include "core/base/byte_reader.h"

#include <algorithm>
#include <array>

namespace faultline::golang {

namespace {

// Go, src/runtime/symtab.go, `moduledata`: words before these fields. A slice has three words.
constexpr std::uint64_t kNamesAt = 1;
constexpr std::uint64_t kUnitFilesAt = 4;
constexpr std::uint64_t kTextStartAt = 22;
constexpr std::uint64_t kTextEndAt = 23;
/// `gofunc` of Go 1.18 and 1.19; Go 1.20 added two fields before it.
constexpr std::array<std::uint64_t, 2> kFunctionDataAt{38, 40};

class Search
{
public:
    Search(const ProgramImage& image, std::uint64_t table, const TableHeader& header)
        : m_image(image), m_table(table), m_header(header)
    {
    }

    std::optional<ModuleData> run() const
    {
        for (const auto& pointer : m_image.pointers) {
            if (auto found = pointer.target == m_table ? at(pointer.address) : std::nullopt)
                return found;
        }
        for (const auto& part : m_image.parts) {
            if (auto found = part.isExecutable ? std::nullopt : in(part))
                return found;
        }
        return std::nullopt;
    }

private:
    std::optional<std::uint64_t> field(std::uint64_t begin, std::uint64_t index) const
    {
        return m_image.pointer(begin + index * m_image.wordBytes);
    }

    std::optional<ModuleData> at(std::uint64_t address) const
    {
        const auto start = field(address, kTextStartAt);
        const auto end = field(address, kTextEndAt);
        if (field(address, 0) != m_table || field(address, kNamesAt) != m_table + m_header.names ||
            field(address, kUnitFilesAt) != m_table + m_header.unitFiles || !start || !end ||
            *end <= *start || !m_image.isCode(*start))
            return std::nullopt;
        ModuleData data{.textStart = *start, .functionData = {}};
        for (const auto index : kFunctionDataAt) {
            const auto begin = field(address, index);
            if (begin && !m_image.from(*begin).empty())
                data.functionData.push_back(*begin);
        }
        return data;
    }

    /// Compares the low 32 bits first, which chained fixups leave as they are.
    std::optional<ModuleData> in(const ImagePart& part) const
    {
        const auto word = m_image.wordBytes;
        const auto low = m_image.order == std::endian::little || word == 4 ? 0u : 4u;
        ByteReader reader(part.content.span(), m_image.order);
        const auto wanted = static_cast<std::uint32_t>(m_table);
        const auto relative = static_cast<std::uint32_t>(m_table - m_image.loadAddress);
        for (std::uint64_t offset = -part.address % word; offset + word <= part.content.size();
             offset += word) {
            reader.seek(offset + low);
            const auto found = reader.u32();
            if (found != wanted && found != relative)
                continue;
            if (auto data = at(part.address + offset))
                return data;
        }
        return std::nullopt;
    }

    const ProgramImage& m_image;
    const std::uint64_t m_table;
    const TableHeader& m_header;
};

} // namespace

std::optional<ModuleData>
findModuleData(const ProgramImage& image, std::uint64_t tableAddress, const TableHeader& header)
{
    if (header.version == TableVersion::Go12)
        return std::nullopt;
    return Search(image, tableAddress, header).run();
}

} // namespace faultline::golang

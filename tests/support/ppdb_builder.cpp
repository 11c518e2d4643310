// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/ppdb_builder.h"

#include <algorithm>
#include <map>
#include <zlib.h>

namespace faultline::test {

namespace {

using namespace std::string_literals;

std::string guidBytes(std::string_view text)
{
    static constexpr int kOrder[16] = {3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15};
    std::string digits(text);
    std::erase(digits, '-');
    std::string bytes(16, '\0');
    for (std::size_t i = 0; i < 16; ++i)
        bytes[static_cast<std::size_t>(kOrder[i])] =
            static_cast<char>(std::stoi(digits.substr(i * 2, 2), nullptr, 16));
    return bytes;
}

/// The heaps under construction. Entries are identified by their offset (blobs) or number (GUIDs).
class Heaps
{
public:
    std::uint32_t blob(const std::string& content)
    {
        const auto offset = static_cast<std::uint32_t>(m_blobs.size());
        m_blobs += PpdbBuilder::compressed(static_cast<std::uint32_t>(content.size())) + content;
        return offset;
    }

    std::uint32_t guid(std::string_view text)
    {
        const auto bytes = guidBytes(text);
        for (std::size_t i = 0; i < m_guids.size(); i += 16) {
            if (m_guids.compare(i, 16, bytes) == 0)
                return static_cast<std::uint32_t>(i / 16 + 1);
        }
        m_guids += bytes;
        return static_cast<std::uint32_t>(m_guids.size() / 16);
    }

    const std::string& blobs() const { return m_blobs; }

    const std::string& guids() const { return m_guids; }

private:
    std::string m_blobs = "\0"s;
    std::string m_guids;
};

constexpr const char* kSha256 = "8829d00f-11b8-4213-878b-770e8597ac16";
constexpr const char* kSourceLink = "cc110556-a091-4d38-9fec-25ab9a351a6a";
constexpr const char* kEmbeddedSource = "0e8a571b-6926-466e-b4ad-8ab04611f5fe";

const char* languageGuid(PpdbBuilder::Language language)
{
    switch (language) {
    case PpdbBuilder::Language::CSharp: return "3f5162f8-07c6-11d3-9053-00c04fa302a1";
    case PpdbBuilder::Language::VisualBasic: return "3a12d0b8-c26c-11d0-b442-00a0244a1dd2";
    case PpdbBuilder::Language::FSharp: return "ab4f38c9-b6e6-43ba-be3b-58080b2ccce3";
    case PpdbBuilder::Language::Other: break;
    }
    return "00000000-0000-0000-0000-000000000001";
}

std::string nameBlob(const std::string& name, Heaps& heaps)
{
    const char separator = name.find('\\') != std::string::npos ? '\\' : '/';
    std::string blob(1, separator);
    std::size_t start = 0;
    while (true) {
        const auto end = std::min(name.find(separator, start), name.size());
        blob += PpdbBuilder::compressed(heaps.blob(name.substr(start, end - start)));
        if (end == name.size())
            return blob;
        start = end + 1;
    }
}

std::string pointsBlob(const PpdbBuilder::Method& method)
{
    if (method.blob)
        return *method.blob;
    if (method.points.empty())
        return {};
    std::string blob = PpdbBuilder::compressed(0);
    if (method.document == 0)
        blob += PpdbBuilder::compressed(method.points.front().document);
    std::uint32_t il = 0;
    std::optional<std::pair<std::uint32_t, std::uint32_t>> last;
    for (std::size_t i = 0; i < method.points.size(); ++i) {
        const auto& point = method.points[i];
        if (i > 0 && point.document != 0)
            blob += PpdbBuilder::compressed(0) + PpdbBuilder::compressed(point.document);
        blob += PpdbBuilder::compressed(point.ilOffset - il);
        il = point.ilOffset;
        if (point.line == 0) {
            blob += "\0\0"s;
            continue;
        }
        blob += PpdbBuilder::compressed(0) + PpdbBuilder::compressed(5); // One line, five columns.
        const auto line = static_cast<std::int32_t>(point.line);
        const auto column = static_cast<std::int32_t>(point.column);
        if (last)
            blob += PpdbBuilder::compressedSigned(line - static_cast<std::int32_t>(last->first)) +
                    PpdbBuilder::compressedSigned(column - static_cast<std::int32_t>(last->second));
        else
            blob += PpdbBuilder::compressed(point.line) + PpdbBuilder::compressed(point.column);
        last = {point.line, point.column};
    }
    return blob;
}

std::string little(std::uint64_t value, std::size_t sizeBytes)
{
    std::string bytes;
    for (std::size_t i = 0; i < sizeBytes; ++i)
        bytes += static_cast<char>(value >> (8 * i));
    return bytes;
}

std::string sourceBlob(const PpdbBuilder::Document& document)
{
    const auto size = static_cast<std::int32_t>(document.source->size());
    const auto format = document.sourceFormat.value_or(document.isPacked ? size : 0);
    return little(static_cast<std::uint32_t>(format), 4) +
           (document.isPacked ? rawDeflate(*document.source) : *document.source);
}

} // namespace

std::string PpdbBuilder::compressed(std::uint32_t value)
{
    if (value < 0x80)
        return {static_cast<char>(value)};
    if (value < 0x4000)
        return {static_cast<char>(0x80 | value >> 8), static_cast<char>(value)};
    return {static_cast<char>(0xc0 | value >> 24), static_cast<char>(value >> 16),
            static_cast<char>(value >> 8), static_cast<char>(value)};
}

std::string PpdbBuilder::compressedSigned(std::int32_t value)
{
    const auto rotated = [value](unsigned bits) {
        const std::uint32_t mask = (1u << bits) - 1;
        const auto shifted = static_cast<std::uint32_t>(value) << 1;
        return (shifted & mask) | (value < 0 ? 1u : 0u);
    };
    if (value >= -0x40 && value < 0x40)
        return {static_cast<char>(rotated(7))};
    if (value >= -0x2000 && value < 0x2000) {
        const auto bits = rotated(14) | 0x8000;
        return {static_cast<char>(bits >> 8), static_cast<char>(bits)};
    }
    const auto bits = rotated(29) | 0xc0000000;
    return {static_cast<char>(bits >> 24), static_cast<char>(bits >> 16),
            static_cast<char>(bits >> 8), static_cast<char>(bits)};
}

std::string rawDeflate(std::string_view text)
{
    z_stream stream{};
    deflateInit2(&stream, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
    std::string packed(deflateBound(&stream, static_cast<uLong>(text.size())), '\0');
    std::string input(text);
    stream.next_in = reinterpret_cast<Bytef*>(input.data());
    stream.avail_in = static_cast<uInt>(input.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
}

std::vector<std::byte> PpdbBuilder::build() const
{
    Heaps heaps;
    const std::size_t heapOffset = hasWideHeaps ? 4 : 2;
    const std::size_t documentIndex = documents.size() > 0xffff ? 4 : 2;
    const std::size_t methodIndex = methods.size() > 0xffff ? 4 : 2;
    const std::size_t parentIndex =
        std::max(methods.size(), documents.size()) > 0xffff >> 5 ? 4 : 2;

    std::string documentRows;
    std::string methodRows;
    std::string stateRows;
    std::string customRows;
    std::uint32_t customCount = 0;
    const auto addCustom = [&](std::uint32_t parent, const char* kind, const std::string& value) {
        customRows += little(parent, parentIndex) + little(heaps.guid(kind), heapOffset) +
                      little(heaps.blob(value), heapOffset);
        ++customCount;
    };
    for (const auto& document : documents) {
        documentRows += little(heaps.blob(nameBlob(document.name, heaps)), heapOffset);
        documentRows += little(document.sha256.empty() ? 0 : heaps.guid(kSha256), heapOffset);
        documentRows +=
            little(document.sha256.empty() ? 0 : heaps.blob(document.sha256), heapOffset);
        documentRows += little(heaps.guid(languageGuid(document.language)), heapOffset);
    }
    std::map<std::string, std::uint32_t> known;
    for (const auto& method : methods) {
        const auto blob = pointsBlob(method);
        auto offset = blob.empty() ? 0 : known[blob];
        if (offset == 0 && !blob.empty())
            offset = heaps.blob(blob);
        if (sharesBlobs)
            known[blob] = offset;
        methodRows += little(method.document, documentIndex) + little(offset, heapOffset);
    }
    for (const auto& [moveNext, kickoff] : stateMachines)
        stateRows += little(moveNext, methodIndex) + little(kickoff, methodIndex);
    if (!sourceLink.empty())
        addCustom(1u << 5 | 7, kSourceLink, sourceLink);
    for (std::size_t i = 0; i < documents.size(); ++i) {
        if (documents[i].source)
            addCustom(static_cast<std::uint32_t>(i + 1) << 5 | 22, kEmbeddedSource,
                      sourceBlob(documents[i]));
    }

    std::string pdb(guid.begin(), guid.end());
    pdb += little(stamp, 4) + little(0, 4);
    pdb += little(1u << 0 | 1u << 6, 4) + little(0, 4); // Module and MethodDef of the assembly.
    pdb += little(1, 4) + little(static_cast<std::uint32_t>(methods.size()), 4);

    const std::uint32_t present = 1u << 0 | 1u << 1 | (stateMachines.empty() ? 0u : 1u << 6) |
                                  (customCount == 0 ? 0u : 1u << 7);
    std::string tables = little(0, 4) + "\x02\0"s + little(hasWideHeaps ? 7 : 0, 1) + "\x01"s;
    tables += little(0, 4) + little(present << 16, 4); // 0x30 and above.
    tables += little(0, 8);
    tables += little(static_cast<std::uint32_t>(documents.size()), 4);
    tables += little(static_cast<std::uint32_t>(methods.size()), 4);
    if (!stateMachines.empty())
        tables += little(static_cast<std::uint32_t>(stateMachines.size()), 4);
    if (customCount != 0)
        tables += little(customCount, 4);
    tables += documentRows + methodRows + stateRows + customRows;

    std::vector<std::pair<std::string, std::string>> streams{
        {"#Pdb", pdb},  {"#~", tables},           {"#Strings", "\0"s},
        {"#US", "\0"s}, {"#GUID", heaps.guids()}, {"#Blob", heaps.blobs()}};
    if (!extraStream.empty())
        streams.emplace_back(extraStream, "x");

    ByteAssembler out;
    out.text("BSJB").u16(1).u16(1).u32(0).u32(12).text("PDB v1.0").zeros(4);
    out.u16(0).u16(streams.size());
    std::vector<ByteAssembler::Label> labels;
    for (const auto& [name, content] : streams) {
        labels.push_back(out.newLabel());
        out.offsetOf(labels.back()).u32(content.size()).text(name).zeros(1).align(4);
    }
    for (std::size_t i = 0; i < streams.size(); ++i)
        out.place(labels[i]).text(streams[i].second).align(4);
    return out.finish();
}

} // namespace faultline::test

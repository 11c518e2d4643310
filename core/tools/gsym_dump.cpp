// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tools/gsym_dump.h"

#include "core/base/byte_output.h"
#include "core/base/hex.h"

#include <algorithm>
#include <limits>
#include <span>

namespace faultline::app {

namespace {

constexpr std::uint32_t kMagic = 0x4753594d;
constexpr std::uint16_t kVersion = 1;
constexpr std::size_t kMaxUuidBytes = 20;
constexpr std::size_t kHeaderBytes = 48;
constexpr std::size_t kAlignment = 4;

/// InfoType of llvm/DebugInfo/GSYM/FunctionInfo.h.
enum class InfoType : std::uint32_t { EndOfList = 0, LineTable = 1, Inline = 2 };

/// Opcodes of llvm/DebugInfo/GSYM/LineTable.h.
namespace line_op {
constexpr std::uint8_t kEndSequence = 0, kSetFile = 1, kAdvancePc = 2, kAdvanceLine = 3;
} // namespace line_op

/// The writer checks that no number exceeds 32 bits before the file is complete.
void put32(ByteOutput& out, std::uint64_t value)
{
    out.u32(static_cast<std::uint32_t>(value));
}

/// Texts by their offset. The first is the empty one.
class Texts
{
public:
    Texts() { offset(""); }

    std::uint32_t offset(std::string_view text)
    {
        const auto [known, isNew] = m_offsets.emplace(text, m_bytes.size());
        if (isNew)
            m_bytes.append(text).push_back('\0');
        return static_cast<std::uint32_t>(known->second);
    }

    const std::string& bytes() const { return m_bytes; }

private:
    std::unordered_map<std::string, std::size_t> m_offsets;
    std::string m_bytes;
};

/// Files as pairs of folder and name. File 0 is the unknown one.
class Files
{
public:
    explicit Files(Texts& texts) : m_texts(texts) { m_table.emplace_back(0, 0); }

    /// `path` points into the symcache, which has each path once.
    std::uint32_t number(std::string_view path)
    {
        if (path.empty())
            return 0;
        const auto [known, isNew] =
            m_numbers.emplace(path.data(), static_cast<std::uint32_t>(m_table.size()));
        if (isNew) {
            const auto slash = path.find_last_of("/\\");
            const bool hasFolder = slash != path.npos;
            m_table.emplace_back(
                m_texts.offset(hasFolder ? path.substr(0, slash) : std::string_view()),
                m_texts.offset(hasFolder ? path.substr(slash + 1) : path));
        }
        return known->second;
    }

    void write(ByteOutput& out) const
    {
        put32(out, m_table.size());
        for (const auto& [folder, name] : m_table) {
            put32(out, folder);
            put32(out, name);
        }
    }

private:
    Texts& m_texts;
    std::unordered_map<const char*, std::uint32_t> m_numbers;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_table;
};

using Rows = std::span<const CodeRow>;

class Writer
{
public:
    explicit Writer(std::uint64_t symCacheBytes) : m_names(symCacheBytes) {}

    Result<void> add(const CodeFunction& function)
    {
        ByteOutput info;
        put32(info, function.end - function.begin);
        put32(info, nameOf(function.rows.front().levels.front()));
        addChunk(info, InfoType::LineTable, lineTable(function));
        const bool hasInlined = std::ranges::any_of(
            function.rows, [](const CodeRow& row) { return row.levels.size() > 1; });
        if (hasInlined)
            addChunk(info, InfoType::Inline, inlineTree(function));
        put32(info, static_cast<std::uint32_t>(InfoType::EndOfList));
        put32(info, 0);
        m_functions.emplace_back(function.begin, info.take());
        return {};
    }

    Result<std::string> finish(const object::Object& image)
    {
        std::ranges::stable_sort(m_functions, {}, &Function::first);
        if (m_functions.empty())
            return fail(ErrorKind::Unsupported, "no functions to dump");
        const auto count = m_functions.size();
        ByteOutput files;
        m_files.write(files);
        // Address offsets and the offsets of the functions' records have 4 bytes each.
        const auto filesAt = kHeaderBytes + count * 8;
        const auto textsAt = filesAt + files.size();
        const auto functionsAt =
            (textsAt + m_texts.bytes().size() + kAlignment - 1) / kAlignment * kAlignment;
        ByteOutput offsets;
        ByteOutput records;
        for (const auto& [begin, info] : m_functions) {
            put32(offsets, functionsAt + records.size());
            records.bytes(info);
            records.alignTo(kAlignment);
        }
        if (functionsAt + records.size() > std::numeric_limits<std::uint32_t>::max())
            return fail(ErrorKind::Unsupported, "more than 4 GiB of functions and names");
        ByteOutput out;
        writeHeader(out, image, textsAt);
        for (const auto& function : m_functions)
            put32(out, function.first - m_functions.front().first);
        out.bytes(offsets.get());
        out.bytes(files.get());
        out.bytes(asBytes(m_texts.bytes()));
        out.alignTo(kAlignment);
        out.bytes(records.get());
        return std::string(asText(out.get()));
    }

private:
    using Function = std::pair<std::uint32_t, std::vector<std::byte>>;

    std::uint32_t nameOf(const CodeLevel& level)
    {
        return m_texts.offset(m_names.of(level.function, level.language));
    }

    static void addChunk(ByteOutput& info, InfoType type, const ByteOutput& data)
    {
        put32(info, static_cast<std::uint32_t>(type));
        put32(info, data.size());
        info.bytes(data.get());
    }

    /// Uses no special opcodes: every row advances file, line and address.
    ByteOutput lineTable(const CodeFunction& function)
    {
        ByteOutput out;
        const auto first = function.rows.front().levels.back().line;
        out.sleb128(0);
        out.sleb128(0);
        out.uleb128(first);
        std::uint32_t file = 1;
        auto line = first;
        auto address = function.begin;
        for (const auto& row : function.rows) {
            const auto& level = row.levels.back();
            if (const auto number = m_files.number(level.file); number != file) {
                out.u8(line_op::kSetFile);
                out.uleb128(number);
                file = number;
            }
            if (level.line != line) {
                out.u8(line_op::kAdvanceLine);
                out.sleb128(static_cast<std::int64_t>(level.line) - line);
                line = level.line;
            }
            out.u8(line_op::kAdvancePc);
            out.uleb128(row.begin - address);
            address = row.begin;
        }
        out.u8(line_op::kEndSequence);
        return out;
    }

    ByteOutput inlineTree(const CodeFunction& function)
    {
        ByteOutput out;
        addInline(out, function.rows, 0, function.begin);
        return out;
    }

    /// Addresses of children count from the parent's beginning. A list of children ends with an
    /// entry without ranges.
    void addInline(ByteOutput& out, Rows rows, std::size_t depth, std::uint32_t base)
    {
        const auto begin = rows.front().begin;
        const auto& levels = rows.front().levels;
        const bool hasChildren = std::ranges::any_of(
            rows, [&](const CodeRow& row) { return row.levels.size() > depth + 1; });
        out.uleb128(1);
        out.uleb128(begin - base);
        out.uleb128(rows.back().end - begin);
        out.u8(hasChildren ? 1 : 0);
        put32(out, nameOf(levels[depth]));
        out.uleb128(depth == 0 ? 0 : m_files.number(levels[depth - 1].file));
        out.uleb128(depth == 0 ? 0 : levels[depth - 1].line);
        if (!hasChildren)
            return;
        visitInlined(rows, depth + 1, [&](Rows child) { addInline(out, child, depth + 1, begin); });
        out.uleb128(0);
    }

    Texts m_texts;
    Files m_files{m_texts};
    CodeNames m_names;
    std::vector<Function> m_functions; ///< Address and encoded record.

    void writeHeader(ByteOutput& out, const object::Object& image, std::size_t textsAt) const
    {
        const std::string id = image.codeId().text();
        const auto uuidBytes = std::min(id.size() / 2, kMaxUuidBytes);
        put32(out, kMagic);
        out.u16(kVersion);
        out.u8(4); // Bytes of an address offset.
        out.u8(static_cast<std::uint8_t>(uuidBytes));
        out.u64(image.loadAddress() + m_functions.front().first);
        put32(out, m_functions.size());
        put32(out, textsAt);
        put32(out, m_texts.bytes().size());
        for (std::size_t i = 0; i < kMaxUuidBytes; ++i)
            out.u8(i < uuidBytes ? static_cast<std::uint8_t>(hexValue(id[2 * i]) << 4 |
                                                             hexValue(id[2 * i + 1]))
                                 : 0);
    }
};

} // namespace

Result<std::string> makeGsym(const symcache::SymCache& symbols, const object::Object& image)
{
    Writer writer(symbols.bytes().size());
    FL_CHECK(
        visitCode(symbols, [&](const CodeFunction& function) { return writer.add(function); }));
    return writer.finish(image);
}

} // namespace faultline::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tools/symbfile_dump.h"

#include "core/disasm/disassembler.h"
#include "core/formats/debug/symbfile/symbfile_writer.h"

#include <algorithm>
#include <span>

namespace faultline::app {

namespace {

using Rows = std::span<const CodeRow>;

/// Makes the ranges of one function. Texts of the ranges point into names and symcache.
class RangeMaker
{
public:
    RangeMaker(std::uint64_t loadAddress, CodeNames& names, const SymbfileSink& sink)
        : m_loadAddress(loadAddress), m_names(names), m_sink(sink)
    {
    }

    Result<void> add(const CodeFunction& function) { return addLevel(function.rows, 0); }

private:
    /// Cuts the rows, which share a function at this depth, where the file of the function's own
    /// code changes.
    Result<void> addLevel(Rows rows, std::size_t depth)
    {
        std::size_t first = 0;
        const std::string_view* file = nullptr;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (rows[i].levels.size() != depth + 1)
                continue;
            const auto& own = rows[i].levels[depth].file;
            if (file != nullptr && *file != own) {
                FL_CHECK(addPiece(rows.subspan(first, i - first), depth, *file));
                first = i;
            }
            file = &own;
        }
        // Code without instructions of its own has the file of its first call.
        return addPiece(rows.subspan(first), depth,
                        file != nullptr ? *file : rows[first].levels[depth].file);
    }

    Result<void> addPiece(Rows rows, std::size_t depth, std::string_view file)
    {
        const auto& levels = rows.front().levels;
        symbfile::Range range{.address = m_loadAddress + rows.front().begin,
                              .sizeBytes = rows.back().end - rows.front().begin,
                              .function =
                                  m_names.of(levels[depth].function, levels[depth].language),
                              .file = file.empty() ? std::nullopt : std::optional(file),
                              .callFile = std::nullopt,
                              .callLine = 0,
                              .depth = static_cast<std::uint32_t>(depth),
                              .lines = {}};
        if (depth > 0) {
            const auto& call = levels[depth - 1];
            range.callLine = call.line;
            if (!call.file.empty())
                range.callFile = call.file;
        }
        for (const auto& row : rows) {
            if (row.levels.size() == depth + 1)
                addLine(range, row.begin - rows.front().begin, row.levels[depth].line);
        }
        FL_CHECK(m_sink(range));
        return addInlined(rows, depth + 1);
    }

    static void addLine(symbfile::Range& range, std::uint32_t offset, std::uint32_t line)
    {
        if (range.lines.empty() || range.lines.back().line != line)
            range.lines.push_back({.offset = offset, .line = line});
    }

    Result<void> addInlined(Rows rows, std::size_t depth)
    {
        Result<void> added;
        visitInlined(rows, depth, [&](Rows call) {
            if (added)
                added = addLevel(call, depth);
        });
        return added;
    }

    std::uint64_t m_loadAddress;
    CodeNames& m_names;
    const SymbfileSink& m_sink;
};

constexpr std::uint32_t kArm64InstructionBytes = 4;

/// Finds calls in the code of one image.
class PadMaker
{
public:
    PadMaker(disasm::Disassembler disassembler,
             const object::Object& image,
             std::uint64_t symCacheBytes,
             const SymbfileSink& sink)
        : m_disassembler(std::move(disassembler)), m_image(image), m_sink(sink),
          m_step(cpuFamily(image.arch()) == CpuFamily::Arm64 ? kArm64InstructionBytes : 1),
          m_names(symCacheBytes)
    {
    }

    Result<void> add(const CodeFunction& function)
    {
        const auto linked = m_image.loadAddress() + function.begin;
        const auto code = m_image.readImage(linked, function.end - function.begin);
        auto row = function.rows.begin();
        for (std::uint32_t at = 0; code && at < code->size();) {
            const auto instruction = m_disassembler.decode(code->span().subspan(at), linked + at);
            const auto bytes = instruction ? instruction->sizeBytes : m_step;
            while (row + 1 != function.rows.end() && row->end <= function.begin + at)
                ++row;
            if (instruction && (isCall(*instruction) || isGoExit(*row, at)))
                FL_CHECK(addPad(*row, linked + at + bytes - 1));
            at += bytes;
        }
        return {};
    }

private:
    static bool isCall(const disasm::DecodedInstruction& instruction)
    {
        const std::string_view text = instruction.text;
        const auto mnemonic = text.substr(0, text.find_first_of(" \t"));
        return instruction.isCall || mnemonic == "syscall" || mnemonic == "int" ||
               mnemonic == "into" || mnemonic == "svc";
    }

    /// Go's scheduler returns there without a call.
    static bool isGoExit(const CodeRow& row, std::uint32_t offset)
    {
        const auto name = row.levels.front().function;
        return offset == 0 && (name == "runtime.goexit" || name == "runtime.goexit.abi0");
    }

    Result<void> addPad(const CodeRow& row, std::uint64_t address)
    {
        symbfile::ReturnPad pad{.address = address, .frames = {}};
        for (const auto& level : row.levels)
            pad.frames.push_back({.function = m_names.of(level.function, level.language),
                                  .file = level.file,
                                  .line = level.line});
        return m_sink(pad);
    }

    disasm::Disassembler m_disassembler;
    const object::Object& m_image;
    const SymbfileSink& m_sink;
    std::uint32_t m_step; ///< Bytes to skip where no instruction is.
    CodeNames m_names;
};

} // namespace

Result<void>
writeRanges(const symcache::SymCache& symbols, std::uint64_t loadAddress, const SymbfileSink& sink)
{
    CodeNames names(symbols.bytes().size());
    RangeMaker maker(loadAddress, names, sink);
    return visitCode(symbols, [&](const CodeFunction& function) { return maker.add(function); });
}

bool hasReturnPads(Arch arch)
{
    const auto family = cpuFamily(arch);
    return arch != Arch::Unknown && (family == CpuFamily::Intel64 || family == CpuFamily::Arm64);
}

Result<void> writeReturnPads(const symcache::SymCache& symbols,
                             const object::Object& image,
                             const SymbfileSink& sink)
{
    if (!hasReturnPads(image.arch()))
        return fail(ErrorKind::Unsupported, "return pads of ", archName(image.arch()),
                    " code are not known");
    FL_TRY(auto disassembler, disasm::Disassembler::create(cpuFamily(image.arch())));
    PadMaker maker(std::move(disassembler), image, symbols.bytes().size(), sink);
    return visitCode(symbols, [&](const CodeFunction& function) { return maker.add(function); });
}

// --- parts

struct SymbfileParts::Open
{
    explicit Open(TempFile opened)
        : file(std::move(opened)), writer([this](Bytes bytes) { return file.append(bytes); })
    {
    }

    TempFile file;
    symbfile::SymbfileWriter writer;
};

SymbfileParts::SymbfileParts(std::filesystem::path folder, std::uint64_t partBytes)
    : m_folder(std::move(folder)), m_partBytes(partBytes)
{
}

SymbfileParts::~SymbfileParts() = default;

Result<void> SymbfileParts::begin()
{
    FL_TRY(auto file, TempFile::create(m_folder));
    m_open = std::make_unique<Open>(std::move(file));
    return {};
}

Result<void> SymbfileParts::close()
{
    FL_CHECK(m_open->writer.finish());
    FL_TRY(auto part, m_open->file.map());
    m_parts.push_back(std::move(part));
    m_open.reset();
    return {};
}

Result<void> SymbfileParts::add(const symbfile::Record& record)
{
    if (!m_open)
        FL_CHECK(begin());
    ++m_records;
    FL_CHECK(m_open->writer.add(record));
    return m_open->writer.estimatedBytes() < m_partBytes ? Result<void>() : close();
}

Result<std::vector<ByteView>> SymbfileParts::finish()
{
    if (!m_open && m_parts.empty())
        FL_CHECK(begin());
    if (m_open)
        FL_CHECK(close());
    return std::move(m_parts);
}

} // namespace faultline::app

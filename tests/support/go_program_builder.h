// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/byte_assembler.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace faultline::test {

/// Writes a small Go program: code, function table, inline trees, and the runtime's description of
/// them, in the layouts of Go 1.2 to 1.20. Knows nothing of the code under test.
class GoProgramBuilder
{
public:
    enum class Release { Go112, Go115, Go117, Go118, Go120, Go126 };

    /// A number and how many bytes of code it holds for.
    using Row = std::pair<std::int32_t, std::uint32_t>;

    struct InlinedCall
    {
        std::string name;
        std::int32_t parent = -1;
        std::int32_t callFile = 0;
        std::int32_t callLine = 0;
        std::int32_t parentPc = 0; ///< Bytes from the function's entry to an instruction there.
    };

    struct Function
    {
        std::string name;
        std::uint32_t sizeBytes = 0x20;
        std::vector<Row> stack = {};
        std::vector<Row> files = {};
        std::vector<Row> lines = {};
        std::vector<Row> inlined = {};
        std::vector<InlinedCall> tree = {};
    };

    static constexpr std::uint64_t kBase = 0x400000;
    static constexpr std::uint64_t kText = 0x401000;
    static constexpr std::uint64_t kTable = 0x480000;
    static constexpr std::uint64_t kTrees = 0x4c0000;
    static constexpr std::uint64_t kModuleData = 0x500000;

    explicit GoProgramBuilder(Release release,
                              std::endian order = std::endian::little,
                              unsigned wordBytes = 8)
        : m_release(release), m_order(order), m_wordBytes(wordBytes)
    {
    }

    GoProgramBuilder& add(Function function);

    /// Names of files; the number in a row is the index here.
    GoProgramBuilder& files(std::vector<std::string> names);

    /// Leaves out what would say where functions' data begin.
    GoProgramBuilder& withoutModuleData();

    /// The loader writes all pointers; the file has zeros and relocations in their place.
    GoProgramBuilder& relocated();

    std::vector<std::byte> functionTable();

    /// The ELF number of the CPU; without it x86-64 or x86.
    GoProgramBuilder& machine(std::uint16_t value);

    /// An ELF file without symbols, debug info and other unwind data.
    std::vector<std::byte> elf();

private:
    struct PlacedTrees
    {
        std::vector<std::byte> bytes;
        std::vector<std::uint64_t> offsets; ///< One for each function.
    };

    bool isSingleTable() const { return m_release < Release::Go117; }

    bool hasTextOffsets() const { return m_release >= Release::Go118; }

    /// Bytes of an address in an entry of the table.
    unsigned fieldBytes() const { return hasTextOffsets() ? 4 : m_wordBytes; }

    std::uint64_t codeBytes() const;
    PlacedTrees trees() const;
    void writeWord(ByteAssembler& out, std::uint64_t value) const;
    /// A pointer; remembers its relocation.
    void writePointer(ByteAssembler& out, std::uint64_t section, std::uint64_t target);
    std::vector<ByteAssembler::Label> writeHeader(ByteAssembler& out);
    std::vector<std::uint32_t> writeNames(ByteAssembler& out);
    std::vector<std::size_t> writeFiles(ByteAssembler& out) const;
    std::vector<std::vector<std::uint32_t>> writeNumbers(ByteAssembler& out) const;
    void patchEntries(ByteAssembler& out,
                      std::size_t entries,
                      const std::vector<std::uint64_t>& records);
    void writeRecord(ByteAssembler& out,
                     std::size_t index,
                     std::uint64_t entry,
                     std::uint32_t name,
                     const std::vector<std::uint32_t>& tables,
                     std::uint64_t tree);
    std::vector<std::byte> moduleData();

    Release m_release;
    std::endian m_order;
    unsigned m_wordBytes;
    bool m_hasModuleData = true;
    bool m_isRelocated = false;
    std::uint16_t m_machine = 0;
    std::vector<Function> m_functions;
    std::vector<std::string> m_files;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> m_relocations;
    // Offsets in the table, known once it is written.
    std::uint64_t m_names = 0;
    std::uint64_t m_unitFiles = 0;
};

/// Two functions: `main.main` with a frame of 0x18 bytes from its offset 4 to 0x1c, which contains
/// `main.outer`, which contains `main.inner` (both inlined), and `runtime.goexit`.
GoProgramBuilder smallGoProgram(GoProgramBuilder::Release release,
                                std::endian order = std::endian::little,
                                unsigned wordBytes = 8);

} // namespace faultline::test

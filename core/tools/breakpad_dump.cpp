// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tools/breakpad_dump.h"

#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/formats/debug/object/debug_info.h"
#include "core/formats/names/demangle.h"
#include "core/symcache/source_path.h"
#include "core/symcache/windows_name.h"
#include "core/tools/dump_texts.h"

#include <algorithm>
#include <unordered_map>

namespace faultline::app {

namespace {

using Sink = std::function<void(std::string_view)>;

/// Returns Breakpad's name for the system.
std::string_view systemOf(object::FileFormat format)
{
    switch (format) {
    case object::FileFormat::MachO: return "mac";
    case object::FileFormat::Pe:
    case object::FileFormat::Pdb: return "windows";
    default: return "Linux";
    }
}

/// Removes line breaks, because a record is one line, and control characters, which could drive a
/// terminal.
std::string oneLine(std::string_view text)
{
    std::string line(text);
    std::ranges::replace_if(line, [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return line.empty() ? "<unknown>" : escapeControls(line);
}

/// Texts that records refer to by number, in the order of their first use.
class Numbering
{
public:
    std::uint32_t number(std::string text)
    {
        const auto next = static_cast<std::uint32_t>(m_texts.size());
        const auto [entry, isNew] = m_numbers.try_emplace(std::move(text), next);
        if (isNew)
            m_texts.push_back(&entry->first);
        return entry->second;
    }

    void write(std::string_view record, const Sink& sink) const
    {
        for (std::size_t i = 0; i < m_texts.size(); ++i)
            sink(concat(record, " ", i, " ", *m_texts[i], "\n"));
    }

private:
    std::unordered_map<std::string, std::uint32_t> m_numbers;
    // Points to keys of m_numbers, whose addresses never change.
    std::vector<const std::string*> m_texts;
};

/// A number without a FILE record, for calls with an unknown position, which need a number too.
constexpr std::uint32_t kUndeclaredFile = 0x7fffffff;

/// One FUNC record and, as text, the records below it.
struct Function
{
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::string name;
    std::string body;
    bool isShared = false; ///< The linker folded other functions into the same code.
};

class Dump
{
public:
    Dump(const BreakpadDumpInput& input, const Sink& sink)
        : m_input(input), m_object(*input.files.object), m_sink(sink),
          m_decoration(symcache::recordDecorationOf(*input.files.debugObject())),
          m_texts(input.files.debugObject()->bytes().size(), kFreeRecordBytes)
    {
    }

    Result<BreakpadDumpStats> run()
    {
        readFunctions();
        const auto symbols = publicSymbols();
        const auto features = m_object.features();
        if (m_functions.empty() && symbols.empty() && !features.hasUnwindInfo)
            return fail(ErrorKind::Unsupported, "no functions, symbols or unwind data to dump");
        writeHead();
        m_files.write("FILE", m_sink);
        m_origins.write("INLINE_ORIGIN", m_sink);
        for (const auto& function : m_functions)
            m_sink(concat("FUNC ", function.isShared ? "m " : "", hexDigits(function.begin), " ",
                          hexDigits(function.end - function.begin), " 0 ", function.name, "\n",
                          function.body));
        for (const auto& symbol : symbols)
            m_sink(concat("PUBLIC ", hexDigits(symbol.address), " 0 ",
                          nameOf(symbol.name, Language::Unknown), "\n"));
        writeUnwind();
        m_stats.functions = m_functions.size();
        m_stats.publics = symbols.size();
        m_stats.leftOutTexts = m_texts.leftOut();
        return m_stats;
    }

private:
    std::string nameOf(std::string_view name, Language language)
    {
        return oneLine(demangling::demangle(
            symcache::undecorated(m_texts.admit(name), m_decoration), language));
    }

    void writeHead() const
    {
        m_sink(concat("MODULE ", systemOf(m_object.format()), " ", archName(m_object.arch()), " ",
                      m_object.debugId().breakpad(), " ", oneLine(m_input.name), "\n"));
        if (!m_object.codeId().empty())
            m_sink(concat("INFO CODE_ID ", toUpperAscii(m_object.codeId().text()), "\n"));
    }

    void readFunctions()
    {
        const auto reader = m_input.files.debugInfo();
        for (std::size_t i = 0; reader && i < reader->unitCount(); ++i) {
            const auto unit = reader->readUnit(i, {});
            if (!unit)
                ++m_stats.damagedUnits;
            else
                addUnit(*unit);
        }
        std::ranges::stable_sort(m_functions, {}, &Function::begin);
        std::vector<Function> kept;
        for (auto& function : m_functions) {
            if (!kept.empty() && kept.back().begin == function.begin)
                kept.back().isShared |= kept.back().name != function.name;
            else
                kept.push_back(std::move(function));
        }
        m_functions = std::move(kept);
    }

    void addUnit(const object::DebugUnit& unit)
    {
        m_fileNumbers.assign(unit.files.size(), object::kNoIndex);
        for (const auto& function : unit.functions) {
            Function& added = m_functions.emplace_back();
            added.begin = function.begin;
            added.end = function.end;
            added.name = nameOf(function.name, function.language);
            addInlines(unit, function, added.body);
            addLines(unit, function, added.body);
        }
    }

    std::uint32_t fileNumber(const object::DebugUnit& unit, std::uint32_t file)
    {
        if (file >= unit.files.size())
            return object::kNoIndex;
        auto& number = m_fileNumbers[file];
        if (number == object::kNoIndex) {
            const auto& record = unit.files[file];
            number = m_files.number(oneLine(symcache::sourcePath(m_texts.admit(record.compDir),
                                                                 m_texts.admit(record.directory),
                                                                 m_texts.admit(record.name))));
        }
        return number;
    }

    void addInlines(const object::DebugUnit& unit,
                    const object::DebugFunction& function,
                    std::string& body)
    {
        std::vector<std::uint32_t> depths;
        for (std::uint32_t i = 0; i < function.inlineCount; ++i) {
            const auto& call = unit.inlines[function.firstInline + i];
            const bool hasParent = call.parent != object::kNoIndex &&
                                   call.parent >= function.firstInline &&
                                   call.parent - function.firstInline < i;
            depths.push_back(hasParent ? depths[call.parent - function.firstInline] + 1 : 0);
            const auto file = fileNumber(unit, call.callFile);
            const auto origin = m_origins.number(nameOf(call.name, call.language));
            body += concat("INLINE ", depths.back(), " ", call.callLine, " ",
                           file == object::kNoIndex ? kUndeclaredFile : file, " ", origin, " ",
                           hexDigits(call.begin), " ", hexDigits(call.end - call.begin), "\n");
        }
    }

    void addLines(const object::DebugUnit& unit,
                  const object::DebugFunction& function,
                  std::string& body)
    {
        for (std::uint32_t i = 0; i < function.lineCount; ++i) {
            const auto& line = unit.lines[function.firstLine + i];
            const auto end = i + 1 < function.lineCount
                                 ? unit.lines[function.firstLine + i + 1].address
                                 : function.end;
            const auto file = fileNumber(unit, line.file);
            if (file == object::kNoIndex || end <= line.address)
                continue;
            body += concat(hexDigits(line.address), " ", hexDigits(end - line.address), " ",
                           line.line, " ", file, "\n");
        }
    }

    /// Returns the symbols that no function covers.
    std::vector<object::Symbol> publicSymbols() const
    {
        auto symbols = m_input.files.debugObject()->symbols();
        if (m_input.files.linked)
            std::ranges::copy(m_object.symbols(), std::back_inserter(symbols));
        std::erase_if(symbols, [this](const object::Symbol& symbol) {
            return symbol.name.empty() || isCovered(symbol.address);
        });
        std::ranges::stable_sort(symbols, {}, &object::Symbol::address);
        const auto repeated = std::ranges::unique(symbols, {}, &object::Symbol::address);
        symbols.erase(repeated.begin(), repeated.end());
        return symbols;
    }

    bool isCovered(std::uint64_t address) const
    {
        const auto after = std::ranges::upper_bound(m_functions, address, {}, &Function::begin);
        return after != m_functions.begin() && address < (after - 1)->end;
    }

    void writeUnwind()
    {
        if (m_object.format() == object::FileFormat::Breakpad) {
            writeStackRecords();
            return;
        }
        m_stats.untoldUnwindEntries = dumpCallFrames(m_input.files.object, m_sink);
        const auto& debugObject = m_input.files.debugObject();
        // The .eh_frame of the linked debug file is empty, but only this file has .debug_frame.
        if (m_input.files.linked && debugObject->format() == object::FileFormat::Elf)
            m_stats.untoldUnwindEntries += dumpCallFrames(debugObject, m_sink);
        for (const auto& frame : debugObject->windowsFrames())
            m_sink(windowsRecord(frame));
    }

    /// STACK records end a symbol file. These are in Breakpad's language already.
    void writeStackRecords() const
    {
        for (const auto line : splitLines(m_object.bytes().text())) {
            if (line.starts_with("STACK "))
                m_sink(concat(oneLine(line), "\n"));
        }
    }

    static std::string windowsRecord(const object::WindowsFrame& frame)
    {
        auto text = concat("STACK WIN ", frame.isFpo ? "0" : "4");
        for (const auto value : {frame.rva, frame.codeSizeBytes, frame.prologSizeBytes,
                                 frame.epilogSizeBytes, frame.parameterBytes,
                                 frame.savedRegisterBytes, frame.localBytes, frame.maxStackBytes})
            text += concat(" ", hexDigits(value));
        if (frame.isFpo)
            return concat(text, " 0 ", frame.allocatesBasePointer ? "1" : "0", "\n");
        return concat(text, " 1 ", oneLine(frame.program), "\n");
    }

    const BreakpadDumpInput& m_input;
    const object::Object& m_object;
    const Sink& m_sink;
    symcache::NameDecoration m_decoration;
    DumpTexts m_texts;
    BreakpadDumpStats m_stats;
    Numbering m_files;
    Numbering m_origins;
    std::vector<Function> m_functions;
    std::vector<std::uint32_t> m_fileNumbers; // Indexed by the files of the current unit.
};

} // namespace

Result<BreakpadDumpStats> dumpBreakpad(const BreakpadDumpInput& input,
                                       const std::function<void(std::string_view)>& write)
{
    return Dump(input, write).run();
}

} // namespace faultline::app

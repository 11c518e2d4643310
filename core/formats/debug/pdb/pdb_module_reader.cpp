// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/pdb/pdb_module_reader.h"

#include "core/base/byte_reader.h"
#include "core/formats/debug/object/name_allowance.h"
#include "core/formats/debug/pdb/pdb_inline_tree.h"

#include <algorithm>
#include <unordered_map>

namespace faultline::pdb {

namespace {

constexpr std::uint32_t kSignatureC13 = 4;
constexpr std::size_t kMaxScopes = 4096;
constexpr std::size_t kLeastFunctionBytes = 32; // Of its record.
constexpr std::uint32_t kRecordsPerStopCheck = 1024;
/// An inlined call that is left out, with everything inside it.
constexpr std::size_t kIgnoredSite = kDirectlyInFunction - 1;

object::DebugFile::ChecksumKind checksumKind(std::uint8_t kind)
{
    switch (kind) {
    case 1: return object::DebugFile::ChecksumKind::Md5;
    case 2: return object::DebugFile::ChecksumKind::Sha1;
    case 3: return object::DebugFile::ChecksumKind::Sha256;
    default: return object::DebugFile::ChecksumKind::None;
    }
}

/// A function while its records are being read.
struct OpenFunction
{
    std::string_view name;
    std::uint16_t section = 0;
    std::uint32_t offset = 0;
    std::uint32_t sizeBytes = 0;
    std::optional<std::uint32_t> entry; ///< RVA of the function that this code was moved away from.
    std::vector<InlineSite> sites;
    std::vector<std::uint32_t> siteDepths;
};

/// Goes over a function's inlined calls piece by piece. Moved code has many pieces.
class RunCursor
{
public:
    explicit RunCursor(const InlineTree& tree) : m_runs(tree.runs), m_place(tree.runs.size()) {}

    /// Calls `emit(run, parent's place)` for the runs in [begin, end), parents first; it returns
    /// the run's own place. Pieces must ascend.
    template <class Emit>
    void visit(std::uint32_t begin, std::uint32_t end, const Emit& emit)
    {
        for (; m_next < m_runs.size() && m_runs[m_next].begin < begin; ++m_next)
            open(m_next);
        closeBefore(begin);
        const auto place = [&](std::size_t index) {
            const auto& run = m_runs[index];
            m_place[index] = emit(run, run.parent == kDirectlyInFunction ? object::kNoIndex
                                                                         : m_place[run.parent]);
        };
        std::ranges::for_each(m_open, place);
        for (; m_next < m_runs.size() && m_runs[m_next].begin < end; ++m_next) {
            open(m_next);
            place(m_next);
        }
    }

private:
    void open(std::size_t index)
    {
        closeBefore(m_runs[index].begin);
        m_open.push_back(index);
    }

    void closeBefore(std::uint32_t begin)
    {
        while (!m_open.empty() && m_runs[m_open.back()].end <= begin)
            m_open.pop_back();
    }

    const std::vector<InlineRun>& m_runs; // Nested, ascending, parents before children.
    std::vector<std::uint32_t> m_place;   // Of runs in the current piece.
    std::vector<std::size_t> m_open;      // The runs around the next one, outermost first.
    std::size_t m_next = 0;
};

class ModuleReader
{
public:
    ModuleReader(const PdbFile& file,
                 Bytes symbols,
                 const PdbModuleLines& lines,
                 const PdbTypeNames& names,
                 const ResolveTypeIndex& resolve,
                 const ParseLimits& limits)
        : m_file(file), m_symbols(symbols), m_lines(lines), m_names(names), m_resolve(resolve),
          m_limits(limits), m_nameAllowance(pdbNameAllowanceFor(symbols.size())),
          m_fileNames(symbols.size(), lines.checksums().size()), m_rowsLeft(lines.rowAllowance()),
          m_mapSteps(file.addresses().stepsFor(symbols.size() / kLeastFunctionBytes))
    {
        for (std::size_t i = 0; i < m_lines.checksums().size(); ++i)
            m_checksumIndex.emplace(m_lines.checksums()[i].offset, i);
    }

    Result<object::DebugUnit> read(const std::stop_token& stop);

private:
    void visit(const codeview::CodeViewRecord& record);
    void beginProcedure(const codeview::CodeViewRecord& record);
    void beginSeparatedCode(const codeview::CodeViewRecord& record);
    void beginFunction(OpenFunction function);
    void beginInlineSite(const codeview::CodeViewRecord& record);
    void pushScope(std::size_t site);
    void endScope();
    void finishFunction();
    std::size_t countTwin(const OpenFunction& function);
    void readBareLines();
    void noteExcess();

    std::string_view own(std::string text);
    std::string_view procedureName(const codeview::ProcedureRecord& procedure);
    std::string_view inlineeName(std::uint32_t id);
    std::uint32_t fileIndex(std::uint32_t checksumOffset);
    void emitRange(const PdbRange& range,
                   std::uint32_t entry,
                   std::string_view name,
                   const InlineTree& tree,
                   RunCursor& runs);
    void emitInlines(const PdbRange& range, RunCursor& runs);
    void emitLines(const PdbRange& range, const std::vector<CodeRow>& rows);

    const PdbFile& m_file;
    Bytes m_symbols;
    const PdbModuleLines& m_lines;
    const PdbTypeNames& m_names;
    const ResolveTypeIndex& m_resolve;
    const ParseLimits& m_limits;
    // What the module may still use, so that records that share much do not cost much.
    PdbNameAllowance m_nameAllowance;
    object::NameAllowance m_fileNames;
    std::uint64_t m_rowsLeft;
    PdbMapSteps m_mapSteps;
    std::unordered_map<std::uint32_t, std::size_t> m_checksumIndex;
    std::unordered_map<std::uint32_t, std::uint32_t> m_fileIndex;
    std::unordered_map<std::uint32_t, std::string_view> m_inlineeNames;
    object::DebugUnit m_unit;
    std::optional<OpenFunction> m_function;
    std::vector<std::size_t> m_scopes; // Per open scope: the site it belongs to.
    std::vector<CodeSpan> m_covered;   // Code of recorded functions.
    std::unordered_map<std::uint64_t, std::size_t> m_startCounts; // Functions per address.

    struct
    {
        std::uint32_t recordOffset = 0;
        std::string_view name;
    } m_lastProcedure;
};

Result<object::DebugUnit> ModuleReader::read(const std::stop_token& stop)
{
    codeview::CodeViewRecords records(m_symbols, sizeof(kSignatureC13));
    std::uint32_t count = 0;
    while (const auto record = records.next()) {
        if (++count % kRecordsPerStopCheck == 0 && stop.stop_requested())
            return fail(ErrorKind::Cancelled);
        visit(*record);
    }
    finishFunction();
    readBareLines();
    m_unit.damagedRecords += m_lines.damagedSubsections() + (records.isDamaged() ? 1u : 0u);
    noteExcess();
    return std::move(m_unit);
}

void ModuleReader::noteExcess()
{
    const auto note = [&](bool isExceeded, std::string_view limit) {
        if (isExceeded)
            m_unit.exceeded.insert(limit);
    };
    note(m_nameAllowance.isExceeded, "types that names share");
    note(m_fileNames.lostNames() > 0, "overlapping names of files");
    note(m_rowsLeft == 0, "lines that functions share");
    note(m_mapSteps.isExceeded, "moved code that functions share");
}

void ModuleReader::visit(const codeview::CodeViewRecord& record)
{
    switch (record.kind) {
    case codeview::kSymLocalProc32:
    case codeview::kSymGlobalProc32:
    case codeview::kSymLocalProc32Id:
    case codeview::kSymGlobalProc32Id:
    case codeview::kSymLocalProc32Dpc:
    case codeview::kSymLocalProc32DpcId: return beginProcedure(record);
    case codeview::kSymSeparatedCode: return beginSeparatedCode(record);
    case codeview::kSymInlineSite:
    case codeview::kSymInlineSite2: return beginInlineSite(record);
    case codeview::kSymBlock32:
    case codeview::kSymThunk32:
    case codeview::kSymWith32:
        return pushScope(m_scopes.empty() ? kDirectlyInFunction : m_scopes.back());
    case codeview::kSymEnd:
    case codeview::kSymProcIdEnd:
    case codeview::kSymInlineSiteEnd: return endScope();
    default: return;
    }
}

void ModuleReader::beginProcedure(const codeview::CodeViewRecord& record)
{
    finishFunction();
    const auto procedure = codeview::readProcedure(record);
    if (!procedure) {
        ++m_unit.damagedRecords;
        return;
    }
    m_lastProcedure = {record.offset, procedureName(*procedure)};
    beginFunction({m_lastProcedure.name,
                   procedure->section,
                   procedure->offset,
                   procedure->codeBytes,
                   {},
                   {},
                   {}});
}

void ModuleReader::beginSeparatedCode(const codeview::CodeViewRecord& record)
{
    finishFunction();
    const auto code = codeview::readSeparatedCode(record);
    if (!code) {
        ++m_unit.damagedRecords;
        return;
    }
    if (code->parent == 0 || code->parent != m_lastProcedure.recordOffset)
        return pushScope(kIgnoredSite);
    const auto entry = m_file.addresses().rva(code->parentSection, code->parentOffset);
    beginFunction(
        {m_lastProcedure.name, code->section, code->offset, code->codeBytes, entry, {}, {}});
}

void ModuleReader::beginFunction(OpenFunction function)
{
    m_function = std::move(function);
    m_scopes.assign(1, kDirectlyInFunction);
}

void ModuleReader::beginInlineSite(const codeview::CodeViewRecord& record)
{
    if (!m_function || m_scopes.empty() || m_scopes.back() == kIgnoredSite)
        return pushScope(kIgnoredSite);
    const auto parent = m_scopes.back();
    const auto depth = parent == kDirectlyInFunction ? 1 : m_function->siteDepths[parent] + 1;
    const auto site =
        depth <= m_limits.maxTreeDepth ? codeview::readInlineSite(record) : std::nullopt;
    if (!site) {
        ++m_unit.damagedRecords;
        return pushScope(kIgnoredSite);
    }
    m_function->sites.push_back({parent, inlineeName(site->inlinee),
                                 inlineSiteRows(m_lines, *site, m_function->sizeBytes)});
    m_function->siteDepths.push_back(depth);
    pushScope(m_function->sites.size() - 1);
}

void ModuleReader::pushScope(std::size_t site)
{
    if (m_scopes.size() < kMaxScopes)
        m_scopes.push_back(site);
    else
        finishFunction(); // No compiler nests that deep: the ends of the scopes are lost.
}

void ModuleReader::endScope()
{
    if (m_scopes.empty())
        return;
    m_scopes.pop_back();
    if (m_scopes.empty())
        finishFunction();
}

void ModuleReader::finishFunction()
{
    m_scopes.clear();
    auto function = std::exchange(m_function, std::nullopt);
    if (!function || function->sizeBytes == 0)
        return;
    const auto twin = countTwin(*function);
    const auto ranges = m_file.addresses().ranges(function->section, function->offset,
                                                  function->sizeBytes, m_mapSteps);
    if (ranges.empty())
        return; // Discarded by the linker.
    auto rows =
        m_lines.rows(function->section, function->offset, function->sizeBytes, m_rowsLeft, twin);
    const auto tree =
        buildInlineTree(function->sizeBytes, std::move(rows), std::move(function->sites));
    if (tree.isCut) {
        ++m_unit.damagedRecords;
        m_unit.exceeded.insert("inlined calls that share code");
    }
    RunCursor runs(tree);
    const auto entry = function->entry.value_or(ranges.front().rva);
    for (const auto& range : ranges)
        emitRange(range, entry, function->name, tree, runs);
}

/// Registers the code of a function; answers how many before it have the same address.
std::size_t ModuleReader::countTwin(const OpenFunction& function)
{
    m_covered.push_back(
        {function.section, function.offset, std::uint64_t{function.offset} + function.sizeBytes});
    return m_startCounts[std::uint64_t{function.section} << 32 | function.offset]++;
}

/// Labels of assembler sources are code with lines, named by public symbols only.
void ModuleReader::readBareLines()
{
    for (const auto& span : m_lines.outside(std::move(m_covered))) {
        const auto offset = static_cast<std::uint32_t>(span.begin);
        const auto sizeBytes = static_cast<std::uint32_t>(span.end - span.begin);
        const auto lines = buildInlineTree(
            sizeBytes, m_lines.rows(span.section, offset, sizeBytes, m_rowsLeft), {});
        const auto ranges = m_file.addresses().ranges(span.section, offset, sizeBytes, m_mapSteps);
        for (const auto& range : ranges) {
            object::DebugBareLines bare;
            bare.begin = range.rva;
            bare.end = range.rva + range.sizeBytes;
            bare.firstLine = static_cast<std::uint32_t>(m_unit.lines.size());
            emitLines(range, lines.rows);
            bare.lineCount = static_cast<std::uint32_t>(m_unit.lines.size()) - bare.firstLine;
            if (bare.lineCount != 0)
                m_unit.bareLines.push_back(bare);
        }
    }
}

std::string_view ModuleReader::own(std::string text)
{
    return m_unit.ownedStrings.emplace_back(std::move(text));
}

std::string_view ModuleReader::procedureName(const codeview::ProcedureRecord& procedure)
{
    auto full = m_names.procedure(procedure, m_resolve, m_nameAllowance);
    return own(full ? std::move(*full) : std::string(procedure.name));
}

std::string_view ModuleReader::inlineeName(std::uint32_t id)
{
    const auto [place, isNew] = m_inlineeNames.try_emplace(id);
    if (isNew)
        place->second =
            own(m_names.inlinee(id, m_resolve, m_nameAllowance).value_or(std::string()));
    return place->second;
}

std::uint32_t ModuleReader::fileIndex(std::uint32_t checksumOffset)
{
    const auto [place, isNew] = m_fileIndex.try_emplace(checksumOffset, object::kNoIndex);
    const auto checksum = m_checksumIndex.find(checksumOffset);
    if (!isNew || checksum == m_checksumIndex.end())
        return place->second;
    const auto& record = m_lines.checksums()[checksum->second];
    const auto path = m_fileNames.nameIn(m_file.stringsFrom(record.name));
    const auto separator = path.find_last_of("/\\");
    object::DebugFile file;
    file.name = path;
    if (separator != std::string_view::npos) {
        file.directory = path.substr(0, std::max<std::size_t>(separator, 1)); // "/" stays.
        file.name = path.substr(separator + 1);
    }
    file.checksumKind = checksumKind(record.kind);
    if (file.checksumKind != object::DebugFile::ChecksumKind::None)
        file.checksum = own(std::string(asText(record.checksum)));
    place->second = static_cast<std::uint32_t>(m_unit.files.size());
    m_unit.files.push_back(file);
    return place->second;
}

void ModuleReader::emitRange(const PdbRange& range,
                             std::uint32_t entry,
                             std::string_view name,
                             const InlineTree& tree,
                             RunCursor& runs)
{
    object::DebugFunction function;
    function.begin = range.rva;
    function.end = range.rva + range.sizeBytes;
    function.entry = entry;
    function.name = name;
    function.firstInline = static_cast<std::uint32_t>(m_unit.inlines.size());
    function.firstLine = static_cast<std::uint32_t>(m_unit.lines.size());
    emitInlines(range, runs);
    emitLines(range, tree.rows);
    function.inlineCount = static_cast<std::uint32_t>(m_unit.inlines.size()) - function.firstInline;
    function.lineCount = static_cast<std::uint32_t>(m_unit.lines.size()) - function.firstLine;
    m_unit.functions.push_back(function);
}

void ModuleReader::emitInlines(const PdbRange& range, RunCursor& runs)
{
    const auto rangeEnd = range.sourceOffset + range.sizeBytes;
    runs.visit(range.sourceOffset, rangeEnd, [&](const InlineRun& run, std::uint32_t parent) {
        object::DebugInline call;
        call.begin = range.rva + (std::max(run.begin, range.sourceOffset) - range.sourceOffset);
        call.end = range.rva + (std::min(run.end, rangeEnd) - range.sourceOffset);
        call.parent = parent;
        call.name = run.name;
        call.callFile = fileIndex(run.callFile);
        call.callLine = run.callLine;
        call.callColumn = run.callColumn;
        m_unit.inlines.push_back(call);
        return static_cast<std::uint32_t>(m_unit.inlines.size() - 1);
    });
}

void ModuleReader::emitLines(const PdbRange& range, const std::vector<CodeRow>& rows)
{
    const auto rangeEnd = range.sourceOffset + range.sizeBytes;
    const auto first = m_unit.lines.size();
    auto next = std::ranges::upper_bound(rows, range.sourceOffset, {}, &CodeRow::end);
    for (; next != rows.end() && next->begin < rangeEnd; ++next) {
        const auto& row = *next;
        const auto begin = std::max(row.begin, range.sourceOffset);
        const object::DebugLine line{range.rva + (begin - range.sourceOffset), fileIndex(row.file),
                                     row.line, row.column};
        const auto* previous = m_unit.lines.size() > first ? &m_unit.lines.back() : nullptr;
        if (previous && previous->file == line.file && previous->line == line.line &&
            previous->column == line.column)
            continue;
        m_unit.lines.push_back(line);
    }
}

} // namespace

Result<PdbModuleData> openPdbModule(const PdbFile& file, const PdbModule& module)
{
    PdbModuleData data;
    data.stream = file.msf().stream(module.stream);
    const auto needed = std::uint64_t{module.symbolBytes} + module.c11Bytes + module.c13Bytes;
    if (needed > data.stream.size())
        return fail(ErrorKind::Malformed, "module ", module.name, ": stream ", module.stream,
                    " has ", data.stream.size(), " bytes, its parts need ", needed);
    const auto bytes = data.stream.span();
    data.symbols = bytes.first(module.symbolBytes);
    data.c13 = bytes.subspan(std::size_t{module.symbolBytes} + module.c11Bytes, module.c13Bytes);
    ByteReader reader(data.symbols);
    const auto signature = reader.u32();
    if (!data.symbols.empty() && signature != kSignatureC13)
        return fail(ErrorKind::Malformed, "module ", module.name, ": symbol format ", signature,
                    ", expected ", kSignatureC13);
    return data;
}

Result<object::DebugUnit> readPdbModule(const PdbFile& file,
                                        const PdbModuleData& data,
                                        const PdbModuleLines& lines,
                                        const PdbTypeNames& names,
                                        const ResolveTypeIndex& resolve,
                                        const ParseLimits& limits,
                                        const std::stop_token& stop)
{
    return ModuleReader(file, data.symbols, lines, names, resolve, limits).read(stop);
}

} // namespace faultline::pdb

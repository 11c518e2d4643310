// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/pdb/pdb_scope_reader.h"

#include "core/formats/debug/pdb/pdb_inline_tree.h"
#include "core/formats/debug/pdb/pdb_registers.h"

#include <algorithm>
#include <utility>

namespace faultline::pdb {

namespace {

constexpr std::size_t kMaxScopes = 4096;
constexpr std::size_t kMaxVariables = 1u << 16; // No function has more.
constexpr std::size_t kMaxPlaces = 1u << 12;    // Of one variable, at one address.
constexpr unsigned kModuleShift = 32;
/// An inlined call that is left out, with everything inside it.
constexpr std::size_t kIgnoredSite = kDirectlyInFunction - 1;

/// Reads the records of one function.
class ScopeReader
{
public:
    ScopeReader(const PdbScopeInput& input,
                const PdbOpenModule& module,
                PdbFunctionPlace place,
                PdbSourceAddress address)
        : m_input(input), m_module(module), m_place(place), m_address(address)
    {
    }

    std::vector<object::FunctionInfo> read();

private:
    struct Scope
    {
        std::size_t site = kDirectlyInFunction;
        bool isAround = true; ///< Contains the address. For the code of a call, the tree tells.
    };

    struct OwnedVariable
    {
        std::size_t site = kDirectlyInFunction;
        object::VariableInfo variable;
    };

    /// A variable whose places are being read.
    struct Pending
    {
        codeview::LocalRecord local;
        std::vector<codeview::PlaceRecord> places; ///< Those that hold at the address.
        bool isDamaged = false;
    };

    bool visit(const codeview::CodeViewRecord& record);
    bool push(Scope scope);
    bool beginSite(const codeview::CodeViewRecord& record);
    bool beginBlock(const codeview::CodeViewRecord& record);
    void readVariable(const codeview::CodeViewRecord& record);
    void addScopeVariable(const codeview::ScopeVariableRecord& record);
    void addConstant(const codeview::ConstantRecord& constant);
    void addPlace(const codeview::CodeViewRecord& record);
    void finishPending();
    void add(object::VariableInfo variable);
    std::vector<object::FunctionInfo> chain();
    object::FunctionInfo outermost() const;
    object::FunctionInfo inlined(std::size_t site) const;

    const PdbScopeInput& m_input;
    const PdbOpenModule& m_module;
    PdbFunctionPlace m_place;
    PdbSourceAddress m_address;
    codeview::ProcedureRecord m_procedure;
    std::size_t m_argumentsLeft = 0; // Of those that have no S_LOCAL.
    PdbFrame m_frame;
    bool m_hasFrame = false;
    std::vector<Scope> m_scopes;
    std::vector<InlineSite> m_sites;
    std::vector<std::uint32_t> m_siteDepths;
    std::vector<std::uint32_t> m_siteRecords; // Offsets of their records.
    std::optional<Pending> m_pending;
    std::vector<OwnedVariable> m_variables;
};

std::vector<object::FunctionInfo> ScopeReader::read()
{
    codeview::CodeViewRecords records(m_module.symbols(), m_place.record);
    const auto first = records.next();
    auto procedure = first ? codeview::readProcedure(*first) : std::nullopt;
    if (!procedure)
        return {};
    m_procedure = *procedure;
    m_argumentsLeft = m_procedure.typeIsId ? 0 : m_input.types.argumentCount(m_procedure.type);
    m_scopes.push_back({});
    while (!m_scopes.empty()) {
        const auto record = records.next();
        if (!record || !visit(*record))
            return {}; // The scopes do not end.
    }
    return chain();
}

/// False when the function's records are not those of one function.
bool ScopeReader::visit(const codeview::CodeViewRecord& record)
{
    if (codeview::isPlaceKind(record.kind)) {
        addPlace(record);
        return true;
    }
    finishPending();
    switch (record.kind) {
    case codeview::kSymInlineSite:
    case codeview::kSymInlineSite2: return beginSite(record);
    case codeview::kSymBlock32: return beginBlock(record);
    case codeview::kSymThunk32:
    case codeview::kSymWith32: return push(m_scopes.back());
    case codeview::kSymEnd:
    case codeview::kSymProcIdEnd:
    case codeview::kSymInlineSiteEnd: m_scopes.pop_back(); return true;
    case codeview::kSymSeparatedCode: return false;
    default: break;
    }
    if (codeview::readProcedure(record))
        return false;
    if (const auto frame = codeview::readFrame(record); frame && !m_hasFrame) {
        m_frame = {.record = *frame, .virtualFrame = m_input.virtualFrame(m_address)};
        m_hasFrame = true;
    } else if (m_scopes.back().isAround && m_scopes.back().site != kIgnoredSite) {
        readVariable(record);
    }
    return true;
}

bool ScopeReader::push(Scope scope)
{
    if (m_scopes.size() >= kMaxScopes)
        return false;
    m_scopes.push_back(scope);
    return true;
}

bool ScopeReader::beginSite(const codeview::CodeViewRecord& record)
{
    auto scope = m_scopes.back();
    if (scope.site == kIgnoredSite)
        return push(scope);
    const auto depth = scope.site == kDirectlyInFunction ? 1 : m_siteDepths[scope.site] + 1;
    const auto site =
        depth <= m_input.limits.maxTreeDepth ? codeview::readInlineSite(record) : std::nullopt;
    const auto parent = std::exchange(scope.site, kIgnoredSite);
    if (site) {
        const auto id = m_input.ids.find(site->inlinee);
        m_sites.push_back({parent, id ? id->name : std::string_view(),
                           inlineSiteRows(m_module.lines(), *site, m_procedure.codeBytes)});
        m_siteDepths.push_back(depth);
        m_siteRecords.push_back(record.offset);
        scope.site = m_sites.size() - 1;
    }
    return push(scope);
}

bool ScopeReader::beginBlock(const codeview::CodeViewRecord& record)
{
    auto scope = m_scopes.back();
    const auto block = codeview::readBlock(record);
    scope.isAround = scope.isAround && block && block->section == m_address.section &&
                     m_address.offset >= block->offset &&
                     m_address.offset - block->offset < block->sizeBytes;
    return push(scope);
}

void ScopeReader::readVariable(const codeview::CodeViewRecord& record)
{
    if (const auto local = codeview::readLocal(record))
        m_pending = Pending{.local = *local, .places = {}};
    else if (const auto variable = codeview::readScopeVariable(record))
        addScopeVariable(*variable);
    else if (const auto data = codeview::readData(record))
        add(pdbDataVariable(*data, m_input.file, m_input.places));
    else if (const auto constant = codeview::readConstant(record))
        addConstant(*constant);
}

void ScopeReader::addPlace(const codeview::CodeViewRecord& record)
{
    if (!m_pending)
        return;
    auto place = codeview::readPlace(record);
    if (!place) {
        m_pending->isDamaged = true;
        return;
    }
    const bool holds = !place->range || place->range->contains(m_address.section, m_address.offset);
    if (holds && m_pending->places.size() < kMaxPlaces)
        m_pending->places.push_back(*std::move(place));
}

/// The places of a register hold at certain addresses; those in the frame hold once it is set up.
void ScopeReader::finishPending()
{
    const auto pending = std::exchange(m_pending, std::nullopt);
    if (!pending)
        return;
    object::VariableInfo variable;
    variable.name = pending->local.name;
    variable.type = PdbValueTypes::ref(pending->local.type);
    variable.isParameter = pending->local.isParameter;
    variable.isArtificial = variable.isParameter && variable.name == "this";
    variable.isDamaged = pending->isDamaged;
    const auto type = variable.type;
    auto place = m_input.places.of(
        pending->places, variable.isParameter, m_frame,
        [&](std::uint32_t offset) { return m_input.types.scalarSizeAt(type, offset); });
    if (place) {
        variable.location = place->location;
        variable.isInFrame = place->isInFrame;
        variable.isFromList =
            std::ranges::all_of(pending->places, [](const codeview::PlaceRecord& each) {
                return each.kind == codeview::PlaceRecord::Kind::Register;
            });
    }
    add(std::move(variable));
}

/// Such records hold in the whole scope, which in optimized code is not true of registers and of
/// the places that arguments in registers would have.
void ScopeReader::addScopeVariable(const codeview::ScopeVariableRecord& record)
{
    object::VariableInfo variable;
    variable.name = record.name;
    variable.type = PdbValueTypes::ref(record.type);
    if (m_scopes.size() == 1 && m_argumentsLeft > 0) {
        --m_argumentsLeft;
        variable.isParameter = true;
        variable.isArtificial = variable.name == "this";
    }
    constexpr std::uint16_t kNoRegister = 0;
    const bool isDoubtful = m_frame.record.isOptimized && (!record.offset || variable.isParameter);
    PdbPlace place;
    if (isDoubtful)
        place = m_input.places.inRegister(kNoRegister);
    else if (!record.registerNumber)
        place = m_input.places.relativeToBasePointer(record.offset.value_or(0), m_frame);
    else if (record.offset)
        place = m_input.places.relativeTo(*record.registerNumber, *record.offset, m_frame);
    else
        place = m_input.places.inRegister(*record.registerNumber);
    variable.location = place.location;
    variable.isInFrame = place.isInFrame;
    add(std::move(variable));
}

/// LLVM writes a variable that is a constant at one address as one that is a constant everywhere
/// (llvm/llvm-project llvm/lib/CodeGen/AsmPrinter/CodeViewDebug.cpp, emitLocalVariableList).
void ScopeReader::addConstant(const codeview::ConstantRecord& constant)
{
    constexpr std::uint16_t kNoRegister = 0;
    auto variable = pdbConstant(constant);
    if (!m_module.isOfMicrosoft()) {
        variable.constant.reset();
        variable.location = m_input.places.inRegister(kNoRegister).location;
    }
    add(std::move(variable));
}

void ScopeReader::add(object::VariableInfo variable)
{
    if (m_variables.size() < kMaxVariables)
        m_variables.push_back({m_scopes.back().site, std::move(variable)});
}

object::FunctionInfo ScopeReader::outermost() const
{
    object::FunctionInfo function;
    function.entry = pdbFunctionRef(m_place);
    function.name = m_procedure.name;
    const auto entry = m_input.file.addresses().rva(m_procedure.section, m_procedure.offset);
    function.entryAddress = entry.value_or(0);
    const auto& frame = m_frame.record;
    if (m_hasFrame) {
        object::FrameExtent extent;
        extent.bytes = std::uint64_t{frame.frameBytes} + frame.savedRegisterBytes;
        extent.growsFurther = frame.allocatesMore;
        // Some compilers count the saved registers among the frame.
        if (frame.frameBytes > frame.savedRegisterBytes)
            extent.otherBytes = frame.frameBytes;
        function.frameExtent = extent;
    }
    return function;
}

object::FunctionInfo ScopeReader::inlined(std::size_t site) const
{
    object::FunctionInfo function;
    function.entry = {kPdbInlinePart,
                      std::uint64_t{m_place.module} << kModuleShift | m_siteRecords[site]};
    function.name = m_sites[site].name;
    function.isInlined = true;
    return function;
}

/// The inlined calls around the address are the same as those of the frame's rows: both come out of
/// the same tree.
std::vector<object::FunctionInfo> ScopeReader::chain()
{
    std::vector<std::size_t> around; // Outermost first.
    const bool isInside = m_address.section == m_procedure.section &&
                          m_address.offset >= m_procedure.offset &&
                          m_address.offset - m_procedure.offset < m_procedure.codeBytes;
    const auto at = m_address.offset - m_procedure.offset;
    const auto tree = isInside && !m_sites.empty()
                          ? buildInlineTree(m_procedure.codeBytes, {}, m_sites)
                          : InlineTree();
    for (const auto& run : tree.runs) {
        if (run.begin <= at && at < run.end)
            around.push_back(run.site);
    }
    std::vector<object::FunctionInfo> functions;
    for (const auto site : around)
        functions.push_back(inlined(site));
    std::ranges::reverse(functions);
    functions.push_back(outermost());
    for (auto& [site, variable] : m_variables) {
        // Function number i is the call number `around.size() - 1 - i`, the last the function.
        const auto found = std::ranges::find(around, site);
        if (site == kDirectlyInFunction)
            functions.back().variables.push_back(std::move(variable));
        else if (found != around.end())
            functions[static_cast<std::size_t>(around.end() - found) - 1].variables.push_back(
                std::move(variable));
    }
    return functions;
}

} // namespace

object::EntryRef pdbFunctionRef(PdbFunctionPlace place)
{
    return {kPdbFunctionPart, std::uint64_t{place.module} << kModuleShift | place.record};
}

std::optional<PdbFunctionPlace> pdbFunctionOf(object::EntryRef entry)
{
    if (entry.part != kPdbFunctionPart)
        return std::nullopt;
    return PdbFunctionPlace{static_cast<std::size_t>(entry.offset >> kModuleShift),
                            static_cast<std::uint32_t>(entry.offset)};
}

std::vector<object::FunctionInfo> readPdbScopes(const PdbScopeInput& input,
                                                const PdbOpenModule& module,
                                                PdbFunctionPlace place,
                                                PdbSourceAddress address)
{
    return ScopeReader(input, module, place, address).read();
}

object::VariableInfo
pdbDataVariable(const codeview::DataRecord& data, const PdbFile& file, PdbPlaces& places)
{
    object::VariableInfo variable;
    variable.name = data.name;
    variable.type = PdbValueTypes::ref(data.type);
    variable.isStatic = true;
    if (data.isOfThread)
        variable.location = places.ofThread(data.offset);
    else if (const auto rva = file.addresses().rva(data.section, data.offset))
        variable.location = places.atAddress(*rva);
    return variable;
}

object::VariableInfo pdbConstant(const codeview::ConstantRecord& constant)
{
    object::VariableInfo variable;
    variable.name = constant.name;
    variable.type = PdbValueTypes::ref(constant.type);
    variable.constant = object::ConstantValue{.number = constant.value.bits,
                                              .bytes = constant.value.real,
                                              .isSigned = constant.value.isSigned};
    return variable;
}

} // namespace faultline::pdb

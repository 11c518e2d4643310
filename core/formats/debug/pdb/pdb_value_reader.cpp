// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/pdb/pdb_value_reader.h"

#include "core/formats/debug/pdb/pdb_frames.h"
#include "core/formats/debug/pdb/pdb_functions.h"
#include "core/formats/debug/pdb/pdb_global_names.h"
#include "core/formats/debug/pdb/pdb_registers.h"
#include "core/formats/debug/pdb/pdb_scope_reader.h"
#include "core/formats/debug/pdb/pdb_value_types.h"

#include <algorithm>

namespace faultline::pdb {

namespace {

constexpr std::size_t kTypeStream = 2;
constexpr std::size_t kIdStream = 4;
constexpr std::uint32_t kTypeNamePart = 4; // Of S_UDT records; the offset is theirs.
constexpr std::uint32_t kDataPart = 5;     // Of records of global variables.

class PdbValueReader final : public object::ValueInfoReader
{
public:
    PdbValueReader(std::shared_ptr<const PdbFile> file, const ParseLimits& limits)
        : m_file(std::move(file)), m_limits(limits), m_typeTable(m_file->msf().stream(kTypeStream)),
          m_ids(m_file->msf().stream(kIdStream)), m_places(m_file->machine()),
          m_types(m_typeTable, m_places, pdbAddressBytes(m_file->machine())),
          m_globals(m_file->symbolRecords()), m_functions(*m_file)
    {
    }

    std::vector<object::FunctionInfo> functionsAt(std::uint64_t linkedAddress) override;
    std::uint64_t prologueEnd(object::EntryRef function) override;

    /// CodeView does not tell what a call hands over.
    std::optional<object::CallSite> callReturningTo(std::uint64_t /*linkedAddress*/) override
    {
        return std::nullopt;
    }

    bool hasOtherInstance(object::EntryRef /*function*/) override { return true; }

    std::optional<std::vector<object::TailJump>> tailJumps(object::EntryRef /*function*/) override
    {
        return std::nullopt;
    }

    bool isSameFunction(object::EntryRef one, object::EntryRef other) override
    {
        return one == other;
    }

    std::string_view externalName(object::EntryRef /*function*/) override { return {}; }

    std::optional<object::VariableInfo> variable(object::EntryRef entry,
                                                 std::uint64_t linkedAddress) override;
    object::TypeInfoPtr type(object::EntryRef entry) override;

    object::EntryRef definitionOf(object::EntryRef declaration) override
    {
        return m_types.definitionOf(declaration);
    }

    std::vector<object::EntryRef> typesNamed(std::string_view name, std::size_t most) override;

    object::EntryRef classMangled(std::string_view name) override
    {
        return m_types.classMangled(name);
    }

    std::vector<object::VariableInfo> globalsNamed(std::string_view name,
                                                   std::size_t most) override;

    object::ExpressionUnit unit(object::EntryRef /*unit*/) override
    {
        constexpr std::uint16_t kVersion = 5; // Of DWARF, as PdbPlaces writes.
        return {.order = std::endian::little,
                .version = kVersion,
                .addressBytes = pdbAddressBytes(m_file->machine())};
    }

    std::optional<std::uint64_t> indexedAddress(object::EntryRef /*unit*/,
                                                std::uint64_t /*index*/) override
    {
        return std::nullopt;
    }

    /// All types are those of the whole program.
    object::EntryRef entryInUnit(object::EntryRef /*unit*/, std::uint64_t /*offset*/) override
    {
        return {};
    }

    object::EntryRef entryInFile(object::EntryRef /*unit*/, std::uint64_t /*offset*/) override
    {
        return {};
    }

private:
    PdbVirtualFrame virtualFrame(PdbSourceAddress address);
    std::optional<object::VariableInfo> variableOf(const codeview::CodeViewRecord& record);
    object::TypeInfoPtr typeName(std::uint32_t offset);

    std::shared_ptr<const PdbFile> m_file;
    ParseLimits m_limits;
    PdbTypeTable m_typeTable;
    PdbTypeTable m_ids;
    PdbPlaces m_places;
    PdbValueTypes m_types;
    PdbGlobalNames m_globals;
    PdbFunctions m_functions;
    std::optional<std::vector<object::WindowsFrame>> m_frames; // Of x86, when they are needed.
    std::map<std::uint32_t, object::TypeInfoPtr> m_typeNames;
};

std::vector<object::FunctionInfo> PdbValueReader::functionsAt(std::uint64_t linkedAddress)
{
    const auto address =
        linkedAddress <= UINT32_MAX
            ? m_file->addresses().sourceOf(static_cast<std::uint32_t>(linkedAddress))
            : std::nullopt;
    const auto place = address ? m_functions.at(*address) : std::nullopt;
    if (!place)
        return {};
    return readPdbScopes({*m_file, m_ids, m_types, m_places, m_limits,
                          [this](PdbSourceAddress inFunction) { return virtualFrame(inFunction); }},
                         *m_functions.module(place->module), *place, *address);
}

/// Where the compiler says that the body begins, else the second row of the function's lines, else
/// its end: all of it may be prologue then.
std::uint64_t PdbValueReader::prologueEnd(object::EntryRef function)
{
    const auto place = pdbFunctionOf(function);
    const auto* module = place ? m_functions.module(place->module) : nullptr;
    const auto record = module == nullptr ? std::nullopt : module->recordAt(place->record);
    const auto procedure = record ? codeview::readProcedure(*record) : std::nullopt;
    const auto body = record ? codeview::readBody(*record) : std::nullopt;
    if (!procedure || !body || procedure->codeBytes == 0)
        return 0;
    auto rowsLeft = module->lines().rowAllowance();
    const auto rows =
        module->lines().rows(procedure->section, procedure->offset, procedure->codeBytes, rowsLeft);
    auto end = rows.size() > 1 ? rows[1].begin : procedure->codeBytes;
    if (body->begin != 0 && body->begin < procedure->codeBytes)
        end = body->begin;
    const auto last = m_file->addresses().rva(procedure->section, procedure->offset + end - 1);
    return last ? std::uint64_t{*last} + 1 : 0;
}

/// The programs of frame data define $T0 first (docs/spec/stackwalk.md §11.6).
PdbVirtualFrame PdbValueReader::virtualFrame(PdbSourceAddress address)
{
    if (m_file->machine() != kMachineX86)
        return PdbVirtualFrame::Unknown;
    if (!m_frames)
        m_frames = readPdbFrames(*m_file);
    const auto rva = m_file->addresses().rva(address.section, address.offset);
    const auto after =
        std::ranges::upper_bound(*m_frames, rva.value_or(0), {}, &object::WindowsFrame::rva);
    if (!rva || after == m_frames->begin())
        return PdbVirtualFrame::Unknown;
    const auto& frame = *std::prev(after);
    if (*rva - frame.rva >= frame.codeSizeBytes)
        return PdbVirtualFrame::Unknown;
    if (frame.program.starts_with("$T0 .raSearch ="))
        return PdbVirtualFrame::BelowReturnAddress;
    return frame.program.starts_with("$T0 $ebp =") ? PdbVirtualFrame::FramePointer
                                                   : PdbVirtualFrame::Unknown;
}

std::optional<object::VariableInfo>
PdbValueReader::variableOf(const codeview::CodeViewRecord& record)
{
    std::optional<object::VariableInfo> variable;
    if (const auto data = codeview::readData(record))
        variable = pdbDataVariable(*data, *m_file, m_places);
    else if (const auto constant = codeview::readConstant(record))
        variable = pdbConstant(*constant);
    if (variable)
        variable->entry = {kDataPart, record.offset};
    return variable;
}

std::optional<object::VariableInfo> PdbValueReader::variable(object::EntryRef entry,
                                                             std::uint64_t /*linkedAddress*/)
{
    if (entry.part != kDataPart)
        return std::nullopt;
    const auto record = m_globals.at(static_cast<std::uint32_t>(entry.offset));
    return record ? variableOf(*record) : std::nullopt;
}

std::vector<object::VariableInfo> PdbValueReader::globalsNamed(std::string_view name,
                                                               std::size_t most)
{
    std::vector<object::VariableInfo> found;
    m_globals.find(name, [&](const codeview::CodeViewRecord& record) {
        if (auto variable = variableOf(record))
            found.push_back(*std::move(variable));
        return found.size() < most;
    });
    return found;
}

object::TypeInfoPtr PdbValueReader::type(object::EntryRef entry)
{
    return entry.part == kTypeNamePart ? typeName(static_cast<std::uint32_t>(entry.offset))
                                       : m_types.type(entry);
}

object::TypeInfoPtr PdbValueReader::typeName(std::uint32_t offset)
{
    const auto [place, isNew] = m_typeNames.try_emplace(offset);
    if (!isNew)
        return place->second;
    auto type = std::make_shared<object::TypeInfo>();
    const auto record = m_globals.at(offset);
    if (const auto name = record ? codeview::readTypeName(*record) : std::nullopt) {
        type->kind = object::TypeKind::Typedef;
        type->name = name->name;
        type->target = PdbValueTypes::ref(name->type);
    }
    place->second = std::move(type);
    return place->second;
}

/// C++ also gives each structure its own name once more, which is no other type.
std::vector<object::EntryRef> PdbValueReader::typesNamed(std::string_view name, std::size_t most)
{
    auto found = m_types.named(name, most);
    m_globals.find(name, [&](const codeview::CodeViewRecord& record) {
        const auto other = codeview::readTypeName(record);
        const bool isOther =
            other && m_types.type(PdbValueTypes::ref(other->type))->name != other->name;
        if (isOther && found.size() < most)
            found.push_back({kTypeNamePart, record.offset});
        return found.size() < most;
    });
    return found;
}

} // namespace

std::unique_ptr<object::ValueInfoReader> makePdbValueReader(std::shared_ptr<const PdbFile> file,
                                                            const ParseLimits& limits)
{
    if (pdbAddressBytes(file->machine()) == 0 || file->isFastLink())
        return nullptr;
    return std::make_unique<PdbValueReader>(std::move(file), limits);
}

} // namespace faultline::pdb

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/ppdb/clr_schema.h"

#include <bit>

namespace faultline::ppdb {

namespace {

struct TableColumns
{
    std::array<ClrColumn, kClrMaxColumns> columns{};
    std::size_t count = 0;
};

template <class... Columns>
constexpr TableColumns table(Columns... columns)
{
    return {{columns...}, sizeof...(columns)};
}

constexpr ClrColumn row(std::uint8_t target)
{
    return {ClrColumnKind::Row, target};
}

constexpr ClrColumn coded(ClrCodedIndex index)
{
    return {ClrColumnKind::Coded, static_cast<std::uint8_t>(index)};
}

constexpr ClrColumn kU16{ClrColumnKind::U16, 0};
constexpr ClrColumn kU32{ClrColumnKind::U32, 0};
constexpr ClrColumn kText{ClrColumnKind::Text, 0};
constexpr ClrColumn kGuid{ClrColumnKind::Guid, 0};
constexpr ClrColumn kBlob{ClrColumnKind::Blob, 0};

using enum ClrCodedIndex;

constexpr std::array<TableColumns, 0x38> kTables{{
    /* 00 Module */ table(kU16, kText, kGuid, kGuid, kGuid),
    /* 01 TypeRef */ table(coded(ResolutionScope), kText, kText),
    /* 02 TypeDef */ table(kU32, kText, kText, coded(TypeDefOrRef), row(0x04), row(0x06)),
    /* 03 FieldPtr */ table(row(0x04)),
    /* 04 Field */ table(kU16, kText, kBlob),
    /* 05 MethodPtr */ table(row(0x06)),
    /* 06 MethodDef */ table(kU32, kU16, kU16, kText, kBlob, row(0x08)),
    /* 07 ParamPtr */ table(row(0x08)),
    /* 08 Param */ table(kU16, kU16, kText),
    /* 09 InterfaceImpl */ table(row(0x02), coded(TypeDefOrRef)),
    /* 0A MemberRef */ table(coded(MemberRefParent), kText, kBlob),
    /* 0B Constant */ table(kU16, coded(HasConstant), kBlob),
    /* 0C CustomAttribute */ table(coded(HasCustomAttribute), coded(CustomAttributeType), kBlob),
    /* 0D FieldMarshal */ table(coded(HasFieldMarshal), kBlob),
    /* 0E DeclSecurity */ table(kU16, coded(HasDeclSecurity), kBlob),
    /* 0F ClassLayout */ table(kU16, kU32, row(0x02)),
    /* 10 FieldLayout */ table(kU32, row(0x04)),
    /* 11 StandAloneSig */ table(kBlob),
    /* 12 EventMap */ table(row(0x02), row(0x14)),
    /* 13 EventPtr */ table(row(0x14)),
    /* 14 Event */ table(kU16, kText, coded(TypeDefOrRef)),
    /* 15 PropertyMap */ table(row(0x02), row(0x17)),
    /* 16 PropertyPtr */ table(row(0x17)),
    /* 17 Property */ table(kU16, kText, kBlob),
    /* 18 MethodSemantics */ table(kU16, row(0x06), coded(HasSemantics)),
    /* 19 MethodImpl */ table(row(0x02), coded(MethodDefOrRef), coded(MethodDefOrRef)),
    /* 1A ModuleRef */ table(kText),
    /* 1B TypeSpec */ table(kBlob),
    /* 1C ImplMap */ table(kU16, coded(MemberForwarded), kText, row(0x1a)),
    /* 1D FieldRVA */ table(kU32, row(0x04)),
    /* 1E EncLog */ table(kU32, kU32),
    /* 1F EncMap */ table(kU32),
    /* 20 Assembly */ table(kU32, kU16, kU16, kU16, kU16, kU32, kBlob, kText, kText),
    /* 21 AssemblyProcessor */ table(kU32),
    /* 22 AssemblyOS */ table(kU32, kU32, kU32),
    /* 23 AssemblyRef */ table(kU16, kU16, kU16, kU16, kU32, kBlob, kText, kText, kBlob),
    /* 24 AssemblyRefProcessor */ table(kU32, row(0x23)),
    /* 25 AssemblyRefOS */ table(kU32, kU32, kU32, row(0x23)),
    /* 26 File */ table(kU32, kText, kBlob),
    /* 27 ExportedType */ table(kU32, kU32, kText, kText, coded(Implementation)),
    /* 28 ManifestResource */ table(kU32, kU32, kText, coded(Implementation)),
    /* 29 NestedClass */ table(row(0x02), row(0x02)),
    /* 2A GenericParam */ table(kU16, kU16, coded(TypeOrMethodDef), kText),
    /* 2B MethodSpec */ table(coded(MethodDefOrRef), kBlob),
    /* 2C GenericParamConstraint */ table(row(0x2a), coded(TypeDefOrRef)),
    /* 2D */ table(),
    /* 2E */ table(),
    /* 2F */ table(),
    /* 30 Document */ table(kBlob, kGuid, kBlob, kGuid),
    /* 31 MethodDebugInformation */ table(row(0x30), kBlob),
    /* 32 LocalScope */ table(row(0x06), row(0x35), row(0x33), row(0x34), kU32, kU32),
    /* 33 LocalVariable */ table(kU16, kU16, kText),
    /* 34 LocalConstant */ table(kText, kBlob),
    /* 35 ImportScope */ table(row(0x35), kBlob),
    /* 36 StateMachineMethod */ table(row(0x06), row(0x06)),
    /* 37 CustomDebugInformation */ table(coded(HasCustomDebugInformation), kGuid, kBlob),
}};

// Represents a tag without a table: a table number that never has rows.
constexpr std::uint8_t kNone = 0x3f;

constexpr std::uint8_t kTypeDefOrRef[] = {0x02, 0x01, 0x1b};
constexpr std::uint8_t kHasConstant[] = {0x04, 0x08, 0x17};
constexpr std::uint8_t kHasCustomAttribute[] = {0x06, 0x04, 0x01, 0x02, 0x08, 0x09, 0x0a, 0x00,
                                                0x0e, 0x17, 0x14, 0x11, 0x1a, 0x1b, 0x20, 0x23,
                                                0x26, 0x27, 0x28, 0x2a, 0x2c, 0x2b};
constexpr std::uint8_t kHasFieldMarshal[] = {0x04, 0x08};
constexpr std::uint8_t kHasDeclSecurity[] = {0x02, 0x06, 0x20};
constexpr std::uint8_t kMemberRefParent[] = {0x02, 0x01, 0x1a, 0x06, 0x1b};
constexpr std::uint8_t kHasSemantics[] = {0x14, 0x17};
constexpr std::uint8_t kMethodDefOrRef[] = {0x06, 0x0a};
constexpr std::uint8_t kMemberForwarded[] = {0x04, 0x06};
constexpr std::uint8_t kImplementation[] = {0x26, 0x23, 0x27};
constexpr std::uint8_t kCustomAttributeType[] = {kNone, kNone, 0x06, 0x0a, kNone};
constexpr std::uint8_t kResolutionScope[] = {0x00, 0x1a, 0x23, 0x01};
constexpr std::uint8_t kTypeOrMethodDef[] = {0x02, 0x06};
constexpr std::uint8_t kHasCustomDebugInformation[] = {
    0x06, 0x04, 0x01, 0x02, 0x08, 0x09, 0x0a, 0x00, 0x0e, 0x17, 0x14, 0x11, 0x1a, 0x1b,
    0x20, 0x23, 0x26, 0x27, 0x28, 0x2a, 0x2c, 0x2b, 0x30, 0x32, 0x33, 0x34, 0x35};

} // namespace

std::span<const ClrColumn> clrColumns(std::size_t table)
{
    if (table >= kTables.size())
        return {};
    return std::span(kTables[table].columns).first(kTables[table].count);
}

std::span<const std::uint8_t> clrCodedTables(ClrCodedIndex index)
{
    switch (index) {
    case TypeDefOrRef: return kTypeDefOrRef;
    case HasConstant: return kHasConstant;
    case HasCustomAttribute: return kHasCustomAttribute;
    case HasFieldMarshal: return kHasFieldMarshal;
    case HasDeclSecurity: return kHasDeclSecurity;
    case MemberRefParent: return kMemberRefParent;
    case HasSemantics: return kHasSemantics;
    case MethodDefOrRef: return kMethodDefOrRef;
    case MemberForwarded: return kMemberForwarded;
    case Implementation: return kImplementation;
    case CustomAttributeType: return kCustomAttributeType;
    case ResolutionScope: return kResolutionScope;
    case TypeOrMethodDef: return kTypeOrMethodDef;
    case HasCustomDebugInformation: return kHasCustomDebugInformation;
    }
    return {};
}

unsigned clrTagBits(ClrCodedIndex index)
{
    return static_cast<unsigned>(std::bit_width(clrCodedTables(index).size() - 1));
}

} // namespace faultline::ppdb

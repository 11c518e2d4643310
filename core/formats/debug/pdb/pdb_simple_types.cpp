// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/pdb/pdb_simple_types.h"

#include <algorithm>
#include <iterator>

namespace faultline::pdb {

namespace {

/// Low byte of a simple type index. Source: microsoft-pdb cvinfo.h, TYPE_ENUM_e; names as
/// docs/spec/native.md §11.
constexpr PdbSimpleType kSimpleTypes[] = {
    {0x03, 0, "void"},
    {0x08, 4, "HRESULT"},
    {0x10, 1, "signed char"},
    {0x11, 2, "short"},
    {0x12, 4, "long"},
    {0x13, 8, "long long"},
    {0x14, 16, "int128_t"},
    {0x20, 1, "unsigned char"},
    {0x21, 2, "unsigned short"},
    {0x22, 4, "unsigned long"},
    {0x23, 8, "unsigned long long"},
    {0x24, 16, "uint128_t"},
    {0x30, 1, "bool"},
    {0x31, 2, "bool16_t"},
    {0x32, 4, "bool32_t"},
    {0x33, 8, "bool64_t"},
    {0x40, 4, "float"},
    {0x41, 8, "double"},
    {0x42, 10, "long double"},
    {0x43, 16, "long double"},
    {0x44, 6, "float48_t"},
    {0x45, 4, "float"},
    {0x46, 2, "float16_t"},
    {0x50, 8, "complex<float>"},
    {0x51, 16, "complex<double>"},
    {0x52, 20, "complex<long double>"},
    {0x53, 32, "complex<long double>"},
    {0x68, 1, "int8_t"},
    {0x69, 1, "uint8_t"},
    {0x70, 1, "char"},
    {0x71, 2, "wchar_t"},
    {0x72, 2, "int16_t"},
    {0x73, 2, "uint16_t"},
    {0x74, 4, "int"},
    {0x75, 4, "unsigned int"},
    {0x76, 8, "int64_t"},
    {0x77, 8, "uint64_t"},
    {0x78, 16, "int128_t"},
    {0x79, 16, "uint128_t"},
    {0x7a, 2, "char16_t"},
    {0x7b, 4, "char32_t"},
    {0x7c, 1, "char8_t"},
};

} // namespace

const PdbSimpleType* findPdbSimpleType(std::uint32_t index)
{
    const auto* found =
        std::find_if(std::begin(kSimpleTypes), std::end(kSimpleTypes),
                     [&](const PdbSimpleType& type) { return type.code == (index & 0xff); });
    return found == std::end(kSimpleTypes) ? nullptr : found;
}

std::uint64_t pdbSimpleTypeSize(std::uint32_t index)
{
    // Sizes by the kind of pointer in bits 8-11 (CV_prmode_e); 0 is no pointer.
    constexpr std::uint8_t kPointerSizes[] = {0, 2, 4, 4, 4, 6, 8, 16};
    const auto pointerKind = (index >> 8) & 0xf;
    if (pointerKind != 0)
        return pointerKind < std::size(kPointerSizes) ? kPointerSizes[pointerKind] : 0;
    const auto* type = findPdbSimpleType(index);
    return type != nullptr ? type->sizeBytes : 0;
}

} // namespace faultline::pdb

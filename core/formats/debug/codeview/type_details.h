// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_reader.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace faultline::codeview {

// Type records as values need them, read without LLVM. Layouts: microsoft-pdb cvinfo.h, lfClass_16t
// and its neighbours; llvm/llvm-project llvm/docs/PDB/TpiStream.rst. Texts point into the record's
// bytes.

/// A number of a record in one of its many encodings.
struct Numeric
{
    std::uint64_t bits = 0; ///< Sign-extended if it is signed.
    bool isSigned = false;
    Bytes real; ///< A floating-point number in memory order; then the others have no meaning.
};

/// Absent for encodings that no value of up to eight bytes has; the reader then has failed.
std::optional<Numeric> readNumeric(ByteReader& reader);

/// One type record with all that it says about the values of the type.
struct TypeDetails
{
    enum class Kind : std::uint8_t {
        Other,
        Struct,
        Class,
        Union,
        Enum,
        Pointer,
        LeftReference,
        RightReference,
        DataMemberPointer,
        FunctionMemberPointer,
        Modifier,
        Array,
        BitField,
        Procedure,
        MemberFunction
    };
    Kind kind = Kind::Other;
    bool isForward = false; ///< Only a reference to a definition elsewhere.
    bool isConst = false;   ///< For Modifier and pointers, like the next two.
    bool isVolatile = false;
    bool isRestrict = false;
    std::uint32_t target = 0;    ///< Pointee, modified type, element, underlying type, result.
    std::uint32_t fields = 0;    ///< Index of the list of members or enumerators; 0 for none.
    std::uint32_t container = 0; ///< The class of a pointer to a member.
    std::uint32_t arguments = 0; ///< Index of the argument list of a function.
    std::uint64_t sizeBytes = 0;
    std::uint8_t bitSize = 0;     ///< For BitField, like the next.
    std::uint8_t bitPosition = 0; ///< From the lowest bit of the storage unit.
    std::string_view name;
    std::string_view uniqueName; ///< The mangled name. Many records have none.
};

/// Absent for damaged records; Other for kinds that are no types of values.
std::optional<TypeDetails> readTypeDetails(Bytes record);

/// One entry of a field list.
struct FieldRecord
{
    enum class Kind : std::uint8_t {
        Member,
        StaticMember,
        Base,
        VirtualBase,
        IndirectBase, ///< A virtual base of a base.
        Enumerator,
        VirtualTable,
        Continuation, ///< `type` is the index of the list that goes on.
        Other
    };
    Kind kind = Kind::Other;
    std::uint32_t type = 0;
    Numeric number; ///< Offset of a member or base; value of an enumerator; for a virtual base the
                    ///< offset of the pointer to its table.
    std::uint64_t tableIndex = 0; ///< Of a virtual base in that table.
    std::string_view name;
};

/// Walks a field list. Ends at the first entry that is damaged or of a kind whose size is unknown.
class FieldRecords
{
public:
    explicit FieldRecords(Bytes record);

    std::optional<FieldRecord> next();

    /// True when the walk stopped before the end of the list, or the record is no list.
    bool isDamaged() const { return m_isDamaged; }

private:
    bool read(std::uint16_t leaf, FieldRecord& field);
    void skipPadding();

    ByteReader m_reader;
    bool m_isDamaged = false;
};

/// The types of an argument list; absent when the record is damaged or no list.
std::optional<std::vector<std::uint32_t>> readArguments(Bytes record);

} // namespace faultline::codeview

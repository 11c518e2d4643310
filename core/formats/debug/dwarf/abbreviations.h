// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/formats/debug/dwarf/unit_index.h"

#include <compare>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace faultline::dwarf {

/// The attributes that this reader uses.
enum class Field : std::uint8_t {
    Sibling,
    Name,
    LinkageName,
    LowPc,
    HighPc,
    Ranges,
    EntryPc,
    AbstractOrigin,
    Specification,
    CallFile,
    CallLine,
    CallColumn,
    StmtList,
    CompDir,
    Language,
    LanguageName,
    Producer,
    StrOffsetsBase,
    AddrBase,
    RnglistsBase,
    RangesBase,
    DwoName,
    DwoId,
    External,
    // The others are for types and variables only.
    Location,
    FrameBase,
    Type,
    ByteSize,
    BitSize,
    BitOffset,
    DataBitOffset,
    MemberLocation,
    Encoding,
    ConstValue,
    LowerBound,
    UpperBound,
    ElementCount,
    Declaration,
    Artificial,
    ContainingType,
    DeclLine,
    Discriminant,
    DiscriminantValue,
    DiscriminantList,
    Signature,
    Virtuality,
    EnumClass,
    Vector,
    Alignment,
    DataLocation,
    LoclistsBase,
    CallReturnPc,
    CallPc,
    CallOrigin,
    CallTarget,
    CallValue,
    TailCall,
    AllTailCalls,
    Ordering,
    Stride,
    Endianity,
    Scale,
    Count
};

/// The attributes that a table's steps keep.
enum class Wanted : std::uint8_t {
    Code,   ///< Attributes of units, functions and inlined calls, for the walk over a unit.
    Scopes, ///< Attributes of functions and the scopes around them, for qualified names.
    Values  ///< Attributes of types, variables, functions and calls.
};

/// How the walk over a unit treats an entry, by its tag.
enum class TagRole : std::uint8_t {
    Leaf,      ///< Contains no code: skipped with all children.
    Scope,     ///< Namespaces, blocks: children are visited, attributes are skipped.
    TypeScope, ///< Classes, which may contain functions in some languages.
    Unit,
    Function,
    Inlined,
};

/// One step over an entry's bytes: skip `skipBytes`, then act by `kind`. A run of unwanted
/// attributes with fixed size is one step, so most entries take one or two.
struct DieStep
{
    enum class Kind : std::uint8_t {
        None,
        Leb,
        CString,
        Block1,
        Block2,
        Block4,
        BlockLeb,
        Indirect,
        Wanted,
        Unreadable
    };
    std::uint16_t skipBytes = 0;
    Kind kind = Kind::None;
    Field field = Field::Count;
    std::uint16_t form = 0;         ///< For wanted attributes only.
    std::int64_t implicitConst = 0; ///< For wanted attributes only.
};

struct Abbreviation
{
    std::uint32_t firstStep = 0;
    std::uint16_t stepCount = 0;
    TagRole role = TagRole::Leaf;
    bool hasChildren = false;
    bool isDefined = false;
    std::uint16_t tag = 0;
};

/// The sizes that forms depend on. A table is compiled for one combination.
struct FormSizes
{
    std::uint8_t addressBytes = 8;
    std::uint8_t offsetBytes = 4;
    std::uint8_t referenceBytes =
        4; ///< DW_FORM_ref_addr: an address in DWARF 2, an offset in later versions.

    friend auto operator<=>(const FormSizes&, const FormSizes&) = default;
};

FormSizes formSizesOf(const UnitHeader& header);

/// One abbreviation table, compiled to steps. Immutable.
class AbbreviationTable
{
public:
    /// A declaration that cannot be read, or reaches beyond `end`, ends the table. A unit is
    /// damaged if its entries use a missing declaration.
    static std::shared_ptr<const AbbreviationTable> read(Bytes section,
                                                         std::uint64_t offset,
                                                         std::uint64_t end,
                                                         FormSizes sizes,
                                                         Wanted wanted = Wanted::Code);

    /// Did the table reach beyond `end`?
    bool isCut() const { return m_isCut; }

    const Abbreviation* find(std::uint64_t code) const
    {
        if (code >= m_dense.size())
            return m_sparse.empty() ? nullptr : findSparse(code);
        const auto& abbreviation = m_dense[static_cast<std::size_t>(code)];
        return abbreviation.isDefined ? &abbreviation : nullptr;
    }

    const DieStep* steps(const Abbreviation& abbreviation) const
    {
        return m_steps.data() + abbreviation.firstStep;
    }

private:
    const Abbreviation* findSparse(std::uint64_t code) const;
    bool readDeclaration(DwarfCursor& cursor, FormSizes sizes, Wanted wanted);
    void readAttributes(DwarfCursor& cursor,
                        const Abbreviation& abbreviation,
                        FormSizes sizes,
                        Wanted wanted);
    void add(std::uint64_t code, const Abbreviation& abbreviation);

    std::vector<Abbreviation>
        m_dense; ///< Indexed by code, because producers number from 1 without gaps.
    std::unordered_map<std::uint64_t, Abbreviation> m_sparse;
    std::vector<DieStep> m_steps;
    bool m_isCut = false;
};

/// Can any entry refer to another unit or to a type unit? True when the section cannot be read to
/// its end.
bool mayReferAcrossUnits(Bytes abbrevSection);

/// Can any unit be a skeleton? True when the section cannot be read to its end.
bool mayHaveSkeletons(Bytes abbrevSection);

/// Ends the description of damage in a unit whose table was cut.
inline constexpr std::string_view kOverlappingAbbreviations =
    ", in a table that overlaps more than 4 others";

/// Abbreviation tables by offset. A table that several units use is kept permanently, others as
/// long as somebody holds them. Thread-safe. Tables lie side by side. Damage may make some overlap,
/// but a table ends at the latest where the next ones but kMaxOverlapped begin: all tables together
/// are then no larger than a few sections.
class AbbreviationCache
{
public:
    static constexpr std::size_t kMaxOverlapped = 4;

    AbbreviationCache(ByteView section, const UnitIndex& index, Wanted wanted = Wanted::Code);

    std::shared_ptr<const AbbreviationTable> table(const UnitHeader& header);

private:
    struct Entry
    {
        std::weak_ptr<const AbbreviationTable> table;
        std::shared_ptr<const AbbreviationTable> kept;
        std::uint32_t userCount = 0;
        std::uint64_t end = ~std::uint64_t{0}; ///< Where the table ends at the latest.
    };

    using Key = std::tuple<std::uint64_t, FormSizes>;

    ByteView m_section;
    Wanted m_wanted;
    std::mutex m_mutex; // Guards m_entries.
    std::map<Key, Entry> m_entries;
};

} // namespace faultline::dwarf

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

/// The attributes this reader wants, out of all there are.
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
    Count
};

/// Which attributes a table's steps keep.
enum class Wanted : std::uint8_t {
    Code,  ///< Of units, functions and inlined calls: what the walk over a unit needs.
    Scopes ///< Of functions and what surrounds them: what their qualified names need.
};

/// What the walk over a unit does with an entry, by its tag.
enum class TagRole : std::uint8_t {
    Leaf,      ///< Nothing below can be code: passed over with all children.
    Scope,     ///< Namespaces, blocks: children are visited, attributes are not.
    TypeScope, ///< Classes: may hold functions in some languages.
    Unit,
    Function,
    Inlined,
};

/// One move over an entry's bytes: pass `skipBytes`, then do what `kind` says. Runs of unwanted
/// attributes of fixed size are one step, so most entries take one or two.
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
    std::uint16_t form = 0;         ///< Wanted only.
    std::int64_t implicitConst = 0; ///< Wanted only.
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

/// Sizes that forms depend on; tables are compiled for one combination.
struct FormSizes
{
    std::uint8_t addressBytes = 8;
    std::uint8_t offsetBytes = 4;
    std::uint8_t referenceBytes = 4; ///< DW_FORM_ref_addr: an address in DWARF 2, an offset later.

    friend auto operator<=>(const FormSizes&, const FormSizes&) = default;
};

FormSizes formSizesOf(const UnitHeader& header);

/// One abbreviation table, compiled to steps. Immutable.
class AbbreviationTable
{
public:
    /// A declaration that cannot be read ends the table; entries that use what is missing are
    /// damage of their unit.
    static std::shared_ptr<const AbbreviationTable>
    read(Bytes section, std::uint64_t offset, FormSizes sizes, Wanted wanted = Wanted::Code);

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

    std::vector<Abbreviation> m_dense; ///< By code, as producers number from 1 without gaps.
    std::unordered_map<std::uint64_t, Abbreviation> m_sparse;
    std::vector<DieStep> m_steps;
};

/// Whether any entry may refer to one of another unit, or of a type unit. True when the section
/// cannot be read to its end.
bool mayReferAcrossUnits(Bytes abbrevSection);

/// Whether any unit may be a skeleton; likewise.
bool mayHaveSkeletons(Bytes abbrevSection);

/// Tables by offset. One used by several units is kept for good, others as long as somebody holds
/// them. Thread-safe.
class AbbreviationCache
{
public:
    AbbreviationCache(ByteView section, const UnitIndex& index, Wanted wanted = Wanted::Code);

    std::shared_ptr<const AbbreviationTable> table(const UnitHeader& header);

private:
    struct Entry
    {
        std::weak_ptr<const AbbreviationTable> table;
        std::shared_ptr<const AbbreviationTable> kept;
        std::uint32_t userCount = 0;
    };

    using Key = std::tuple<std::uint64_t, FormSizes>;

    ByteView m_section;
    Wanted m_wanted;
    std::mutex m_mutex; // Guards m_entries.
    std::map<Key, Entry> m_entries;
};

} // namespace faultline::dwarf

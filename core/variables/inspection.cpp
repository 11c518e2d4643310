// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/variables/inspection.h"

#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/base/text.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <set>
#include <utility>

namespace faultline::variables {

namespace {

using Kind = InspectionStep::Kind;

constexpr std::size_t kMaxSteps = 64;
constexpr std::size_t kMaxBytes = 1024;

/// One pass over the text: prefixes apply after what follows them in the text.
class Parser
{
public:
    explicit Parser(std::string_view text) : m_text(text) {}

    Result<std::vector<InspectionStep>> parse()
    {
        if (m_text.size() > kMaxBytes)
            return fail(ErrorKind::Malformed, "expression longer than ", kMaxBytes, " bytes");
        FL_CHECK(unary(0));
        skipSpaces();
        if (m_at != m_text.size())
            return unexpected();
        if (m_steps.size() > kMaxSteps)
            return fail(ErrorKind::Malformed, "expression of more than ", kMaxSteps, " steps");
        return std::move(m_steps);
    }

private:
    Result<void> unary(std::uint32_t depth)
    {
        skipSpaces();
        if (depth > kMaxSteps)
            return fail(ErrorKind::Malformed, "expression nested deeper than ", kMaxSteps);
        for (const auto& [sign, kind] :
             {std::pair('*', Kind::Dereference), std::pair('&', Kind::AddressOf)}) {
            if (!take(sign))
                continue;
            FL_CHECK(unary(depth + 1));
            m_steps.push_back({.kind = kind, .name = {}});
            return {};
        }
        if (auto type = castType()) {
            FL_CHECK(unary(depth + 1));
            m_steps.push_back({.kind = Kind::Cast, .name = *std::move(type)});
            return {};
        }
        FL_CHECK(primary(depth));
        return postfix();
    }

    /// The name of the type in "(Type*)". No other text in brackets ends with an asterisk.
    std::optional<std::string> castType()
    {
        if (m_at >= m_text.size() || m_text[m_at] != '(')
            return std::nullopt;
        auto end = m_at + 1;
        for (std::uint32_t open = 1; end < m_text.size(); ++end) {
            open += m_text[end] == '(' ? 1 : 0;
            if (m_text[end] == ')' && --open == 0)
                break;
        }
        auto inside = trimAscii(m_text.substr(m_at + 1, end - m_at - 1));
        if (end >= m_text.size() || !inside.ends_with('*') || !isName(inside.front()))
            return std::nullopt;
        inside = trimAscii(inside.substr(0, inside.size() - 1));
        for (const std::string_view word : {"const ", "struct ", "class ", "union "}) {
            if (inside.starts_with(word))
                inside = trimAscii(inside.substr(word.size()));
        }
        m_at = end + 1;
        return std::string(inside);
    }

    Result<void> primary(std::uint32_t depth)
    {
        if (take('(')) {
            FL_CHECK(unary(depth + 1));
            skipSpaces();
            return take(')') ? Result<void>() : unexpected();
        }
        if (m_at < m_text.size() && m_text[m_at] >= '0' && m_text[m_at] <= '9') {
            FL_TRY(const auto address, digits());
            m_steps.push_back(
                {.kind = Kind::Address, .name = {}, .index = std::bit_cast<std::int64_t>(address)});
            return {};
        }
        FL_TRY(auto name, identifier());
        m_steps.push_back({.kind = Kind::Variable, .name = std::move(name)});
        return {};
    }

    Result<void> postfix()
    {
        for (;;) {
            skipSpaces();
            if (take('[')) {
                FL_TRY(const auto index, number());
                skipSpaces();
                if (!take(']'))
                    return unexpected();
                m_steps.push_back({.kind = Kind::Index, .name = {}, .index = index});
            } else if (take("->")) {
                FL_TRY(auto name, identifier());
                m_steps.push_back({.kind = Kind::Arrow, .name = std::move(name)});
            } else if (take('.')) {
                FL_TRY(auto name, identifier());
                m_steps.push_back({.kind = Kind::Member, .name = std::move(name)});
            } else {
                return {};
            }
        }
    }

    static bool isName(char c)
    {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' ||
               static_cast<unsigned char>(c) >= 0x80;
    }

    /// A name, with the scopes before it.
    Result<std::string> identifier()
    {
        skipSpaces();
        const auto begin = m_at;
        while (m_at < m_text.size() &&
               (isName(m_text[m_at]) || m_text.substr(m_at).starts_with("::")))
            m_at += isName(m_text[m_at]) ? 1 : 2;
        if (m_at == begin)
            return unexpected();
        return std::string(m_text.substr(begin, m_at - begin));
    }

    Result<std::int64_t> number()
    {
        skipSpaces();
        const bool isNegative = take('-');
        const auto begin = m_at;
        FL_TRY(const auto value, digits());
        if (value > static_cast<std::uint64_t>(INT64_MAX))
            return fail(ErrorKind::Malformed, "no number at position ", begin);
        return isNegative ? -static_cast<std::int64_t>(value) : static_cast<std::int64_t>(value);
    }

    Result<std::uint64_t> digits()
    {
        const auto begin = m_at;
        while (m_at < m_text.size() && isName(m_text[m_at]))
            ++m_at;
        const auto text = m_text.substr(begin, m_at - begin);
        const auto value = text.starts_with("0x") ? parseHex(text.substr(2)) : parseDecimal(text);
        if (!value)
            return fail(ErrorKind::Malformed, "no number at position ", begin);
        return *value;
    }

    void skipSpaces()
    {
        while (m_at < m_text.size() && m_text[m_at] == ' ')
            ++m_at;
    }

    bool take(char c)
    {
        if (m_at >= m_text.size() || m_text[m_at] != c)
            return false;
        ++m_at;
        return true;
    }

    bool take(std::string_view text)
    {
        if (!m_text.substr(m_at).starts_with(text))
            return false;
        m_at += text.size();
        return true;
    }

    std::unexpected<Error> unexpected() const
    {
        return m_at < m_text.size() ? fail(ErrorKind::Malformed, "unexpected '",
                                           m_text.substr(m_at, 1), "' at position ", m_at)
                                    : fail(ErrorKind::Malformed, "unexpected end");
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::vector<InspectionStep> m_steps;
};

/// A step that cannot be taken: what is missing, and where.
struct Stop
{
    ValueState state = ValueState::TypeUnknown;
    std::string text;
};

class Follower
{
public:
    Follower(const Values& values, const RowFrame& row) : m_values(values), m_row(row) {}

    std::expected<NamedPlace, Stop> follow(const std::vector<InspectionStep>& steps)
    {
        NamedPlace place;
        for (const auto& step : steps) {
            auto next = take(step, place.place);
            if (!next)
                return std::unexpected(std::move(next.error()));
            place.place = *std::move(next);
        }
        if (m_number)
            return std::unexpected(Stop{ValueState::TypeUnknown, "a number alone has no type"});
        return place;
    }

    /// The value of the last step is the address of its place: of "&x" and of a cast.
    std::optional<std::uint64_t> addressTaken() const { return m_address; }

private:
    using Next = std::expected<TypedPlace, Stop>;

    Next take(const InspectionStep& step, const TypedPlace& from)
    {
        const auto pointed = std::exchange(m_address, std::nullopt);
        if (m_number && step.kind != Kind::Cast)
            return std::unexpected(Stop{ValueState::TypeUnknown, "a number has no type"});
        switch (step.kind) {
        case Kind::Variable: return variable(step.name);
        case Kind::Address: m_number = std::bit_cast<std::uint64_t>(step.index); return from;
        case Kind::Cast: return cast(from, step.name, pointed);
        case Kind::Member:
        case Kind::Arrow: return member(from, step);
        case Kind::Index: return pointed ? beside(from, step.index) : element(from, step.index);
        case Kind::Dereference: return pointed ? Next(from) : target(from);
        case Kind::AddressOf: break;
        }
        m_address = pointed ? std::nullopt : from.storage.address();
        if (!m_address)
            return std::unexpected(Stop{ValueState::OptimizedOut, "it has no address"});
        return from;
    }

    Next cast(const TypedPlace& from,
              const std::string& name,
              const std::optional<std::uint64_t>& pointed)
    {
        auto address = m_number ? std::exchange(m_number, std::nullopt) : pointed;
        auto absence = Absence::None;
        if (!address)
            address = m_values.number(m_values.unreferenced(from), absence);
        if (!address)
            return std::unexpected(why(from, "has no number"));
        const auto type = typeNamed(name);
        if (!type)
            return std::unexpected(type.error());
        m_address = address;
        return TypedPlace{.type = *type, .storage = Storage::inMemory(*address)};
    }

    /// Every unit of a program may have its own copy of a type. Copies of one size count as one.
    std::expected<object::EntryRef, Stop> typeNamed(const std::string& name) const
    {
        constexpr std::size_t kMostCopies = 16;
        std::optional<object::EntryRef> found;
        std::set<std::uint64_t> sizes;
        for (const auto entry : m_row.frame->info().typesNamed(name, kMostCopies)) {
            const auto size = m_values.types().sizeOf(entry);
            if (!size)
                continue;
            sizes.insert(*size);
            found = found.value_or(entry);
        }
        if (sizes.size() == 1)
            return *found;
        return std::unexpected(
            Stop{ValueState::TypeUnknown, concat(sizes.empty() ? "no type" : "more than one type",
                                                 " is called \"", name, "\" here")});
    }

    /// An element of the array that an address is the first one of.
    Next beside(const TypedPlace& from, std::int64_t index)
    {
        const auto size = m_values.types().sizeOf(from.type);
        const auto address = from.storage.address();
        if (!size || !address)
            return std::unexpected(why(from, "has no elements"));
        return TypedPlace{
            .type = from.type,
            .storage = Storage::inMemory(*address + static_cast<std::uint64_t>(index) * *size)};
    }

    Next variable(const std::string& name)
    {
        // Inner blocks come last and hide outer ones.
        const auto& variables = m_row.function->variables;
        for (auto i = variables.size(); i-- > 0;) {
            if (variables[i].name == name)
                return TypedPlace{.type = variables[i].type,
                                  .storage = m_row.frame->place(variables[i])};
        }
        const auto self = std::ranges::find(variables, "this", &object::VariableInfo::name);
        if (self != variables.end()) {
            const TypedPlace pointer{.type = self->type, .storage = m_row.frame->place(*self)};
            if (const auto object = m_values.target(pointer)) {
                if (auto found = m_values.member(*object, name))
                    return std::move(found->place);
            }
        }
        const auto globals = m_row.frame->info().globalsNamed(name, 2);
        if (globals.size() == 1)
            return TypedPlace{.type = globals.front().type,
                              .storage = m_row.frame->place(globals.front())};
        return std::unexpected(Stop{ValueState::TypeUnknown,
                                    globals.empty()
                                        ? concat("no variable is called \"", name, "\" here")
                                        : concat("several variables are called \"", name, "\"")});
    }

    Next member(const TypedPlace& from, const InspectionStep& step)
    {
        auto whole = m_values.unreferenced(from);
        const auto kind = m_values.types().plain(whole.type).info->kind;
        if (kind == object::TypeKind::Pointer) {
            auto pointee = target(whole);
            if (!pointee)
                return pointee;
            whole = *std::move(pointee);
        }
        auto found = m_values.member(whole, step.name);
        if (!found)
            return std::unexpected(
                Stop{ValueState::TypeUnknown, concat("\"", m_values.typeName(whole),
                                                     "\" has no member \"", step.name, "\"")});
        return std::move(found->place);
    }

    Next element(const TypedPlace& from, std::int64_t index)
    {
        const auto whole = m_values.unreferenced(from);
        auto found = m_values.element(whole, index);
        if (!found)
            return std::unexpected(why(whole, "has no elements"));
        return *std::move(found);
    }

    Next target(const TypedPlace& from)
    {
        const auto pointer = m_values.unreferenced(from);
        auto found = m_values.target(pointer);
        if (!found)
            return std::unexpected(why(pointer, "cannot be followed"));
        return *std::move(found);
    }

    /// A pointer without a value says why itself.
    Stop why(const TypedPlace& place, std::string_view what) const
    {
        const auto shown = m_values.show(place);
        return {shown.absence == Absence::None ? ValueState::TypeUnknown : stateOf(shown.absence),
                concat("\"", m_values.typeName(place), "\" ", what)};
    }

    const Values& m_values;
    const RowFrame& m_row;
    std::optional<std::uint64_t> m_address;
    std::optional<std::uint64_t> m_number; ///< That no cast has made a pointer yet.
};

} // namespace

Result<std::vector<InspectionStep>> parseInspection(std::string_view expression)
{
    return Parser(expression).parse();
}

Result<TypedPlace> placeOf(const RowFrame& row, std::string_view expression, const Values& values)
{
    FL_TRY(const auto steps, parseInspection(expression));
    Follower follower(values, row);
    auto place = follower.follow(steps);
    if (!place)
        return fail(ErrorKind::NotFound, place.error().text);
    if (follower.addressTaken())
        return fail(ErrorKind::NotFound, "an address has no parts");
    return std::move(place->place);
}

std::vector<Variable> inspected(const RowFrame& row,
                                std::string_view expression,
                                const Naming& naming,
                                const VariableLimits& limits)
{
    Variable failed;
    failed.name = std::string(expression);
    failed.role = VariableRole::Expression;
    const auto steps = parseInspection(expression);
    if (!steps) {
        failed.state = ValueState::Unsupported;
        failed.text = steps.error().detail;
        return {std::move(failed)};
    }
    const Values values(*row.frame, naming, limits.values);
    Follower follower(values, row);
    auto place = follower.follow(*steps);
    if (!place) {
        failed.state = place.error().state;
        failed.text = std::move(place.error().text);
        return {std::move(failed)};
    }
    if (follower.addressTaken()) {
        failed.type = concat(values.typeName(place->place), "*");
        failed.kind = ValueKind::Pointer;
        failed.pointer = follower.addressTaken();
        return {std::move(failed)};
    }
    place->name = std::string(expression);
    return writtenOut(values, *place, VariableRole::Expression, limits);
}

} // namespace faultline::variables

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/variables/container_element.h"

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/variables/item_lister.h"

#include <algorithm>
#include <array>

namespace faultline::variables {

namespace {

struct Pair
{
    CppValue key;
    CppValue value;
};

/// What an index or key is compared as.
struct Wanted
{
    std::optional<std::string> text = {};
    Scalar number = {};

    std::string shown() const
    {
        if (text)
            return concat("\"", *text, "\"");
        return number.kind == Scalar::Kind::Signed ? concat(static_cast<std::int64_t>(number.bits))
                                                   : concat(number.bits);
    }
};

enum class Equality : std::uint8_t { Equal, Different, NotKnown };

/// There is nothing that an index or key could choose.
template <class... Parts>
std::unexpected<CppFault> noContainer(const Parts&... parts)
{
    return std::unexpected(CppFault{ValueState::NoSuchElement, concat(parts...), true});
}

/// Is the container one whose numbers in brackets are keys?
bool isMap(std::string_view typeName)
{
    const auto name = toLowerAscii(typeName.substr(0, typeName.find('<')));
    return std::ranges::any_of(std::array{"map", "hash", "dict"}, [&](std::string_view part) {
        return name.find(part) != std::string::npos;
    });
}

/// A text of the expression or of the process, otherwise a number.
CppAnswer<Wanted> wantedBy(ValuePresenter& presenter, const CppValue& index)
{
    if (index.literal)
        return Wanted{.text = index.literal};
    auto number = presenter.evaluator().scalar(index);
    if (number && number->kind != Scalar::Kind::Floating && number->kind != Scalar::Kind::Pointer)
        return Wanted{.number = *number};
    auto shown = presenter.show({.value = index}).shown;
    if (shown.kind == ValueKind::String ||
        (shown.kind == ValueKind::Pointer && !shown.text.empty()))
        return Wanted{.text = std::move(shown.text)};
    return noContainer("the index is neither a whole number nor a text");
}

/// The members of a pair, as the libraries of C++, Qt and Rust call them.
std::optional<Pair> pairOf(Evaluator& evaluator, const ValueNode& item)
{
    if (item.fault || item.synthetic != nullptr)
        return std::nullopt;
    constexpr std::array<std::array<std::string_view, 2>, 3> kNames{
        {{"first", "second"}, {"key", "value"}, {"__0", "__1"}}};
    for (const auto& [keyName, valueName] : kNames) {
        auto key = evaluator.memberOrNone(item.value, keyName);
        auto value = evaluator.memberOrNone(item.value, valueName);
        if (key && value)
            return Pair{*std::move(key), *std::move(value)};
    }
    return std::nullopt;
}

/// A text that was cut may be equal or not.
Equality equalText(const ShownValue& key, const std::string& wanted)
{
    constexpr std::string_view kCut = "...";
    const bool isText =
        key.kind == ValueKind::String || (key.kind == ValueKind::Pointer && !key.text.empty());
    if (key.kind == ValueKind::Integer)
        return Equality::Different;
    if (!isText)
        return Equality::NotKnown;
    if (key.text == wanted)
        return Equality::Equal;
    const bool mayBeCut = key.text.ends_with(kCut) &&
                          std::string_view(wanted).starts_with(
                              std::string_view(key.text).substr(0, key.text.size() - kCut.size()));
    return mayBeCut ? Equality::NotKnown : Equality::Different;
}

Equality equality(ValuePresenter& presenter, const CppValue& key, const Wanted& wanted)
{
    if (wanted.text) {
        const auto shown = presenter.show({.value = key});
        if (shown.fault || shown.shown.absence != Absence::None)
            return Equality::NotKnown;
        return equalText(shown.shown, *wanted.text);
    }
    const auto number = presenter.evaluator().scalar(key);
    const auto equal = number ? calculated(natvis::Operator::Equal, *number, wanted.number)
                              : CppAnswer<Scalar>(std::unexpected(number.error()));
    if (!equal)
        return Equality::NotKnown;
    return equal->isTrue() ? Equality::Equal : Equality::Different;
}

/// A key that cannot be compared may be the one that is wanted.
std::unexpected<CppFault>
noSuchKey(const Wanted& wanted, std::uint64_t keys, std::uint64_t notKnown)
{
    if (notKnown == 0)
        return std::unexpected(
            CppFault{ValueState::NoSuchElement,
                     concat("no such key: none of the ", keys, " keys is ", wanted.shown())});
    return std::unexpected(
        CppFault{ValueState::Unsupported,
                 concat(notKnown, " of the ", keys, " keys cannot be compared with ",
                        wanted.shown(), keys == notKnown ? "" : "; none of the others is it")});
}

CppAnswer<CppValue> valueAtKey(ValuePresenter& presenter,
                               const std::vector<ValueNode>& items,
                               std::uint64_t count,
                               const Wanted& wanted)
{
    std::uint64_t notKnown = 0;
    for (const auto& item : items) {
        if (item.fault)
            return std::unexpected(*item.fault);
        const auto pair = pairOf(presenter.evaluator(), item);
        const auto equal = pair ? equality(presenter, pair->key, wanted) : Equality::NotKnown;
        if (equal == Equality::Equal)
            return pair->value;
        notKnown += equal == Equality::NotKnown ? 1 : 0;
    }
    if (items.size() < count)
        return std::unexpected(
            CppFault{ValueState::TooLarge, concat("none of the first ", items.size(), " of ", count,
                                                  " keys is ", wanted.shown())});
    return noSuchKey(wanted, count, notKnown);
}

bool isBroken(const ValueNode& item)
{
    return item.fault.has_value();
}

std::unexpected<CppFault>
noSuchIndex(const ValuePresenter& presenter, const ValueNode& whole, std::int64_t index)
{
    return std::unexpected(
        CppFault{ValueState::NoSuchElement, concat("no such index: \"", presenter.typeName(whole),
                                                   "\" has no element ", index)});
}

/// Why an item that the container's size promises is not among those that can be listed.
std::unexpected<CppFault> whereItEnds(ValuePresenter& presenter, const ValueNode& whole)
{
    auto items = presenter.children(whole, 0, ItemLister::kMostCounted);
    const auto broken = std::ranges::find_if(items, isBroken);
    if (broken != items.end())
        return std::unexpected(*std::move(broken->fault));
    return std::unexpected(
        CppFault{ValueState::TooLarge, concat("only ", items.size(), " items can be listed")});
}

/// The item with this index in its name. A file may show other items before the elements, and may
/// give all its items other names. Lists without a size are counted only up to
/// ItemLister::kMostCounted, and more items may follow.
CppAnswer<CppValue> valueAtIndex(ValuePresenter& presenter,
                                 const ValueNode& whole,
                                 std::uint64_t count,
                                 const Scalar& index)
{
    constexpr std::uint64_t kMostOthers = 16;
    const auto at = static_cast<std::int64_t>(index.bits);
    if (at < 0 || (index.bits >= count && count < ItemLister::kMostCounted))
        return noSuchIndex(presenter, whole, at);
    const auto name = concat("[", at, "]");
    auto items = presenter.children(whole, index.bits, kMostOthers);
    const auto found = std::ranges::find_if(items, [&](const ValueNode& item) {
        return item.name == name && item.synthetic == nullptr;
    });
    if (found != items.end())
        return found->fault ? CppAnswer<CppValue>(std::unexpected(*std::move(found->fault)))
                            : std::move(found->value);
    if (!presenter.evaluator().budget().take())
        return std::unexpected(CppFault{ValueState::TooLarge, "it takes too many steps"});
    const auto left = std::max(count, index.bits) - index.bits;
    const bool isListed =
        items.size() == std::min(left, kMostOthers) && std::ranges::none_of(items, isBroken);
    return isListed ? noSuchIndex(presenter, whole, at) : whereItEnds(presenter, whole);
}

} // namespace

CppAnswer<CppValue>
elementOf(ValuePresenter& presenter, const CppValue& container, const CppValue& index)
{
    FL_TRY(const auto wanted, wantedBy(presenter, index));
    const ValueNode whole{.value = container};
    const auto shown = presenter.show(whole);
    if (shown.fault)
        return std::unexpected(*shown.fault);
    const auto items = presenter.children(whole, 0, 1);
    const bool isContainer = shown.shown.kind == ValueKind::Summary ||
                             shown.shown.kind == ValueKind::String ||
                             (!items.empty() && items.front().role == VariableRole::Element);
    if (!isContainer)
        return noContainer("nothing says which elements \"", presenter.typeName(whole), "\" has");
    const auto count = shown.shown.partCount;
    const bool isOfPairs =
        !items.empty() && (items.front().fault || pairOf(presenter.evaluator(), items.front()));
    const bool isKeyed = isMap(presenter.typeName(whole)) && (isOfPairs || count == 0);
    if (!wanted.text && !isKeyed)
        return valueAtIndex(presenter, whole, count, wanted.number);
    if (!isKeyed && !isOfPairs)
        return noContainer("\"", presenter.typeName(whole), "\" has no keys");
    return valueAtKey(presenter, presenter.children(whole, 0, ItemLister::kMostCounted), count,
                      wanted);
}

} // namespace faultline::variables

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/names/swift/printer.h"

#include <algorithm>
#include <utility>

namespace faultline::demangling::swift {

namespace {

/// A damaged name can claim any number of parameters.
constexpr std::uint64_t kMaxParams = 128;

constexpr auto kFlags = std::to_array<std::pair<Fact, std::string_view>>({
    {Fact::ExistentialToGeneric, "Existential To Protocol Constrained Generic"},
    {Fact::Dead, "Dead"},
    {Fact::OwnedToGuaranteed, "Owned To Guaranteed"},
    {Fact::GuaranteedToOwned, "Guaranteed To Owned"},
    {Fact::Exploded, "Exploded"},
});

/// The marker for a pack or a value parameter.
const Node* findMarker(const Node& signature, Kind kind, std::uint64_t depth, std::uint64_t place)
{
    for (const Node* const child : signature.children()) {
        const Node* const param = child->kind == kind ? withoutType(child->child(0)) : nullptr;
        if (isKind(param, Kind::GenericParam) && param->number == (depth << 32 | place))
            return child;
    }
    return nullptr;
}

std::string_view factName(Fact fact)
{
    switch (fact) {
    case Fact::ConstantFunction: return "Constant Propagated Function";
    case Fact::ConstantGlobal: return "Constant Propagated Global";
    case Fact::ConstantInteger: return "Constant Propagated Integer";
    case Fact::ConstantFloat: return "Constant Propagated Float";
    case Fact::ConstantString: return "Constant Propagated String";
    case Fact::Closure: return "Closure Propagated";
    case Fact::BoxToValue: return "Value Promoted from Box";
    case Fact::BoxToStack: return "Stack Promoted from Box";
    case Fact::InOutToOut: return "InOut Converted to Out";
    case Fact::ConstantKeyPath: return "Constant Propagated KeyPath";
    case Fact::ConstantStruct: return "Constant Propagated Struct";
    case Fact::SameAsArgument: return "Same As Argument";
    default: return {};
    }
}

} // namespace

/// A, B … Z, then AB, BB …; the depth follows when it is not zero.
void Printer::printGenericParam(std::uint64_t depth, std::uint64_t place)
{
    do {
        const char letter = static_cast<char>('A' + place % 26);
        out(std::string_view(&letter, 1));
        place /= 26;
    } while (place > 0);
    if (depth != 0)
        out(depth);
}

void Printer::printSignature(const Node& signature)
{
    const auto children = signature.children();
    const auto isCount = [](const Node* child) { return child->kind == Kind::GenericParamCount; };
    const auto isMarker = [](const Node* child) {
        return child->kind == Kind::PackMarker || child->kind == Kind::ValueMarker;
    };
    const auto afterCounts = std::ranges::find_if_not(children, isCount);
    const auto requirements = std::find_if_not(afterCounts, children.end(), isMarker);
    out("<");
    for (auto level = children.begin(); level != afterCounts; ++level) {
        const auto depth = static_cast<std::uint64_t>(level - children.begin());
        out(depth > 0 ? "><" : "");
        for (std::uint64_t place = 0; place < (*level)->number && m_ok; ++place) {
            out(place > 0 ? ", " : "");
            if (place >= kMaxParams) {
                out("...");
                break;
            }
            const Node* const value = findMarker(signature, Kind::ValueMarker, depth, place);
            out(findMarker(signature, Kind::PackMarker, depth, place) != nullptr ? "each " : "");
            out(value != nullptr ? "let " : "");
            printGenericParam(depth, place);
            if (value != nullptr) {
                out(": ");
                print(value->child(1));
            }
        }
    }
    if (requirements != children.end() && (!m_style.isSimplified || m_showRequirements)) {
        out(" where ");
        for (auto next = requirements; next != children.end(); ++next) {
            out(next != requirements ? ", " : "");
            print(*next);
        }
    }
    out(">");
}

void Printer::printSpecialization(const Node& node)
{
    if (m_style.isSimplified) {
        out(m_saidSpecialized ? "" : "specialized ");
        m_saidSpecialized = true;
        return;
    }
    out(node.text);
    if (!node.text.ends_with('<')) // "representation changed of".
        return;
    std::size_t argument = 0;
    std::string_view separator;
    for (const Node* const child : node.children()) {
        if (child->kind == Kind::Text) {
            out(std::exchange(separator, ", "));
            out(child->text);
            continue;
        }
        if (child->count > 0)
            out(std::exchange(separator, ", "));
        if (child->count > 0 && node.kind == Kind::FunctionSpecialization) {
            const bool isArgument = child->kind == Kind::SpecializationParam;
            out(isArgument ? "Arg[" + std::to_string(argument) + "] = " : "Return = ");
        }
        ++argument;
        for (const Node* const part : child->children()) {
            if (part->kind == Kind::SpecializationFact)
                printFact(*part);
            else
                print(part);
        }
    }
    out("> of ");
}

void Printer::printFactFlags(std::uint64_t facts)
{
    std::string_view separator;
    for (const auto& [flag, name] : kFlags) {
        if ((facts & static_cast<std::uint64_t>(flag)) == 0)
            continue;
        out(std::exchange(separator, " and "));
        out(name);
    }
}

void Printer::printFact(const Node& node)
{
    const auto fact = static_cast<Fact>(node.number);
    if (node.number >= static_cast<std::uint64_t>(Fact::Dead)) {
        printFactFlags(node.number);
        return;
    }
    if (fact == Fact::BoxToValue || fact == Fact::BoxToStack || fact == Fact::InOutToOut) {
        out(factName(fact));
        return;
    }
    if (node.count == 0) // About the result of the function, and nobody says more.
        return;
    out("[");
    out(factName(fact));
    out(fact == Fact::SameAsArgument ? " " : " : ");
    print(node.child(0));
    if (fact == Fact::ConstantString) {
        const Node* const value = node.child(1);
        std::string_view text = value == nullptr ? std::string_view() : value->text;
        text.remove_prefix(text.starts_with('_') ? 1 : 0); // In front of what starts with a digit.
        out("'");
        out(text);
        out("'");
    } else if (fact == Fact::ConstantKeyPath) {
        out("<");
        print(node.child(1));
        out(",");
        print(node.child(2));
        out(">");
    } else if (fact == Fact::Closure) {
        // Without separators, and with one bracket for both: swift-demangle's text.
        out(", Argument Types : [");
        for (std::size_t i = 1; i < node.count && m_ok; ++i)
            print(node.child(i));
    }
    out("]");
}

} // namespace faultline::demangling::swift

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/names/llvm/llvm_demangle.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <llvm/Demangle/ItaniumDemangle.h>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace faultline::demangling {

namespace {

namespace itanium = llvm::itanium_demangle;

/// Nesting of types and expressions while parsing, and of nodes while printing; both recurse.
constexpr unsigned kMaxParseDepth = 160;
constexpr std::uint32_t kMaxPrintDepth = 1024;

/// Substitutions let a short name print as an endless one, and LLVM's output buffer has no limit.
/// So every node carries an upper estimate of what it prints, and names beyond this are not printed
/// at all.
constexpr std::uint64_t kMaxPrintEstimate = 256 * 1024;
constexpr std::uint64_t kOwnTextEstimate =
    48; // More than any node prints besides its children and names.

/// "{lambda(int)#2}" counts from one, the mangling has nothing for the first and then counts from
/// zero.
unsigned ordinalOf(std::string_view count)
{
    unsigned number = 0;
    if (count.empty())
        return 1;
    std::from_chars(count.data(), count.data() + count.size(), number);
    return number + 2;
}

void appendNumber(itanium::OutputBuffer& out, unsigned number)
{
    out += std::string_view(std::to_string(number));
}

class LambdaName final : public itanium::ClosureTypeName
{
public:
    LambdaName(itanium::NodeArray templateParams,
               const itanium::Node* requires1,
               itanium::NodeArray params,
               const itanium::Node* requires2,
               std::string_view count)
        : ClosureTypeName(templateParams, requires1, params, requires2, count), m_params(params),
          m_count(count)
    {
    }

    void printLeft(itanium::OutputBuffer& out) const override
    {
        out += "{lambda(";
        m_params.printWithComma(out);
        out += ")#";
        appendNumber(out, ordinalOf(m_count));
        out += "}";
    }

private:
    itanium::NodeArray m_params;
    std::string_view m_count;
};

class UnnamedType final : public itanium::UnnamedTypeName
{
public:
    explicit UnnamedType(std::string_view count) : UnnamedTypeName(count), m_count(count) {}

    void printLeft(itanium::OutputBuffer& out) const override
    {
        out += "{unnamed type#";
        appendNumber(out, ordinalOf(m_count));
        out += "}";
    }

private:
    std::string_view m_count;
};

/// "(unsigned int)8" for what LLVM writes as "8u"; an int has neither.
class CastLiteral final : public itanium::IntegerLiteral
{
public:
    CastLiteral(std::string_view type, std::string_view value)
        : IntegerLiteral(type, value), m_type(type), m_value(value)
    {
    }

    void printLeft(itanium::OutputBuffer& out) const override
    {
        const std::string_view spelled = m_type == "u"     ? "unsigned int"
                                         : m_type == "l"   ? "long"
                                         : m_type == "ul"  ? "unsigned long"
                                         : m_type == "ll"  ? "long long"
                                         : m_type == "ull" ? "unsigned long long"
                                                           : m_type;
        if (!spelled.empty()) {
            out += "(";
            out += spelled;
            out += ")";
        }
        if (m_value.starts_with('n')) {
            out += "-";
            out += m_value.substr(1);
        } else {
            out += m_value;
        }
    }

private:
    std::string_view m_type;
    std::string_view m_value;
};

/// "f() [clone .isra.0] [clone .cold]" for the suffix ".isra.0.cold".
class CloneSuffix final : public itanium::Node
{
public:
    CloneSuffix(const itanium::Node* prefix, std::string_view suffix)
        : Node(KDotSuffix), m_prefix(prefix), m_suffix(suffix)
    {
    }

    void printLeft(itanium::OutputBuffer& out) const override
    {
        m_prefix->print(out);
        std::string_view rest = m_suffix;
        while (!rest.empty()) {
            // A dot before a digit still belongs to the word before it.
            std::size_t length = 1;
            while (length < rest.size() &&
                   (rest[length] != '.' || (length + 1 < rest.size() && isDigit(rest[length + 1]))))
                ++length;
            out += " [clone ";
            out += rest.substr(0, length);
            out += "]";
            rest.remove_prefix(length);
        }
    }

private:
    static bool isDigit(char c) { return c >= '0' && c <= '9'; }

    const itanium::Node* m_prefix;
    std::string_view m_suffix;
};

/// Makes the parser's nodes: measures them, and puts our spelling in the place of LLVM's.
class NodeMaker
{
public:
    void reset() {}

    template <class T, class... Args>
    itanium::Node* makeNode(Args&&... args)
    {
        const Size size = sizeOf<T>(args...);
        m_total.estimate = std::max(m_total.estimate, size.estimate);
        m_total.depth = std::max(m_total.depth, size.depth);
        if constexpr (std::is_same_v<T, itanium::FunctionEncoding>)
            return makeWithoutReturnType(size, std::forward<Args>(args)...);
        else if constexpr (std::is_same_v<T, itanium::ClosureTypeName>)
            return place<LambdaName>(size, std::forward<Args>(args)...);
        else if constexpr (std::is_same_v<T, itanium::UnnamedTypeName>)
            return place<UnnamedType>(size, std::forward<Args>(args)...);
        else if constexpr (std::is_same_v<T, itanium::SpecialSubstitution>)
            return makeStandard(size, args...);
        else if constexpr (std::is_same_v<T, itanium::IntegerLiteral>)
            return place<CastLiteral>(size, std::forward<Args>(args)...);
        else if constexpr (std::is_same_v<T, itanium::DotSuffix>)
            return place<CloneSuffix>(size, std::forward<Args>(args)...);
        else
            return place<T>(size, std::forward<Args>(args)...);
    }

    void* allocateNodeArray(std::size_t count) { return allocate(count * sizeof(itanium::Node*)); }

    bool isPrintable() const
    {
        // The size of a forward reference is unknown when it is made. In a small name it is
        // harmless.
        const std::uint64_t limit =
            m_forwardReferences == 0 ? kMaxPrintEstimate : kMaxPrintEstimate / 32;
        return m_total.estimate <= limit && m_total.depth <= kMaxPrintDepth &&
               m_forwardReferences <= 1;
    }

private:
    struct Size
    {
        std::uint64_t estimate = 0;
        std::uint32_t depth = 0;
    };

    /// In front of every node.
    struct alignas(std::max_align_t) Prefix
    {
        Size size;
    };

    template <class T, class... Args>
    Size sizeOf(const Args&... args)
    {
        Size size{kOwnTextEstimate, 1};
        (add(size, args), ...);
        if constexpr (std::is_same_v<T, itanium::ParameterPack> ||
                      std::is_same_v<T, itanium::TemplateArgumentPack>)
            (notePack(args), ...);
        if constexpr (std::is_same_v<T, itanium::ParameterPackExpansion>) // Prints its child once
                                                                          // per element.
            size.estimate *= m_longestPack;
        if constexpr (std::is_same_v<T, itanium::ForwardTemplateReference>)
            ++m_forwardReferences;
        size.estimate = std::min(size.estimate,
                                 std::uint64_t{1} << 32); // Sums of few such numbers cannot wrap.
        return size;
    }

    template <class Arg>
    static void add(Size& size, const Arg& arg)
    {
        if constexpr (std::is_convertible_v<Arg, const itanium::Node*>) {
            if constexpr (!std::is_same_v<Arg, std::nullptr_t>)
                addNode(size, arg);
        } else if constexpr (std::is_same_v<Arg, itanium::NodeArray>) {
            for (const itanium::Node* node : arg)
                addNode(size, node);
        } else if constexpr (std::is_convertible_v<Arg, std::string_view>) {
            size.estimate += std::string_view(arg).size();
        }
    }

    static void addNode(Size& size, const itanium::Node* node)
    {
        if (node == nullptr)
            return;
        const void* const place = node;
        const auto* const prefix = std::launder(static_cast<const Prefix*>(place)) - 1;
        size.estimate += prefix->size.estimate;
        size.depth = std::max(size.depth, prefix->size.depth + 1);
    }

    template <class Arg>
    void notePack(const Arg& arg)
    {
        if constexpr (std::is_same_v<Arg, itanium::NodeArray>)
            m_longestPack = std::max<std::uint64_t>(m_longestPack, arg.size());
    }

    template <class Return, class... Rest>
    itanium::Node* makeWithoutReturnType(const Size& size, Return&&, Rest&&... rest)
    {
        return place<itanium::FunctionEncoding>(size, nullptr, std::forward<Rest>(rest)...);
    }

    /// The names of streams are written in full, that of the string is not.
    itanium::Node* makeStandard(Size size, itanium::SpecialSubKind kind)
    {
        constexpr std::uint64_t kLongestStream = 64;
        size.estimate += kLongestStream;
        const bool isStream = kind == itanium::SpecialSubKind::istream ||
                              kind == itanium::SpecialSubKind::ostream ||
                              kind == itanium::SpecialSubKind::iostream;
        if (isStream)
            return place<itanium::ExpandedSpecialSubstitution>(size, kind);
        return place<itanium::SpecialSubstitution>(size, kind);
    }

    template <class T, class... Args>
    T* place(const Size& size, Args&&... args)
    {
        auto* const memory = static_cast<std::byte*>(allocate(sizeof(Prefix) + sizeof(T)));
        new (memory) Prefix{size};
        return new (memory + sizeof(Prefix)) T(std::forward<Args>(args)...);
    }

    void* allocate(std::size_t bytes)
    {
        constexpr std::size_t kBlockBytes = 8 * 1024;
        constexpr std::size_t kUnit = alignof(std::max_align_t);
        bytes =
            std::max((bytes + kUnit - 1) / kUnit * kUnit, kUnit); // An empty array has a place too.
        if (bytes > m_left) {
            const std::size_t block = std::max(bytes, kBlockBytes);
            m_blocks.push_back(std::make_unique_for_overwrite<std::max_align_t[]>(
                block / sizeof(std::max_align_t) + 1));
            void* const first = m_blocks.back().get();
            m_next = static_cast<std::byte*>(first);
            m_left = block;
        }
        void* const memory = m_next;
        m_next += bytes;
        m_left -= bytes;
        return memory;
    }

    std::vector<std::unique_ptr<std::max_align_t[]>> m_blocks;
    std::byte* m_next = nullptr;
    std::size_t m_left = 0;
    Size m_total;
    std::uint64_t m_longestPack = 1;
    unsigned m_forwardReferences = 0;
};

/// LLVM's parser with a floor under its recursion: all its cycles go through one of these four.
class BoundedParser : public itanium::AbstractManglingParser<BoundedParser, NodeMaker>
{
public:
    using Base = itanium::AbstractManglingParser<BoundedParser, NodeMaker>;
    using Base::Base;

    itanium::Node* parseType()
    {
        return bounded([this] { return Base::parseType(); });
    }

    itanium::Node* parseExpr()
    {
        return bounded([this] { return Base::parseExpr(); });
    }

    itanium::Node* parseTemplateArg()
    {
        return bounded([this] { return Base::parseTemplateArg(); });
    }

    itanium::Node* parseEncoding(bool parseParams = true)
    {
        return bounded([this, parseParams] { return Base::parseEncoding(parseParams); });
    }

    itanium::Node* parseName(NameState* state = nullptr)
    {
        auto* const name = Base::parseName(state);
        if (state != nullptr)
            m_arguments.assign(OuterTemplateParams.begin(), OuterTemplateParams.end());
        return name;
    }

    /// LLVM drops a local entity's template arguments at the end of its name, but the types of its
    /// parameters still refer to them: generic lambdas such as "_ZZ4mainENK3$_0clIiEEDaPT_".
    itanium::Node* parseLocalName(NameState* state)
    {
        m_arguments.clear();
        auto* const name = Base::parseLocalName(state);
        if (name != nullptr && state != nullptr && !m_arguments.empty()) {
            TemplateParams.clear();
            TemplateParams.push_back(&OuterTemplateParams);
            OuterTemplateParams.clear();
            for (auto* const argument : m_arguments)
                OuterTemplateParams.push_back(argument);
        }
        return name;
    }

    bool isPrintable() const { return ASTAllocator.isPrintable(); }

private:
    template <class Parse>
    itanium::Node* bounded(const Parse& parse)
    {
        if (m_depth == kMaxParseDepth)
            return nullptr;
        ++m_depth;
        itanium::Node* const node = parse();
        --m_depth;
        return node;
    }

    unsigned m_depth = 0;
    std::vector<itanium::Node*> m_arguments; // Of the name read last that has a state.
};

/// cpp_demangle closes nested templates the old way, "a<b<c> >"; operators keep their letters.
std::string withSpacedTemplateEnds(std::string_view text)
{
    constexpr std::string_view kOperator = "operator";
    std::string spaced;
    spaced.reserve(text.size() + 16);
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool closesAnother = text[i] == '>' && i > 0 && text[i - 1] == '>';
        if (closesAnother && !(i > 1 && text[i - 2] == ' ') &&
            !text.substr(0, i - 1).ends_with(kOperator))
            spaced.push_back(' ');
        spaced.push_back(text[i]);
    }
    return spaced;
}

} // namespace

std::optional<std::string> demangleItanium(std::string_view name)
{
    if (name.size() > kMaxMangledBytes)
        return std::nullopt;
    BoundedParser parser(name.data(), name.data() + name.size());
    const itanium::Node* const tree = parser.parse();
    if (tree == nullptr || !parser.isPrintable())
        return std::nullopt;
    itanium::OutputBuffer out;
    tree->print(out);
    std::string text = withSpacedTemplateEnds(std::string_view(out));
    std::free(out.getBuffer());
    return withinLimits(std::move(text));
}

} // namespace faultline::demangling

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/formats/names/llvm/llvm_demangle.h"
#include "core/formats/names/rust/rust_name.h"
#include "core/formats/names/rust/rust_v0_input.h"

#include <array>
#include <cstdint>

namespace faultline::demangling {

namespace {

/// Back references can describe an endless name in a few bytes, so work is limited in addition to
/// output and depth.
constexpr unsigned kMaxSteps = 20'000;
constexpr unsigned kMaxDepth = 128;

/// Basic types by their letter. Source: RFC 2603, "basic-type".
constexpr std::array<std::string_view, 26> kBasicTypes{
    "i8",   "bool", "char", "f64", "str", "f32", "",    "u8", "isize", "usize", "",    "i32", "u32",
    "i128", "u128", "_",    "",    "",    "i16", "u16", "()", "...",   "",      "i64", "u64", "!"};

std::string_view basicType(char letter)
{
    return letter >= 'a' && letter <= 'z' ? kBasicTypes[static_cast<std::size_t>(letter - 'a')]
                                          : std::string_view();
}

/// A character in UTF-8; absent when the number is no Unicode scalar value.
std::optional<std::string> utf8Of(std::uint64_t value)
{
    const bool isSurrogate = value >= 0xd800 && value < 0xe000;
    if (isSurrogate || value > 0x10'ffff)
        return std::nullopt;
    std::string text;
    appendCodePoint(text, static_cast<std::uint32_t>(value));
    return text;
}

/// How Rust's Debug writes a byte of ASCII in a literal; absent when it stands for itself.
std::optional<std::string> escapeOf(char c, char quote)
{
    switch (c) {
    case '\0': return "\\0";
    case '\t': return "\\t";
    case '\r': return "\\r";
    case '\n': return "\\n";
    case '\\': return "\\\\";
    default: break;
    }
    if (c == quote)
        return std::string{'\\', c};
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7f ? std::optional("\\u{" + faultline::hexDigits(byte) + "}")
                                       : std::nullopt;
}

/// A literal as Rust's Debug writes it; absent when the text is not UTF-8.
std::optional<std::string> debugLiteral(std::string_view text, char quote)
{
    if (!isValidUtf8(text))
        return std::nullopt;
    std::string literal{quote};
    for (const char c : text) {
        if (const auto escape = escapeOf(c, quote))
            literal += *escape;
        else
            literal += c;
    }
    return literal + quote;
}

/// Recursive descent that prints as it reads; the names of the functions are the grammar's (RFC
/// 2603). After the first failure everything is a no-op.
class Printer
{
public:
    explicit Printer(std::string_view mangled) : m_in(mangled) {}

    std::optional<std::string> run()
    {
        path(InValue::Yes);
        if (m_in.peek() >= 'A' && m_in.peek() <= 'Z') {
            m_silent = true; // The crate that instantiated a generic function.
            path(InValue::No);
        }
        if (!m_in.ok() || !m_in.atEnd())
            return std::nullopt;
        return std::move(m_out);
    }

private:
    enum class InValue : bool { No, Yes };

    // Output.
    void print(std::string_view text)
    {
        if (!m_in.ok() || m_silent)
            return;
        m_out += text;
        if (m_out.size() > kMaxOutputBytes)
            m_in.fail();
    }

    // Grammar.
    void path(InValue inValue);
    void nestedPath(InValue inValue);
    void implPath();
    void genericArguments();
    void genericArgument();
    void type();
    void compositeType(char tag);
    void reference(std::string_view keyword);
    void tuple();
    void functionType();
    void dynType();
    bool dynTrait();
    void constant(InValue inValue);
    void scalar(char typeLetter);
    void stringLiteral();
    void referenceConstant(char tag);
    void compositeConstant(char tag);
    void recordConstant();
    std::string_view hexDigits();
    void lifetime(std::uint64_t index);
    std::uint64_t binder();

    template <class Body>
    void backReference(const Body& body)
    {
        const std::size_t here = m_in.position() - 1;
        const std::uint64_t target = m_in.base62();
        if (!m_in.ok() || target >= here) {
            m_in.fail();
            return;
        }
        const std::size_t after = m_in.position();
        m_in.seek(static_cast<std::size_t>(target));
        body();
        m_in.seek(after);
    }

    template <class Item>
    std::size_t list(const Item& item)
    {
        std::size_t count = 0;
        for (; m_in.ok() && !m_in.accept('E'); ++count) {
            if (count > 0)
                print(", ");
            item();
        }
        return count;
    }

    /// Guards every production that can contain itself.
    class Step
    {
    public:
        explicit Step(Printer& printer) : m_printer(printer)
        {
            if (++printer.m_depth > kMaxDepth || ++printer.m_steps > kMaxSteps)
                printer.m_in.fail();
        }

        ~Step() { --m_printer.m_depth; }

        Step(const Step&) = delete;
        Step& operator=(const Step&) = delete;

    private:
        Printer& m_printer;
    };

    RustV0Input m_in;
    std::string m_out;
    std::uint64_t m_boundLifetimes = 0;
    unsigned m_depth = 0;
    unsigned m_steps = 0;
    bool m_silent = false;
};

void Printer::path(InValue inValue)
{
    const Step step(*this);
    switch (m_in.take()) {
    case 'C': print(m_in.identifier().text); break;
    case 'N': nestedPath(inValue); break;
    case 'M':
        implPath();
        print("<");
        type();
        print(">");
        break;
    case 'X': implPath(); [[fallthrough]];
    case 'Y':
        print("<");
        type();
        print(" as ");
        path(InValue::No);
        print(">");
        break;
    case 'I':
        path(inValue);
        print(inValue == InValue::Yes ? "::<" : "<");
        genericArguments();
        print(">");
        break;
    case 'B': backReference([&] { path(inValue); }); break;
    default: m_in.fail();
    }
}

void Printer::nestedPath(InValue inValue)
{
    const char space = m_in.take();
    path(inValue);
    const auto name = m_in.identifier();
    if (space >= 'a' && space <= 'z') {
        if (!name.text.empty())
            print("::" + name.text);
        return;
    }
    // Upper-case namespaces are made by the compiler.
    if (space < 'A' || space > 'Z') {
        m_in.fail();
        return;
    }
    print("::{");
    print(space == 'C'   ? std::string("closure")
          : space == 'S' ? std::string("shim")
                         : std::string(1, space));
    if (!name.text.empty())
        print(":" + name.text);
    print("#" + std::to_string(name.disambiguator) + "}");
}

/// The place of the impl, which readers of the name do not need.
void Printer::implPath()
{
    m_in.optionalBase62('s');
    const bool wasSilent = m_silent;
    m_silent = true;
    path(InValue::No);
    m_silent = wasSilent;
}

void Printer::genericArguments()
{
    list([this] { genericArgument(); });
}

void Printer::genericArgument()
{
    if (m_in.accept('L'))
        lifetime(m_in.base62());
    else if (m_in.accept('K'))
        constant(InValue::No);
    else
        type();
}

void Printer::type()
{
    const Step step(*this);
    const char tag = m_in.peek();
    if (const std::string_view basic = basicType(tag); !basic.empty()) {
        m_in.take();
        print(basic);
    } else if (tag != '\0' && std::string_view("CNMXYI").find(tag) != std::string_view::npos) {
        path(InValue::No);
    } else {
        compositeType(m_in.take());
    }
}

void Printer::compositeType(char tag)
{
    switch (tag) {
    case 'A':
        print("[");
        type();
        print("; ");
        constant(InValue::Yes);
        print("]");
        break;
    case 'S':
        print("[");
        type();
        print("]");
        break;
    case 'T': tuple(); break;
    case 'R': reference(""); break;
    case 'Q': reference("mut "); break;
    case 'P':
        print("*const ");
        type();
        break;
    case 'O':
        print("*mut ");
        type();
        break;
    case 'F': functionType(); break;
    case 'D': dynType(); break;
    case 'B': backReference([this] { type(); }); break;
    default: m_in.fail();
    }
}

void Printer::reference(std::string_view keyword)
{
    print("&");
    if (m_in.accept('L')) {
        if (const std::uint64_t index = m_in.base62(); index != 0) {
            lifetime(index);
            print(" ");
        }
    }
    print(keyword);
    type();
}

void Printer::tuple()
{
    print("(");
    const std::size_t count = list([this] { type(); });
    print(count == 1 ? ",)" : ")");
}

void Printer::functionType()
{
    const std::uint64_t bound = binder();
    if (m_in.accept('U'))
        print("unsafe ");
    if (m_in.accept('K')) {
        std::string abi = m_in.accept('C') ? "C" : m_in.identifier().text;
        for (char& c : abi)
            c = c == '_' ? '-' : c;
        print("extern \"" + abi + "\" ");
    }
    print("fn(");
    list([this] { type(); });
    print(")");
    if (!m_in.accept('u')) { // The unit type is not written.
        print(" -> ");
        type();
    }
    m_boundLifetimes -= bound;
}

void Printer::dynType()
{
    print("dyn ");
    const std::uint64_t bound = binder();
    for (std::size_t count = 0; m_in.ok() && !m_in.accept('E'); ++count) {
        if (count > 0)
            print(" + ");
        if (dynTrait())
            print(">");
    }
    m_boundLifetimes -= bound;
    if (!m_in.accept('L'))
        m_in.fail();
    if (const std::uint64_t index = m_in.base62(); index != 0) {
        print(" + ");
        lifetime(index);
    }
}

/// A trait with its associated types, which go into the trait's own angle brackets. True when these
/// are still open.
bool Printer::dynTrait()
{
    const Step step(*this);
    bool open = false;
    if (m_in.accept('B')) {
        backReference([&] { open = dynTrait(); });
    } else if (m_in.accept('I')) {
        path(InValue::No);
        print("<");
        genericArguments();
        open = true;
    } else {
        path(InValue::No);
    }
    while (m_in.ok() && m_in.accept('p')) {
        print(open ? ", " : "<");
        open = true;
        print(m_in.identifier().text + " = ");
        type();
    }
    return open;
}

/// Values of structures are in braces unless they are a part of another value, as in Rust's source.
/// Source: the reference of rustc, "v0 Symbol Format", const.
void Printer::constant(InValue inValue)
{
    const Step step(*this);
    if (m_in.accept('B'))
        return backReference([this, inValue] { constant(inValue); });
    if (m_in.accept('p'))
        return print("_");
    const char tag = m_in.take();
    if (tag == 'R' && m_in.accept('e'))
        return stringLiteral();
    if (tag == '\0' || std::string_view("eRQATV").find(tag) == std::string_view::npos)
        return scalar(tag);
    print(inValue == InValue::Yes ? "" : "{");
    compositeConstant(tag);
    print(inValue == InValue::Yes ? "" : "}");
}

void Printer::compositeConstant(char tag)
{
    const auto value = [this] { constant(InValue::Yes); };
    switch (tag) {
    case 'e': // A literal has the type &str, so the str itself is what it refers to.
        print("*");
        stringLiteral();
        break;
    case 'A':
        print("[");
        list(value);
        print("]");
        break;
    case 'T': {
        print("(");
        const auto count = list(value);
        print(count == 1 ? ",)" : ")");
        break;
    }
    case 'V': recordConstant(); break;
    default: referenceConstant(tag);
    }
}

void Printer::referenceConstant(char tag)
{
    print(tag == 'Q' ? "&mut " : "&");
    constant(InValue::Yes);
}

/// A variant or a structure: without fields, with numbered ones, or with named ones.
void Printer::recordConstant()
{
    path(InValue::Yes);
    switch (m_in.take()) {
    case 'U': break;
    case 'T':
        print("(");
        list([this] { constant(InValue::Yes); });
        print(")");
        break;
    case 'S':
        print(" { ");
        list([this] {
            print(m_in.identifier().text + ": ");
            constant(InValue::Yes);
        });
        print(" }");
        break;
    default: m_in.fail();
    }
}

/// The digits before '_'.
std::string_view Printer::hexDigits()
{
    const std::size_t begin = m_in.position();
    while (hexValue(m_in.peek()) >= 0)
        m_in.take();
    const std::string_view digits = m_in.since(begin);
    if (!m_in.accept('_'))
        m_in.fail();
    return digits;
}

void Printer::stringLiteral()
{
    const auto digits = hexDigits();
    std::string bytes;
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
        bytes += static_cast<char>(hexValue(digits[i]) * 16 + hexValue(digits[i + 1]));
    const auto literal = digits.size() % 2 == 0 ? debugLiteral(bytes, '"') : std::nullopt;
    if (!literal)
        return m_in.fail();
    print(*literal);
}

void Printer::scalar(char typeLetter)
{
    const bool isNegative = m_in.accept('n');
    const auto digits = hexDigits();
    const auto value = digits.empty() ? std::optional<std::uint64_t>(0) : parseHex(digits);
    if (typeLetter == 'b' && value && *value < 2) {
        print(*value == 1 ? "true" : "false");
    } else if (typeLetter == 'c') {
        const auto text = value ? utf8Of(*value) : std::nullopt;
        const auto literal = text ? debugLiteral(*text, '\'') : std::nullopt;
        literal ? print(*literal) : m_in.fail();
    } else if (std::string_view("ahilmnostxyj").find(typeLetter) != std::string_view::npos) {
        print(isNegative ? "-" : "");
        print(value ? std::to_string(*value) : "0x" + std::string(digits));
    } else {
        m_in.fail();
    }
}

std::uint64_t Printer::binder()
{
    const std::uint64_t count = m_in.optionalBase62('G');
    if (count == 0)
        return 0;
    if (count > kMaxDepth) {
        m_in.fail();
        return 0;
    }
    print("for<");
    for (std::uint64_t i = 0; i < count; ++i) {
        if (i > 0)
            print(", ");
        ++m_boundLifetimes;
        lifetime(1);
    }
    print("> ");
    return count;
}

/// Counted from the innermost binder outward, from one; zero is an erased lifetime.
void Printer::lifetime(std::uint64_t index)
{
    if (index == 0)
        return print("'_");
    if (index > m_boundLifetimes) {
        m_in.fail();
        return;
    }
    const std::uint64_t number = m_boundLifetimes - index;
    if (number < 26)
        print("'" + std::string(1, static_cast<char>('a' + number)));
    else
        print("'_" + std::to_string(number));
}

} // namespace

std::optional<std::string> demangleRustV0(std::string_view name)
{
    std::string_view rest = name;
    while (rest.starts_with('_') && name.size() - rest.size() < 2)
        rest.remove_prefix(1);
    if (!rest.starts_with('R') || rest.size() == name.size())
        return std::nullopt;
    rest.remove_prefix(1);
    // ".llvm.…" and other compilers' notes; "$tlv$init" of thread locals on macOS.
    const std::size_t suffix = std::min(rest.find_first_of(".$"), rest.size());
    return Printer(rest.substr(0, suffix)).run();
}

} // namespace faultline::demangling

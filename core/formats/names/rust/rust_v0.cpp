// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
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
    void constant();
    void constantData(char typeLetter);
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
        constant();
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
        constant();
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

void Printer::constant()
{
    const Step step(*this);
    if (m_in.accept('B'))
        backReference([this] { constant(); });
    else if (m_in.accept('p'))
        print("_");
    else
        constantData(m_in.take());
}

void Printer::constantData(char typeLetter)
{
    const bool isNegative = m_in.accept('n');
    const std::size_t begin = m_in.position();
    while (hexValue(m_in.peek()) >= 0)
        m_in.take();
    const std::string_view digits = m_in.since(begin);
    if (!m_in.accept('_')) {
        m_in.fail();
        return;
    }
    const auto value = digits.empty() ? std::optional<std::uint64_t>(0) : parseHex(digits);
    if (typeLetter == 'b' && value && *value < 2) {
        print(*value == 1 ? "true" : "false");
    } else if (typeLetter == 'c' && value && *value >= 0x20 && *value < 0x7f) {
        print("'" + std::string(1, static_cast<char>(*value)) + "'");
    } else if (std::string_view("ahilmnostxyjc").find(typeLetter) != std::string_view::npos) {
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
    const std::size_t suffix =
        std::min(rest.find('.'), rest.size()); // ".llvm.…" and other compilers' notes.
    return Printer(rest.substr(0, suffix)).run();
}

} // namespace faultline::demangling

#include "core/base/hex.h"
#include "core/formats/demangle/llvm_demangle.h"
#include "core/formats/demangle/punycode.h"
#include "core/formats/demangle/rust_name.h"

#include <array>
#include <cstdint>

namespace faultline::demangling {

namespace {

/// Back references can describe an endless name in a few bytes, so work is counted besides output
/// and depth.
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
    explicit Printer(std::string_view mangled) : m_input(mangled) {}

    std::optional<std::string> run()
    {
        path(InValue::Yes);
        if (m_ok && m_position < m_input.size() && m_input[m_position] >= 'A' &&
            m_input[m_position] <= 'Z') {
            m_silent = true; // The crate that instantiated a generic function.
            path(InValue::No);
        }
        if (!m_ok || m_position != m_input.size())
            return std::nullopt;
        return std::move(m_out);
    }

private:
    enum class InValue : bool { No, Yes };

    struct Identifier
    {
        std::uint64_t disambiguator = 0;
        std::string text;
    };

    // Input.
    char peek() const { return m_ok && m_position < m_input.size() ? m_input[m_position] : '\0'; }

    char take()
    {
        const char c = peek();
        if (c == '\0')
            m_ok = false;
        else
            ++m_position;
        return c;
    }

    bool accept(char c)
    {
        if (peek() != c)
            return false;
        ++m_position;
        return true;
    }

    std::uint64_t base62();

    std::uint64_t optionalBase62(char tag) { return accept(tag) ? base62() + 1 : 0; }

    Identifier identifier();

    // Output.
    void print(std::string_view text)
    {
        if (!m_ok || m_silent)
            return;
        m_out += text;
        if (m_out.size() > kMaxOutputBytes)
            m_ok = false;
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
        const std::size_t here = m_position - 1;
        const std::uint64_t target = base62();
        if (!m_ok || target >= here) {
            m_ok = false;
            return;
        }
        const std::size_t behind = m_position;
        m_position = static_cast<std::size_t>(target);
        body();
        m_position = behind;
    }

    template <class Item>
    std::size_t list(const Item& item)
    {
        std::size_t count = 0;
        for (; m_ok && !accept('E'); ++count) {
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
                printer.m_ok = false;
        }

        ~Step() { --m_printer.m_depth; }

        Step(const Step&) = delete;
        Step& operator=(const Step&) = delete;

    private:
        Printer& m_printer;
    };

    std::string_view m_input; // Behind "_R"; back references count from here.
    std::size_t m_position = 0;
    std::string m_out;
    std::uint64_t m_boundLifetimes = 0;
    unsigned m_depth = 0;
    unsigned m_steps = 0;
    bool m_silent = false;
    bool m_ok = true;
};

std::uint64_t Printer::base62()
{
    constexpr auto kMax = ~std::uint64_t{0};
    if (accept('_'))
        return 0;
    std::uint64_t value = 0;
    while (!accept('_')) {
        const char c = take();
        const bool isDigit = c >= '0' && c <= '9';
        const bool isLower = c >= 'a' && c <= 'z';
        const bool isUpper = c >= 'A' && c <= 'Z';
        const int digit = isDigit ? c - '0' : isLower ? c - 'a' + 10 : c - 'A' + 36;
        if ((!isDigit && !isLower && !isUpper) || value > (kMax - 63) / 62) {
            m_ok = false;
            return 0;
        }
        value = value * 62 + static_cast<std::uint64_t>(digit);
    }
    return value + 1;
}

Printer::Identifier Printer::identifier()
{
    Identifier identifier;
    identifier.disambiguator = optionalBase62('s');
    const bool isPunycode = accept('u');
    std::size_t length = 0;
    if (peek() < '0' || peek() > '9')
        m_ok = false;
    if (!accept('0')) {
        while (peek() >= '0' && peek() <= '9' && length <= m_input.size())
            length = length * 10 + static_cast<std::size_t>(take() - '0');
    }
    accept('_');
    if (!m_ok || length > m_input.size() - m_position) {
        m_ok = false;
        return identifier;
    }
    identifier.text = m_input.substr(m_position, length);
    m_position += length;
    if (isPunycode) {
        auto decoded = decodePunycode(identifier.text, '_');
        m_ok = decoded.has_value();
        identifier.text = std::move(decoded).value_or("");
    }
    return identifier;
}

void Printer::path(InValue inValue)
{
    const Step step(*this);
    switch (take()) {
    case 'C': print(identifier().text); break;
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
    default: m_ok = false;
    }
}

void Printer::nestedPath(InValue inValue)
{
    const char space = take();
    path(inValue);
    const Identifier name = identifier();
    if (space >= 'a' && space <= 'z') {
        if (!name.text.empty())
            print("::" + name.text);
        return;
    }
    // Upper-case namespaces are made by the compiler.
    if (space < 'A' || space > 'Z') {
        m_ok = false;
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

/// Where the impl stands; a reader of the name does not need it.
void Printer::implPath()
{
    optionalBase62('s');
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
    if (accept('L'))
        lifetime(base62());
    else if (accept('K'))
        constant();
    else
        type();
}

void Printer::type()
{
    const Step step(*this);
    const char tag = peek();
    if (const std::string_view basic = basicType(tag); !basic.empty()) {
        ++m_position;
        print(basic);
    } else if (tag != '\0' && std::string_view("CNMXYI").find(tag) != std::string_view::npos) {
        path(InValue::No);
    } else {
        compositeType(take());
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
    default: m_ok = false;
    }
}

void Printer::reference(std::string_view keyword)
{
    print("&");
    if (accept('L')) {
        if (const std::uint64_t index = base62(); index != 0) {
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
    if (accept('U'))
        print("unsafe ");
    if (accept('K')) {
        std::string abi = accept('C') ? "C" : identifier().text;
        for (char& c : abi)
            c = c == '_' ? '-' : c;
        print("extern \"" + abi + "\" ");
    }
    print("fn(");
    list([this] { type(); });
    print(")");
    if (!accept('u')) { // The unit type is not written.
        print(" -> ");
        type();
    }
    m_boundLifetimes -= bound;
}

void Printer::dynType()
{
    print("dyn ");
    const std::uint64_t bound = binder();
    for (std::size_t count = 0; m_ok && !accept('E'); ++count) {
        if (count > 0)
            print(" + ");
        if (dynTrait())
            print(">");
    }
    m_boundLifetimes -= bound;
    if (!accept('L'))
        m_ok = false;
    if (const std::uint64_t index = base62(); index != 0) {
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
    if (accept('B')) {
        backReference([&] { open = dynTrait(); });
    } else if (accept('I')) {
        path(InValue::No);
        print("<");
        genericArguments();
        open = true;
    } else {
        path(InValue::No);
    }
    while (m_ok && accept('p')) {
        print(open ? ", " : "<");
        open = true;
        print(identifier().text + " = ");
        type();
    }
    return open;
}

void Printer::constant()
{
    const Step step(*this);
    if (accept('B'))
        backReference([this] { constant(); });
    else if (accept('p'))
        print("_");
    else
        constantData(take());
}

void Printer::constantData(char typeLetter)
{
    const bool isNegative = accept('n');
    const std::size_t begin = m_position;
    while (hexValue(peek()) >= 0)
        ++m_position;
    const std::string_view digits =
        m_ok ? m_input.substr(begin, m_position - begin) : std::string_view();
    if (!accept('_')) {
        m_ok = false;
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
        m_ok = false;
    }
}

std::uint64_t Printer::binder()
{
    const std::uint64_t count = optionalBase62('G');
    if (count == 0)
        return 0;
    if (count > kMaxDepth) {
        m_ok = false;
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
        m_ok = false;
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

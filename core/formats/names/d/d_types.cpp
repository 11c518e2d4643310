// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/names/d/d_printer.h"

#include <algorithm>
#include <array>

namespace faultline::demangling {

namespace {

/// Basic types by their letter. Source: dlang.org/spec/abi.html, "Type Mangling".
constexpr std::array<std::string_view, 26> kBasicTypes{
    "char",  "bool",   "creal", "double", "real",         "float",  "byte",    "ubyte",  "int",
    "ireal", "uint",   "long",  "ulong",  "typeof(null)", "ifloat", "idouble", "cfloat", "cdouble",
    "short", "ushort", "wchar", "void",   "dchar",        "",       "",        ""};

std::string_view basicType(char letter)
{
    return letter >= 'a' && letter <= 'z' ? kBasicTypes[static_cast<std::size_t>(letter - 'a')]
                                          : std::string_view();
}

struct CodeText
{
    char code;
    std::string_view text;
};

constexpr std::array kCallConventions{
    CodeText{'F', ""},
    CodeText{'U', "extern(C) "},
    CodeText{'W', "extern(Windows) "},
    CodeText{'V', "extern(Pascal) "},
    CodeText{'R', "extern(C++) "},
    CodeText{'Y', "extern(Objective-C) "},
};

/// Follow "N". Other letters after it begin a parameter's type.
constexpr std::array kFunctionAttributes{
    CodeText{'a', "pure "},      CodeText{'b', "nothrow "},  CodeText{'c', "ref "},
    CodeText{'d', "@property "}, CodeText{'e', "@trusted "}, CodeText{'f', "@safe "},
    CodeText{'i', "@nogc "},     CodeText{'j', "return "},   CodeText{'l', "scope "},
    CodeText{'m', "@live "},
};

template <std::size_t kSize>
const CodeText* find(const std::array<CodeText, kSize>& table, char code)
{
    const auto* const found = std::ranges::find(table, code, &CodeText::code);
    return found == table.end() ? nullptr : found;
}

} // namespace

void DPrinter::type()
{
    const Step step(*this);
    if (atFunctionType()) {
        functionType();
        return print("function");
    }
    const char code = m_in.take();
    if (const auto basic = basicType(code); !basic.empty())
        return print(basic);
    switch (code) {
    case 'O': return wrappedType("shared");
    case 'x': return wrappedType("const");
    case 'y': return wrappedType("immutable");
    case 'N': return extendedType();
    case 'A': type(); return print("[]");
    case 'G': return staticArray();
    case 'H': return associativeArray();
    case 'P': return pointer();
    case 'D': return delegateType();
    case 'B': return tuple();
    case 'Q': return typeBackReference(&DPrinter::type);
    case 'C':
    case 'S':
    case 'E':
    case 'T':
    case 'I': return qualifiedName(ShowModifiers::No);
    case 'z': return wideInteger();
    default: m_in.fail();
    }
}

void DPrinter::wideInteger()
{
    switch (m_in.take()) {
    case 'i': return print("cent");
    case 'k': return print("ucent");
    default: m_in.fail();
    }
}

void DPrinter::wrappedType(std::string_view keyword)
{
    print(keyword);
    print('(');
    type();
    print(')');
}

void DPrinter::extendedType()
{
    switch (m_in.take()) {
    case 'g': return wrappedType("inout");
    case 'h': return wrappedType("__vector");
    case 'n': return print("noreturn");
    default: m_in.fail();
    }
}

void DPrinter::staticArray()
{
    const auto size = m_in.digits();
    type();
    print('[');
    print(size);
    print(']');
}

void DPrinter::associativeArray()
{
    const std::size_t begin = m_out.size();
    print('[');
    type();
    print(']');
    const std::size_t middle = m_out.size();
    type();
    swapAt(begin, middle);
}

/// A pointer to a function is spelled without the star.
void DPrinter::pointer()
{
    const bool isFunction = atFunctionType();
    type();
    if (!isFunction)
        print('*');
}

/// "int(char) pure ", for "function" or "delegate" to follow.
void DPrinter::functionType()
{
    const Step step(*this);
    print(callConvention());
    const auto attributes = functionAttributes();
    const std::size_t begin = m_out.size();
    parameters();
    const std::size_t middle = m_out.size();
    type();
    swapAt(begin, middle);
    print(' ');
    print(attributes);
}

void DPrinter::delegateType()
{
    const auto modifiers = typeModifiers();
    if (m_in.accept('Q'))
        typeBackReference(&DPrinter::functionType);
    else
        functionType();
    print("delegate");
    print(modifiers);
}

void DPrinter::tuple()
{
    const std::size_t count = m_in.number();
    print("Tuple!(");
    list(count, [this] { type(); });
    print(')');
}

void DPrinter::typeBackReference(void (DPrinter::*target)())
{
    const std::size_t here = m_in.position() - 1;
    const std::size_t there = m_in.backReference();
    if (!m_in.ok() || here >= m_referencesBefore)
        return m_in.fail();
    const std::size_t after = m_in.position();
    const std::size_t before = m_referencesBefore;
    m_referencesBefore = here;
    m_in.seek(there);
    (this->*target)();
    m_referencesBefore = before;
    m_in.seek(after);
}

bool DPrinter::isCallConvention(char code)
{
    return find(kCallConventions, code) != nullptr;
}

std::string_view DPrinter::callConvention()
{
    const auto* const convention = find(kCallConventions, m_in.take());
    if (convention == nullptr) {
        m_in.fail();
        return {};
    }
    return convention->text;
}

std::string DPrinter::functionAttributes()
{
    std::string text;
    while (m_in.rest().starts_with('N')) {
        const auto rest = m_in.rest();
        const auto* const attribute =
            rest.size() > 1 ? find(kFunctionAttributes, rest[1]) : nullptr;
        if (attribute == nullptr)
            break;
        m_in.characters(2);
        text += attribute->text;
    }
    return text;
}

/// " const shared", of a method's "this" or of a delegate's context.
std::string DPrinter::typeModifiers()
{
    std::string text;
    for (;;) {
        if (m_in.accept('x'))
            return text + " const";
        if (m_in.accept('y'))
            return text + " immutable";
        if (m_in.accept('O'))
            text += " shared";
        else if (m_in.accept("Ng"))
            text += " inout";
        else
            return text;
    }
}

/// Parameters and how they end, in parentheses.
void DPrinter::parameters()
{
    const Step step(*this);
    print('(');
    for (bool isFirst = true; m_in.ok() && !endOfParameters(isFirst); isFirst = false) {
        if (!isFirst)
            print(", ");
        parameter();
    }
    print(')');
}

/// "X" is "(int[] a...)", "Y" is "(int a, ...)", "Z" is neither.
bool DPrinter::endOfParameters(bool isFirst)
{
    if (m_in.accept('X')) {
        print("...");
        return true;
    }
    if (m_in.accept('Y')) {
        print(isFirst ? "..." : ", ...");
        return true;
    }
    return m_in.accept('Z');
}

void DPrinter::parameter()
{
    for (;;) { // Compilers differ in the order.
        if (m_in.accept('M'))
            print("scope ");
        else if (m_in.accept("Nk"))
            print("return ");
        else
            break;
    }
    if (m_in.accept('I')) {
        print("in ");
        if (m_in.accept('K'))
            print("ref ");
    } else if (m_in.accept('J')) {
        print("out ");
    } else if (m_in.accept('K')) {
        print("ref ");
    } else if (m_in.accept('L')) {
        print("lazy ");
    }
    type();
}

} // namespace faultline::demangling

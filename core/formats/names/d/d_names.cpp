// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/formats/names/d/d_name.h"
#include "core/formats/names/d/d_printer.h"
#include "core/formats/names/llvm/llvm_demangle.h"

#include <algorithm>
#include <array>

namespace faultline::demangling {

namespace {

/// Back references can describe an endless name in a few bytes, so work is limited in addition to
/// output and depth.
constexpr unsigned kMaxSteps = 100'000;
constexpr unsigned kMaxDepth = 128;

/// Data that the compiler makes for a declaration: a name of its own below the declaration's, and
/// "Z" in place of a type.
struct ArtificialName
{
    std::string_view name;
    std::string_view prefix;
};

constexpr std::array kArtificialNames{
    ArtificialName{"__init", "initializer for "},
    ArtificialName{"__vtbl", "vtable for "},
    ArtificialName{"__Class", "ClassInfo for "},
    ArtificialName{"__Interface", "Interface for "},
    ArtificialName{"__ModuleInfo", "ModuleInfo for "},
};

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isTemplateStart(std::string_view text)
{
    return text.starts_with("__T") || text.starts_with("__U");
}

/// The compiler distinguishes equal declarations in one function by a parent with this name, which
/// no source has.
bool isFakeParent(std::string_view name)
{
    return name.size() >= 4 && name.starts_with("__S") &&
           std::ranges::all_of(name.substr(3), isDigit);
}

} // namespace

DPrinter::Step::Step(DPrinter& printer) : m_printer(printer)
{
    if (++printer.m_depth > kMaxDepth || ++printer.m_steps > kMaxSteps)
        printer.m_in.exhaust();
}

void DPrinter::print(std::string_view text)
{
    if (!m_in.ok() || m_silent)
        return;
    m_out += text;
    if (m_out.size() > kMaxOutputBytes)
        m_in.exhaust();
}

std::string DPrinter::takeFrom(std::size_t begin)
{
    std::string taken = m_out.substr(std::min(begin, m_out.size()));
    m_out.resize(std::min(begin, m_out.size()));
    return taken;
}

void DPrinter::swapAt(std::size_t begin, std::size_t middle)
{
    const auto at = [this](std::size_t offset) {
        return m_out.begin() + static_cast<std::ptrdiff_t>(std::min(offset, m_out.size()));
    };
    std::rotate(at(begin), at(middle), m_out.end());
}

std::optional<std::string> DPrinter::run()
{
    mangledName();
    if (!m_in.ok() || (!m_in.atEnd() && m_in.peek() != '.') || m_out.empty())
        return std::nullopt;
    return std::move(m_out);
}

/// MangledName: "_D" QualifiedName Type, or "_D" QualifiedName "Z". The type is that of a variable,
/// or what a function returns.
void DPrinter::mangledName()
{
    const Step step(*this);
    if (!m_in.accept("_D"))
        return m_in.fail();
    adjustingThunk();
    qualifiedName(ShowModifiers::Yes);
    if (!m_in.accept('Z') && !referencedFunction())
        silently([this] { type(); });
}

/// "Thn16_": moves "this" by 16 bytes and continues to the method (how DMD and LDC call through an
/// interface). Named like such thunks of C++.
void DPrinter::adjustingThunk()
{
    if (!m_in.accept("Thn"))
        return;
    m_in.digits();
    if (!m_in.accept('_'))
        return m_in.fail();
    print("non-virtual thunk to ");
}

/// A function whose type already occurred in its own name.
bool DPrinter::referencedFunction()
{
    const std::size_t begin = m_in.position();
    const std::string modifiers = m_in.accept('M') ? typeModifiers() : std::string();
    DInput target = m_in;
    if (target.accept('Q'))
        target.seek(target.backReference());
    if (m_in.peek() != 'Q' || !isCallConvention(target.peek())) {
        m_in.restore(begin);
        return false;
    }
    m_in.take();
    typeBackReference(&DPrinter::functionWithoutResult);
    print(modifiers);
    return true;
}

void DPrinter::functionWithoutResult()
{
    callConvention();
    functionAttributes();
    parameters();
}

/// QualifiedName: symbol names with the function types of those that are functions.
void DPrinter::qualifiedName(ShowModifiers show)
{
    const Step step(*this);
    const std::size_t begin = m_out.size();
    bool isFirst = true;
    do {
        if (m_in.accept('0')) // An anonymous declaration.
            continue;
        if (!isFirst)
            print('.');
        isFirst = false;
        symbolName(begin);
        functionOfName(show);
    } while (m_in.ok() && atSymbolName());
}

bool DPrinter::atSymbolName() const
{
    return m_in.atDigit() || isTemplateStart(m_in.rest()) || isDigit(m_in.referenced());
}

/// SymbolName: LName, TemplateInstanceName or IdentifierBackRef.
void DPrinter::symbolName(std::size_t qualifiedBegin)
{
    const Step step(*this);
    if (m_in.accept('Q')) {
        const std::size_t target = m_in.backReference();
        const std::size_t after = m_in.position();
        m_in.seek(target);
        plainName(m_in.characters(m_in.number()), qualifiedBegin);
        m_in.seek(after);
        return;
    }
    if (isTemplateStart(m_in.rest()))
        return templateInstance(std::nullopt);
    const std::size_t length = m_in.number();
    if (length == 0)
        return m_in.fail();
    if (length >= 5 && isTemplateStart(m_in.rest())) // "__T1a" is the shortest.
        return templateInstance(length);
    const auto name = m_in.characters(length);
    if (isFakeParent(name) && m_in.ok())
        return symbolName(qualifiedBegin);
    plainName(name, qualifiedBegin);
}

void DPrinter::plainName(std::string_view name, std::size_t qualifiedBegin)
{
    if (artificialName(name, qualifiedBegin))
        return;
    if (name == "__ctor")
        print("this");
    else if (name == "__dtor")
        print("~this");
    else if (name == "__postblit")
        print("this(this)");
    else
        print(name);
}

bool DPrinter::artificialName(std::string_view name, std::size_t qualifiedBegin)
{
    const auto* const found = std::ranges::find(kArtificialNames, name, &ArtificialName::name);
    if (found == kArtificialNames.end() || m_in.peek() != 'Z')
        return false;
    if (m_out.size() > qualifiedBegin && m_out.ends_with('.'))
        m_out.pop_back();
    if (m_silent)
        return true;
    const std::size_t middle = m_out.size();
    print(found->prefix);
    swapAt(qualifiedBegin, middle);
    return true;
}

/// The function type after a symbol name, without the return type. A variable of function type has
/// one too; the last one belongs to the variable.
void DPrinter::functionOfName(ShowModifiers show)
{
    if (m_in.peek() != 'M' && !atFunctionType())
        return;
    const std::size_t begin = m_in.position();
    const std::size_t printed = m_out.size();
    const bool isPostblit = m_out.ends_with("this(this)");
    const std::string modifiers = m_in.accept('M') ? typeModifiers() : std::string();
    if (isPostblit)
        silently([this] { functionWithoutResult(); });
    else
        functionWithoutResult();
    if (show == ShowModifiers::Yes)
        print(modifiers);
    if (m_in.ok() && !m_in.atEnd())
        return;
    m_in.restore(begin);
    m_out.resize(std::min(printed, m_out.size()));
}

/// TemplateInstanceName: "__T" or "__U", the template's name, its arguments, "Z". Old compilers
/// write the length before it.
void DPrinter::templateInstance(std::optional<std::size_t> length)
{
    const Step step(*this);
    const std::size_t begin = m_in.position();
    m_in.characters(3);
    if (!atSymbolName() || m_in.peek() == '0')
        return m_in.fail();
    symbolName(m_out.size());
    print("!(");
    templateArguments();
    print(')');
    if (length && m_in.position() - begin != *length)
        m_in.fail();
}

void DPrinter::templateArguments()
{
    bool isFirst = true;
    while (m_in.ok() && !m_in.accept('Z')) {
        if (!isFirst)
            print(", ");
        isFirst = false;
        m_in.accept('H'); // The parameter is specialised.
        switch (m_in.take()) {
        case 'T': type(); break;
        case 'V': valueArgument(); break;
        case 'S': symbolArgument(); break;
        case 'X': print(m_in.characters(m_in.number())); break; // Mangled in another language.
        default: m_in.fail();
        }
    }
}

void DPrinter::symbolArgument()
{
    const Step step(*this);
    if (m_in.rest().starts_with("_D"))
        return mangledName();
    if (m_in.peek() == 'Q' || isTemplateStart(m_in.rest()))
        return qualifiedName(ShowModifiers::No);
    lengthBeforeSymbol();
}

/// Compilers before 2.077 write the symbol's length before it. The symbol may begin with a digit,
/// so the length may be any number of the leading digits; the one that fits is right. New compilers
/// write none.
void DPrinter::lengthBeforeSymbol()
{
    constexpr std::size_t kMostDigits = 5; // Digits of kMaxMangledBytes.
    const std::size_t begin = m_in.position();
    const std::size_t printed = m_out.size();
    for (auto count = std::min(m_in.digits().size(), kMostDigits); m_in.ok() && count > 0;
         --count) {
        m_in.restore(begin);
        const auto length = parseDecimal(m_in.characters(count));
        const std::size_t symbolBegin = m_in.position();
        if (m_in.rest().starts_with("_D"))
            mangledName();
        else if (atSymbolName())
            qualifiedName(ShowModifiers::No);
        else
            m_in.fail();
        if (m_in.ok() && m_in.position() - symbolBegin == length)
            return;
        m_in.restore(begin);
        m_out.resize(std::min(printed, m_out.size()));
    }
    qualifiedName(ShowModifiers::No);
}

/// "V" Type Value: the type says how the value is spelled.
void DPrinter::valueArgument()
{
    DInput letter = m_in;
    while (letter.accept('Q') && letter.ok())
        letter.seek(letter.backReference());
    const char typeLetter = letter.peek();
    const std::size_t begin = m_out.size();
    type();
    const std::string typeName = takeFrom(begin);
    value(typeLetter, typeName);
}

std::optional<std::string> demangleD(std::string_view name)
{
    if (name.starts_with("__D"))
        name.remove_prefix(1);
    if (name == "_Dmain")
        return "D main";
    if (!name.starts_with("_D") || name.size() > kMaxMangledBytes)
        return std::nullopt;
    return DPrinter(name).run();
}

} // namespace faultline::demangling

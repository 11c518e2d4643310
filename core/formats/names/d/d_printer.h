// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/names/d/d_input.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace faultline::demangling {

/// Recursive descent that prints while it reads. After the first failure it does nothing. The
/// functions follow the grammar of dlang.org/spec/abi.html and cite its names.
class DPrinter
{
public:
    explicit DPrinter(std::string_view mangled) : m_in(mangled) {}

    /// Prints the whole name. A compiler may have appended its own ".…".
    std::optional<std::string> run();

private:
    enum class ShowModifiers : bool { No, Yes };

    // Names, in d_names.cpp.
    void mangledName();
    void adjustingThunk();
    bool referencedFunction();
    void functionWithoutResult();
    void qualifiedName(ShowModifiers show);
    bool atSymbolName() const;
    void symbolName(std::size_t qualifiedBegin);
    void plainName(std::string_view name, std::size_t qualifiedBegin);
    bool artificialName(std::string_view name, std::size_t qualifiedBegin);
    void functionOfName(ShowModifiers show);
    void templateInstance(std::optional<std::size_t> length);
    void templateArguments();
    void symbolArgument();
    void lengthBeforeSymbol();
    void valueArgument();

    // Types, in d_types.cpp.
    void type();
    void wrappedType(std::string_view keyword);
    void extendedType();
    void wideInteger();
    void staticArray();
    void associativeArray();
    void pointer();
    void functionType();
    void delegateType();
    void tuple();
    void typeBackReference(void (DPrinter::*target)());
    void parameters();
    void parameter();
    bool endOfParameters(bool isFirst);
    std::string_view callConvention();
    std::string functionAttributes();
    std::string typeModifiers();

    bool atFunctionType() const { return isCallConvention(m_in.peek()); }

    static bool isCallConvention(char code);

    // Values of template parameters, in d_values.cpp.
    void value(char typeLetter, std::string_view typeName);
    void integer(char typeLetter);
    void character(char typeLetter);
    void real();
    void stringLiteral(char width);
    void arrayLiteral(bool isAssociative);
    void structLiteral(std::string_view typeName);
    void quotedByte(unsigned byte);

    // Output.
    void print(std::string_view text);

    void print(char c) { print(std::string_view(&c, 1)); }

    /// Removes and returns the text printed since `begin`.
    std::string takeFrom(std::size_t begin);

    /// Moves the text printed since `middle` before the text printed since `begin`.
    void swapAt(std::size_t begin, std::size_t middle);

    /// Reads without printing.
    template <class Body>
    void silently(const Body& body)
    {
        const bool wasSilent = m_silent;
        m_silent = true;
        body();
        m_silent = wasSilent;
    }

    /// "a, b, c", each by item().
    template <class Item>
    void list(std::size_t count, const Item& item)
    {
        for (std::size_t i = 0; i < count && m_in.ok(); ++i) {
            print(i > 0 ? ", " : "");
            item();
        }
    }

    /// Guards every production that can contain itself.
    class Step
    {
    public:
        explicit Step(DPrinter& printer);

        ~Step() { --m_printer.m_depth; }

        Step(const Step&) = delete;
        Step& operator=(const Step&) = delete;

    private:
        DPrinter& m_printer;
    };

    DInput m_in;
    std::string m_out;
    /// A back reference is followed only if its place is earlier than the last one, so that none
    /// can lead to itself.
    std::size_t m_referencesBefore = static_cast<std::size_t>(-1);
    unsigned m_depth = 0;
    unsigned m_steps = 0;
    bool m_silent = false;
};

} // namespace faultline::demangling

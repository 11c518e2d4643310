// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/names/llvm/llvm_demangle.h"

#include <algorithm>
#include <array>
#include <llvm/Demangle/MicrosoftDemangle.h>
#include <utility>

namespace faultline::demangling {

namespace {

/// MSVC itself replaces longer names by their MD5.
constexpr std::size_t kMaxMicrosoftBytes = 4096;

/// Swaps every occurrence of one text for another.
void replaceAll(std::string& text, std::string_view from, std::string_view to)
{
    for (std::size_t at = text.find(from); at != std::string::npos;
         at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

/// "`int f(void)'::`2'::x" without the "int": a scope's name is a text to LLVM, with its result.
void dropScopeResults(std::string& text)
{
    constexpr std::string_view kOperator = "operator";
    constexpr std::string_view kOpening = "`(<";
    constexpr std::string_view kClosing = "')>";
    for (std::size_t quote = text.find('`'); quote != std::string::npos;
         quote = text.find('`', quote + 1)) {
        std::size_t nameStart = quote + 1;
        std::size_t arguments = std::string::npos;
        std::size_t i = quote + 1;
        for (int depth = 0; i < text.size() && (depth > 0 || text[i] != '\''); ++i) {
            if (depth == 0 && arguments == std::string::npos && text[i] == ' ')
                nameStart = i + 1;
            if (depth == 0 && arguments == std::string::npos && text[i] == '(')
                arguments = i;
            depth += kOpening.find(text[i]) != std::string_view::npos   ? 1
                     : kClosing.find(text[i]) != std::string_view::npos ? -1
                                                                        : 0;
        }
        const std::string_view scope = std::string_view(text).substr(quote, i - quote);
        const bool isScope =
            std::string_view(text).substr(std::min(i, text.size())).starts_with("'::`");
        if (isScope && arguments != std::string::npos &&
            scope.find(kOperator) == std::string_view::npos)
            text.erase(quote + 1, nameStart - quote - 1);
    }
}

/// Converts LLVM's spelling of Microsoft names to msvc_demangler's.
std::string withMicrosoftSpelling(std::string text)
{
    constexpr auto kReplacements = std::to_array<std::pair<std::string_view, std::string_view>>({
        {"__cdecl ", ""},
        {"__stdcall ", ""},
        {"__thiscall ", ""},
        {"__fastcall ", ""},
        {"__vectorcall ", ""},
        {"__clrcall ", ""},
        {"__pascal ", ""},
        {"__regcall ", ""},
        {"unsigned __int64", "uint64_t"},
        {"__int64", "int64_t"},
        {"`scalar deleting dtor'", "`scalar deleting destructor'"},
        {"`vector deleting dtor'", "`vector deleting destructor'"},
        {"`vbase dtor'", "`vbase destructor'"},
        {" dtor iterator'", " destructor iterator'"},
        {" ctor iterator'", " constructor iterator'"},
        {" ctor closure'", " constructor closure'"},
        {"`default ctor", "`default constructor"},
        {"`copy ctor", "`copy constructor"},
        {" `RTTI Type Descriptor'", "::`RTTI Type Descriptor'"},
        // Names of scopes and repeated names are texts to LLVM, whatever is asked for.
        {"`public: ", "`"},
        {"`protected: ", "`"},
        {"`private: ", "`"},
        {"<class ", "<"},
        {"<struct ", "<"},
        {"<union ", "<"},
        {"<enum ", "<"},
        {", class ", ", "},
        {", struct ", ", "},
        {", union ", ", "},
        {", enum ", ", "},
        {"`class ", "`"},
        {"`struct ", "`"},
        {"`extern \"C\" ", "`"},
        {" *const", "* const"},
        {" *volatile", "* volatile"},
        {"*const", "* const"},
        {" &&", "&&"},
    });
    for (const auto& [from, to] : kReplacements)
        replaceAll(text, from, to);
    dropScopeResults(text);
    std::string hugged;
    hugged.reserve(text.size());
    for (const char c : text) {
        const bool hugs = (c == '*' || c == '&') && hugged.size() > 1 && hugged.back() == ' ' &&
                          hugged[hugged.size() - 2] != ',';
        if (hugs)
            hugged.pop_back();
        hugged.push_back(c);
    }
    return hugged;
}

/// Tables of virtual functions, virtual bases and runtime type information.
bool isTableName(std::string_view name)
{
    constexpr std::string_view kPrefixes[] = {"??_7", "??_8", "??_R4", "??_S"};
    return std::ranges::any_of(kPrefixes,
                               [&](std::string_view prefix) { return name.starts_with(prefix); });
}

/// C++/CX and C++/CLI mark pointers to runtime objects by "$A", and their functions by "$$F" or
/// "$$H". LLVM knows neither and misreads some of them. "$A" is in the place where LLVM reads "I",
/// __restrict.
std::string withRestrictForHandles(std::string_view name)
{
    constexpr std::string_view kBefore = "PQRSAEIMU"; // Pointers, 64 bits, access to methods.
    constexpr std::string_view kQualifiers = "ABCD";  // No qualifier, const, volatile, both.
    std::string text(name);
    for (std::size_t at = text.find("$A"); at != std::string::npos; at = text.find("$A", at + 1)) {
        const bool isHandle = at > 0 && kBefore.find(text[at - 1]) != std::string_view::npos &&
                              at + 2 < text.size() &&
                              kQualifiers.find(text[at + 2]) != std::string_view::npos;
        if (isHandle)
            text.replace(at, 2, "I");
    }
    replaceAll(text, "@@$$F", "@@");
    replaceAll(text, "@@$$H", "@@");
    return text;
}

void writeHandles(std::string& text)
{
    replaceAll(text, " *__restrict", "^");
    replaceAll(text, " &__restrict", "%"); // A tracking reference.
    replaceAll(text, " __restrict", "");   // Of `this`.
}

/// LLVM's flags are an enumeration that does not list their sums.
constexpr llvm::ms_demangle::OutputFlags flagsOf(unsigned sum)
{
    // NOLINTNEXTLINE(clang-analyzer-optin.core.EnumCastOutOfRange): LLVM itself adds them so.
    return static_cast<llvm::ms_demangle::OutputFlags>(sum);
}

/// LLVM's reading of a name, in its own spelling.
std::optional<std::string> read(std::string_view name)
{
    using namespace llvm::ms_demangle;
    constexpr std::string_view kConst = "const ";
    constexpr std::string_view kThunk = "[thunk]: ";
    Demangler demangler;
    std::string_view rest = name;
    SymbolNode* const tree = demangler.parse(rest);
    if (demangler.Error || tree == nullptr)
        return std::nullopt;
    // The flag for return types would also take those of function types among the arguments.
    if (tree->kind() == NodeKind::FunctionSymbol)
        static_cast<FunctionSymbolNode*>(tree)->Signature->ReturnType = nullptr;
    constexpr unsigned kFlags =
        OF_NoCallingConvention | OF_NoTagSpecifier | OF_NoAccessSpecifier | OF_NoMemberType;
    // A type descriptor's type is what it describes.
    const bool showType = name.starts_with("??_R0");
    std::string text = tree->toString(flagsOf(showType ? kFlags : kFlags | OF_NoVariableType));
    if (text.starts_with(kThunk))
        text.erase(0, kThunk.size());
    if (isTableName(name) && text.starts_with(kConst)) // Tables are constant.
        text.erase(0, kConst.size());
    return text;
}

/// Since Visual Studio 2019 the result of a template that says "auto" or "decltype(auto)" is "?A_P"
/// or "?A_T", which LLVM 19 does not know. Results are not shown, so void stands for them.
std::optional<std::string> readWithoutPlaceholders(std::string_view name)
{
    std::string plain(name);
    replaceAll(plain, "?A_P", "X");
    replaceAll(plain, "?A_T", "X");
    return plain == name ? std::nullopt : read(plain);
}

} // namespace

std::optional<std::string> demangleMicrosoft(std::string_view name)
{
    if (name.size() > kMaxMicrosoftBytes)
        return std::nullopt;
    if (name.starts_with("??_C@_")) // The literal's text is in the name.
        return "`string'";
    const auto unmarked = withRestrictForHandles(name);
    auto text = read(unmarked);
    if (!text)
        text = readWithoutPlaceholders(unmarked);
    if (!text)
        return std::nullopt;
    if (unmarked != name)
        writeHandles(*text);
    return withinLimits(withMicrosoftSpelling(*std::move(text)));
}

} // namespace faultline::demangling

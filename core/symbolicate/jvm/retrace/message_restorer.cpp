// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/jvm/retrace/message_restorer.h"

#include "core/symbolicate/jvm/retrace/precise_retrace.h"

#include <algorithm>
#include <array>
#include <set>

namespace faultline::jvm {

namespace {

constexpr std::size_t npos = std::string_view::npos;

/// Only a class can follow one of these texts.
constexpr std::array<std::string_view, 9> kBeforeClass{"class ",
                                                       "interface ",
                                                       "enum ",
                                                       "record ",
                                                       "(a ",
                                                       "type ",
                                                       "instance of ",
                                                       "cannot be cast to ",
                                                       "Didn't find class \""};
/// Only a class can come before one of these texts.
constexpr std::array<std::string_view, 3> kAfterClass{" cannot be cast to ", " incompatible with ",
                                                      " cannot access a member of class "};

/// The message of these is the name of a class.
constexpr std::array<std::string_view, 4> kNamesClass{
    "java.lang.ArrayStoreException", "java.lang.ClassNotFoundException",
    "java.lang.InstantiationException", "java.lang.NoClassDefFoundError"};

constexpr std::string_view kNoConstant = "No enum constant ";
/// Its message is the name of the enumeration and that of the constant.
constexpr std::string_view kConstantAbsent = "java.lang.EnumConstantNotPresentException";
constexpr int kMostNesting = 8;

bool isNamePart(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$' || c == '-' || byte >= 0x80;
}

bool isTokenPart(char c)
{
    return isNamePart(c) || c == '.' || c == '/';
}

/// Copies a message and replaces names.
class Restorer
{
public:
    Restorer(const Mappings& mappings, std::string_view message, const MessageContext& context)
        : m_mappings(mappings), m_message(message), m_context(context)
    {
    }

    std::string run()
    {
        while (m_at < m_message.size()) {
            const char c = m_message[m_at];
            if (isNamePart(c)) {
                takeToken();
                continue;
            }
            if (c == '"')
                m_isQuoted = !m_isQuoted;
            m_result += c;
            ++m_at;
        }
        return std::move(m_result);
    }

private:
    std::string_view before() const { return m_message.substr(0, m_at); }

    std::string_view after(std::string_view token) const
    {
        return m_message.substr(m_at + token.size());
    }

    void takeToken()
    {
        auto end = m_at;
        while (end < m_message.size() && isTokenPart(m_message[end]))
            ++end;
        while (!isNamePart(m_message[end - 1]))
            --end;
        const auto token = m_message.substr(m_at, end - m_at);
        m_result += restored(token);
        m_at = end;
    }

    std::string restored(std::string_view token)
    {
        if (const auto name = descriptorClass(token))
            return *name;
        if (token.find('/') != npos)
            return restoredPath(token).value_or(std::string(token));
        if (const auto constant = restoredConstant(token))
            return *constant;
        if (token.find('.') != npos || hasOuterClass(token) || isClassHere(token)) {
            if (const auto name = originalClass(m_mappings, token)) {
                m_seen.insert(token);
                return std::string(*name);
            }
        }
        if (const auto member = restoredMember(token))
            return *member;
        return std::string(token);
    }

    /// Restores "a.b.C.RED", in which a dot may also separate an inner class from its outer one.
    std::optional<std::string> restoredConstant(std::string_view token) const
    {
        const bool isCanonical = before().ends_with(kNoConstant);
        const auto dot = token.rfind('.');
        if (dot == npos || !(isCanonical || (m_context.exception == kConstantAbsent && m_at == 0)))
            return std::nullopt;
        std::string owner(token.substr(0, dot));
        auto original = originalClass(m_mappings, owner);
        for (int i = 0; isCanonical && !original && i < kMostNesting; ++i) {
            const auto separator = owner.rfind('.');
            if (separator == npos)
                return std::nullopt;
            owner[separator] = '$';
            original = originalClass(m_mappings, owner);
        }
        if (!original)
            return std::nullopt;
        std::string name(*original);
        if (isCanonical)
            std::ranges::replace(name, '$', '.');
        return name.append(token.substr(dot));
    }

    /// No ordinary word has a '$' inside.
    static bool hasOuterClass(std::string_view token)
    {
        const auto mark = token.find('$', 1);
        return mark != npos && mark + 1 < token.size();
    }

    /// Restores "La/b" before ';', also with dots as in names of array classes.
    std::optional<std::string> descriptorClass(std::string_view token) const
    {
        if (token[0] != 'L' || token.size() < 2 || !after(token).starts_with(';'))
            return std::nullopt;
        const auto path = restoredPath(token.substr(1));
        return path ? std::optional("L" + *path) : std::nullopt;
    }

    /// Restores a class that is written with slashes or dots, and keeps that form.
    std::optional<std::string> restoredPath(std::string_view path) const
    {
        const bool hasSlashes = path.find('/') != npos;
        std::string name(path);
        std::ranges::replace(name, '/', '.');
        const auto known = originalClass(m_mappings, name);
        if (!known)
            return std::nullopt;
        std::string original(*known);
        if (hasSlashes || path.find('.') == npos)
            std::ranges::replace(original, '.', '/');
        return original;
    }

    /// Tells whether the surrounding text shows that a word is a class.
    bool isClassHere(std::string_view token) const
    {
        const auto rest = after(token);
        const auto text = before();
        if (std::ranges::any_of(kBeforeClass, [&](auto word) { return text.ends_with(word); }) ||
            std::ranges::any_of(kAfterClass, [&](auto word) { return rest.starts_with(word); }))
            return true;
        // "(z and b are in unnamed module …)" follows after both classes were named.
        if (m_seen.contains(token) && (rest.starts_with(" and ") || rest.starts_with(" is in ") ||
                                       rest.starts_with(" are in ")))
            return true;
        const bool isWhole = before().empty() && rest.empty();
        if (isWhole && std::ranges::find(kNamesClass, m_context.exception) != kNamesClass.end())
            return true;
        return isCause(token) || isArgument(token);
    }

    /// By default the message of a throwable is the text of its cause: "a: text of a".
    bool isCause(std::string_view token) const
    {
        const auto rest = after(token);
        return (m_at == 0 || before().ends_with(": ")) &&
               (rest.empty() || rest.starts_with(": ")) &&
               std::ranges::find(m_context.causes, token) != m_context.causes.end();
    }

    /// Tells whether a token stands in the parentheses of a quoted call.
    bool isArgument(std::string_view token) const
    {
        if (!m_isQuoted)
            return false;
        const auto open = before().find_last_of("(\")");
        const auto close = after(token).find_first_of("()\"");
        return open != npos && m_message[open] == '(' && close != npos &&
               after(token)[close] == ')';
    }

    /// Restores "a.b.c(…)" and, within quotes, "a.b.c" and "this.c".
    std::optional<std::string> restoredMember(std::string_view token)
    {
        const auto dot = token.rfind('.');
        if (dot == npos || dot == 0)
            return std::nullopt;
        const auto owner = token.substr(0, dot);
        const auto member = token.substr(dot + 1);
        const bool isCall = after(token).starts_with('(');
        if (!m_isQuoted && (!isCall || owner.find('.') == npos))
            return std::nullopt;
        if (owner == "this" && !isCall) {
            const auto field = fieldOf(m_context.thrower, member);
            return field ? std::optional("this." + *field) : std::nullopt;
        }
        const auto original = originalClass(m_mappings, owner);
        if (!original)
            return std::nullopt;
        const auto name =
            isCall ? methodOf(owner, member, argumentsAfter(token)) : fieldOf(owner, member);
        return std::string(*original) + "." + name.value_or(std::string(member));
    }

    /// Returns the types in the parentheses in the form of mappings.
    std::string argumentsAfter(std::string_view token) const
    {
        const auto rest = after(token);
        const auto close = rest.find(')');
        if (close == npos)
            return {};
        std::string arguments;
        for (auto types = rest.substr(1, close - 1); !types.empty();) {
            const auto comma = std::min(types.find(','), types.size());
            auto type = types.substr(0, comma);
            types.remove_prefix(std::min(comma + 1, types.size()));
            type.remove_prefix(std::min(type.find_first_not_of(' '), type.size()));
            const auto dimensions = std::min(type.find('['), type.size());
            const auto name = type.substr(0, dimensions);
            if (!arguments.empty())
                arguments += ',';
            arguments += originalClass(m_mappings, name).value_or(name);
            arguments += type.substr(dimensions);
        }
        return arguments;
    }

    std::optional<std::string>
    methodOf(std::string_view owner, std::string_view method, const std::string& arguments)
    {
        for (const auto& mapping : m_mappings) {
            PreciseQuery query;
            query.frame = {.module = owner, .function = method, .line = {}, .arguments = arguments};
            const auto answer = PreciseRetrace(*mapping, budget()).retrace(query, std::nullopt);
            if (answer.outcome != RetraceOutcome::Frames || !answer.isMethodKnown)
                continue;
            const auto name = answer.alternatives.front().back().function;
            const bool isSure = std::ranges::all_of(answer.alternatives, [&](const auto& chain) {
                return chain.back().function == name;
            });
            return isSure ? std::optional(std::string(name)) : std::nullopt;
        }
        return std::nullopt;
    }

    std::optional<std::string> fieldOf(std::string_view owner, std::string_view field) const
    {
        for (const auto& mapping : m_mappings) {
            const auto known = mapping->findClass(owner);
            const auto found = known ? mapping->findField(*known, field) : std::nullopt;
            if (found)
                return std::string(found->original);
        }
        return std::nullopt;
    }

    WorkBudget& budget() { return m_context.budget == nullptr ? m_ownBudget : *m_context.budget; }

    const Mappings& m_mappings;
    WorkBudget m_ownBudget;
    const std::string_view m_message;
    const MessageContext& m_context;
    std::size_t m_at = 0;
    bool m_isQuoted = false;
    std::set<std::string_view> m_seen; // Words that the message has shown to be classes.
    std::string m_result;
};

} // namespace

std::string
restoreMessage(const Mappings& mappings, std::string_view message, const MessageContext& context)
{
    return Restorer(mappings, message, context).run();
}

} // namespace faultline::jvm

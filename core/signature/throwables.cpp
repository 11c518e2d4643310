// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/signature/nesting.h"
#include "core/signature/signature_build.h"
#include "core/signature/socorro_names.h"

#include <algorithm>
#include <cctype>

namespace faultline::signature {

namespace {

constexpr std::size_t kMaxSignature = 255;

/// "@deadbeef" is an object's address.
std::string withoutObjectAddresses(std::string_view text)
{
    constexpr std::size_t kDigits = 8;
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto digits = text.substr(i + 1, kDigits);
        const bool isAddress =
            text[i] == '@' && digits.size() == kDigits &&
            std::ranges::all_of(digits, [](unsigned char c) { return std::isxdigit(c) != 0; });
        out += isAddress ? std::string_view("@<addr>") : text.substr(i, 1);
        if (isAddress)
            i += kDigits;
    }
    return out;
}

/// "at a.b.C.d(C.java:55)" without the line.
std::string withoutJavaLine(std::string_view line)
{
    constexpr std::string_view kLead = ".java:";
    const auto at = line.find(kLead);
    if (at == std::string_view::npos)
        return std::string(line);
    const auto digits = at + kLead.size();
    const auto end = line.find_first_not_of("0123456789", digits);
    if (end == digits || end == std::string_view::npos || line[end] != ')')
        return std::string(line);
    return std::string(line.substr(0, digits - 1)) + std::string(line.substr(end));
}

/// Socorro's form of a trace's text (docs/spec/workbench.md §6.4).
std::string javaTextSignature(std::string_view trace)
{
    const auto lines = splitLines(trimAscii(trace));
    const auto first = lines.empty() ? std::string_view() : trimAscii(lines[0]);
    const auto method = lines.size() > 1 ? withoutJavaLine(trimAscii(lines[1])) : std::string();
    const auto colon = first.find(':');
    const auto type = trimAscii(first.substr(0, colon));
    const auto description = colon == std::string_view::npos
                                 ? std::string()
                                 : withoutObjectAddresses(trimAscii(first.substr(colon + 1)));
    std::string text(type);
    if (!description.empty())
        text += ": " + description;
    if (!method.empty())
        text += (description.ends_with("<addr>") || description.empty() ? ": " : " ") + method;
    return text.size() > kMaxSignature && !method.empty() ? concat(type, ": ", method) : text;
}

/// Socorro's form of an exception: "a.b.Type: at a.b.C.d(C.java)".
std::string javaExceptionSignature(const Throwable& thrown)
{
    const auto type = thrown.type.empty() ? std::string("Unknown") : thrown.type;
    auto text = thrown.package.empty() ? type : concat(thrown.package, '.', type);
    if (thrown.rows.empty())
        return text;
    const auto& row = thrown.rows.front();
    return text + concat(": at ", row.module, '.', row.function, '(', row.file, ')');
}

std::string qualifiedFunction(const CrashRow& row, FrameFamily family)
{
    if (family != FrameFamily::Jvm || row.module.empty())
        return row.function.empty() ? "?" : row.function;
    return concat(row.module, '.', row.function);
}

/// The frame that names the error: the first of the program, otherwise the first that a rule does
/// not keep out.
class NamingFrame
{
public:
    NamingFrame(Building& building, const std::vector<CrashRow>& rows)
        : m_building(building), m_rows(rows)
    {
    }

    const CrashRow* find()
    {
        auto best = search([](const CrashRow& row, const FrameVerdict& verdict) {
            return verdict.isGrouped == true || verdict.isInApp.value_or(row.isInApp);
        });
        if (!best)
            best = search([](const CrashRow&, const FrameVerdict&) { return true; });
        trace(best);
        return best ? &m_rows[*best] : nullptr;
    }

private:
    FrameVerdict verdictOf(std::size_t i) const
    {
        return m_building.rules.verdict(m_rows[i], m_building.facts.family);
    }

    template <class Fits>
    std::optional<std::size_t> search(Fits fits) const
    {
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            const auto verdict = verdictOf(i);
            if (verdict.isGrouped != false && fits(m_rows[i], verdict))
                return i;
        }
        return std::nullopt;
    }

    void trace(std::optional<std::size_t> best)
    {
        for (std::size_t i = 0; i < m_rows.size() && best && i <= *best; ++i) {
            const auto verdict = verdictOf(i);
            const auto role = i == *best                   ? FrameRole::Last
                              : verdict.isGrouped == false ? FrameRole::NotGrouped
                                                           : FrameRole::Irrelevant;
            m_building.result.frames.push_back(
                {i, qualifiedFunction(m_rows[i], m_building.facts.family), role, verdict.because});
        }
    }

    Building& m_building;
    const std::vector<CrashRow>& m_rows;
};

/// Ours: "a.b.Type: a.b.C.d (C.java)" and "TypeError: render (list.js)", named after the deepest
/// cause, which is where it went wrong.
std::string ownSignature(Building& building, const Throwable& thrown)
{
    auto type = thrown.package.empty() ? thrown.type : concat(thrown.package, '.', thrown.type);
    if (type.empty())
        type = "Error";
    const auto* row = NamingFrame(building, thrown.rows).find();
    if (row == nullptr)
        return type;
    auto text = concat(type, ": ", qualifiedFunction(*row, building.facts.family));
    if (!row->file.empty())
        text += concat(" (", baseName(row->file), ')');
    return text;
}

void addProto(Building& building, const std::vector<CrashRow>& rows)
{
    for (const auto& row : rows) {
        auto& proto = building.result.proto;
        proto += proto.empty() ? std::string_view() : kDelimiter;
        proto += qualifiedFunction(row, building.facts.family);
    }
}

} // namespace

void addThrowable(Building& building)
{
    const auto& facts = building.facts;
    if (!facts.javaStackTrace.empty()) {
        building.set(Step::JavaText, javaTextSignature(facts.javaStackTrace));
        return;
    }
    if (facts.throwables.empty())
        return;
    const auto& thrown = building.isSocorro() ? facts.throwables.front() : facts.throwables.back();
    addProto(building, thrown.rows);
    building.set(Step::Throwable, building.isSocorro() ? javaExceptionSignature(thrown)
                                                       : ownSignature(building, thrown));
}

} // namespace faultline::signature

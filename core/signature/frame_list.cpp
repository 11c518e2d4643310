// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/signature/faultline_names.h"
#include "core/signature/signature_build.h"
#include "core/signature/socorro_names.h"

#include <algorithm>

namespace faultline::signature {

namespace {

constexpr std::size_t kMaxRows = 40;

bool hasName(const CrashRow& row)
{
    return !row.function.empty();
}

/// Frames of one library without symbols say no more than one of them.
bool isLibraryName(std::string_view text)
{
    const auto lower = toLowerAscii(text);
    return lower.ends_with(".dll") || lower.ends_with(".so") || text == "XUL" ||
           text == "<name omitted>" || text.starts_with("<unknown in");
}

/// Ours folds recursion as well, through several functions too.
bool isRepeat(const Building& building, std::string_view text, const std::vector<std::string>& kept)
{
    if (!building.isSocorro())
        return std::ranges::find(kept, text) != kept.end();
    return !kept.empty() && kept.back() == text && isLibraryName(text) &&
           !text.starts_with("(unloaded");
}

/// Does a better frame than a scanned one exist?
bool hasCertainRow(const std::vector<CrashRow>& rows)
{
    return std::ranges::any_of(rows,
                               [](const CrashRow& row) { return !row.isGuess && hasName(row); });
}

/// Walks over the rows of one stack and decides about each.
class FrameWalk
{
public:
    /// `first`: the row at which the crash lies.
    FrameWalk(Building& building,
              const std::vector<CrashRow>& rows,
              std::vector<std::string> texts,
              std::size_t first)
        : m_building(building), m_rows(rows), m_texts(std::move(texts)),
          m_first(first < m_texts.size() ? first : 0), m_hasCertainRow(hasCertainRow(rows))
    {
    }

    std::string run()
    {
        const auto first = skipToSentinel();
        for (std::size_t i = first; i < m_texts.size(); ++i) {
            if (take(i))
                break;
        }
        if (m_kept.empty())
            return fallback(first);
        std::string text;
        for (const auto& part : m_kept)
            text += (text.empty() ? std::string_view() : kDelimiter), text += part;
        return text;
    }

private:
    std::size_t skipToSentinel()
    {
        for (auto i = m_first; i < m_texts.size(); ++i) {
            if (const auto because = m_building.rules.sentinel(m_texts[i]))
                return startAt(i, because);
        }
        return startAt(m_first, {});
    }

    std::size_t startAt(std::size_t first, std::optional<RulePlace> because)
    {
        for (std::size_t above = 0; above < first; ++above)
            note(above, FrameRole::AboveSentinel, above < m_first ? std::nullopt : because);
        return first;
    }

    void note(std::size_t i, FrameRole role, std::optional<RulePlace> because = {})
    {
        m_building.result.frames.push_back({i, m_texts[i], role, because});
    }

    bool pass(std::size_t i, FrameRole role, std::optional<RulePlace> because = {})
    {
        note(i, role, because);
        return false;
    }

    bool keep(std::size_t i, FrameRole role, std::optional<RulePlace> because = {})
    {
        note(i, role, because);
        m_kept.push_back(m_texts[i]);
        return role == FrameRole::Last;
    }

    /// Returns true at the frame that ends the signature.
    bool take(std::size_t i)
    {
        const auto& text = m_texts[i];
        if (text.empty())
            return pass(i, FrameRole::Unnamed);
        FrameVerdict verdict;
        if (!m_building.isSocorro()) {
            verdict = m_building.rules.verdict(m_rows[i], m_building.facts.family);
            if (verdict.isGrouped == false)
                return pass(i, FrameRole::NotGrouped, verdict.because);
            if (m_rows[i].isGuess && m_hasCertainRow)
                return pass(i, FrameRole::Guess);
            if (m_rows[i].isEnding)
                return pass(i, FrameRole::Irrelevant);
        }
        if (verdict.isGrouped != true) {
            if (const auto because = m_building.rules.irrelevant(text))
                return pass(i, FrameRole::Irrelevant, because);
        }
        if (isRepeat(m_building, text, m_kept))
            return pass(i, FrameRole::Repeat);
        return keepUnlessPrefix(i, verdict);
    }

    bool keepUnlessPrefix(std::size_t i, const FrameVerdict& verdict)
    {
        if (verdict.isGrouped == true)
            return keep(i, FrameRole::Last, verdict.because);
        if (const auto because = m_building.rules.prefix(m_texts[i]))
            return keep(i, FrameRole::Prefix, because);
        return keep(i, verdict.isInApp == false ? FrameRole::Prefix : FrameRole::Last);
    }

    std::string fallback(std::size_t first)
    {
        if (m_texts.empty())
            return "EMPTY: no frame data available";
        note(first, FrameRole::Fallback);
        return m_texts[first];
    }

    Building& m_building;
    const std::vector<CrashRow>& m_rows;
    std::vector<std::string> m_texts;
    std::vector<std::string> m_kept;
    std::size_t m_first;
    bool m_hasCertainRow;
};

} // namespace

std::vector<std::string> frameTexts(const Building& building, const std::vector<CrashRow>& rows)
{
    const auto count = std::min(rows.size(), kMaxRows);
    const auto& os = building.facts.os;
    const bool isNamed = std::ranges::any_of(rows, hasName);
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < count; ++i) {
        if (building.isSocorro())
            texts.push_back(socorroFrameText(rows[i], os, building.rules));
        else if (isNamed)
            texts.push_back(faultlineFrameText(rows[i], os, building.rules));
        else
            texts.push_back(modulePageText(rows[i], os));
    }
    return texts;
}

std::string
signatureOfRows(Building& building, const std::vector<CrashRow>& rows, std::size_t firstRow)
{
    auto texts = frameTexts(building, rows);
    building.result.frames.clear();
    building.result.proto.clear();
    for (const auto& text : texts) {
        building.result.proto += building.result.proto.empty() ? std::string_view() : kDelimiter;
        building.result.proto += text;
    }
    return FrameWalk(building, rows, std::move(texts), building.isSocorro() ? 0 : firstRow).run();
}

} // namespace faultline::signature

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/html_report.h"

#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/report/html_style.h"

#include <algorithm>

namespace faultline::report {

namespace {

/// A text in HTML, also within the quotation marks of an attribute.
std::string html(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    for (const char c : text) {
        switch (c) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        case '\'': out += "&#39;"; break;
        default: out += c; break;
        }
    }
    return out;
}

/// A string of CSS. Everything but letters and digits of ASCII is an escape, so the text can end
/// neither the string nor the style sheet.
std::string cssString(std::string_view text)
{
    std::string out = "\"";
    for (const char c : text) {
        const auto code = static_cast<unsigned char>(c);
        const bool isPlain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                             (c >= '0' && c <= '9') || c == ' ' || code >= 0x80;
        if (isPlain)
            out += c;
        else
            out += concat("\\", hexDigits(code, 6), " "); // The space ends the escape.
    }
    return out + '"';
}

std::string_view toneClass(Tone tone)
{
    switch (tone) {
    case Tone::Plain: return "";
    case Tone::Dim: return "dim";
    case Tone::Good: return "good";
    case Tone::Lacking: return "lacking";
    case Tone::Crash: return "crash";
    case Tone::Note: return "note";
    case Tone::Inlined: return "inlined";
    case Tone::Guess: return "guess";
    }
    return "";
}

std::string badgeHtml(const DocumentBadge& badge)
{
    if (badge.word.empty())
        return {};
    const auto title =
        badge.explanation.empty() ? "" : concat(" title=\"", html(badge.explanation), "\"");
    return concat("<span class=\"badge ", toneClass(badge.tone), "\"", title, ">", html(badge.word),
                  "</span>");
}

std::string textHtml(const DocumentFact& fact)
{
    return fact.isCode ? concat("<code>", html(fact.text), "</code>") : html(fact.text);
}

/// The columns that a stack needs.
struct StackColumns
{
    explicit StackColumns(const DocumentStack& stack)
    {
        for (const auto& frame : stack.frames) {
            hasModule = hasModule || !frame.module.empty();
            hasLocation = hasLocation || !frame.location.empty();
            hasTrust = hasTrust || !frame.trust.word.empty();
        }
        count = 2U + (hasModule ? 1U : 0U) + (hasLocation ? 1U : 0U) + (hasTrust ? 1U : 0U);
    }

    bool hasModule = false;
    bool hasLocation = false;
    bool hasTrust = false;
    unsigned count = 2;
};

class HtmlWriter
{
public:
    HtmlWriter(const ReportDocument& document, const std::function<void(std::string_view)>& sink)
        : m_document(document), m_sink(sink)
    {
    }

    void write()
    {
        writeHead();
        put("<body><main>\n");
        writeHeader();
        put("<div class=\"columns\"><div>\n");
        writeStacks();
        writeRegisters();
        for (std::size_t i = 0; i < m_document.tables.size(); ++i)
            writeTable(m_document.tables[i], i);
        put("</div>\n");
        writeSide();
        put("</div>\n");
        writeFoot();
        put("</main></body></html>\n");
    }

private:
    template <class... Parts>
    void put(const Parts&... parts)
    {
        m_sink(concat(parts...));
    }

    void writeHead()
    {
        const auto& name = m_document.signature ? *m_document.signature : m_document.title;
        put("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
            "style-src 'unsafe-inline'\">\n"
            "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
            "<meta name=\"referrer\" content=\"no-referrer\">\n<title>",
            html(m_document.title), "</title>\n<style>", htmlStyle(),
            "@page{size:auto;margin:16mm 14mm 18mm;@bottom-left{content:", cssString(name),
            ";font-size:8pt;color:#5a6476}@bottom-right{content:counter(page) \" / \" "
            "counter(pages);font-size:8pt;color:#5a6476}}\n</style></head>\n");
    }

    void writeHeader()
    {
        put("<header><h1>", html(m_document.title), "</h1>\n");
        if (!m_document.subtitle.empty()) {
            put("<p class=\"sub\">");
            for (std::size_t i = 0; i < m_document.subtitle.size(); ++i)
                put(i == 0 ? "" : " ", textHtml(m_document.subtitle[i]));
            put("</p>\n");
        }
        put("<dl class=\"facts\">");
        for (const auto& fact : m_document.facts)
            put("<div><dt>", html(fact.name), "</dt><dd>", textHtml(fact), "</dd></div>");
        if (m_document.signature)
            put("<div><dt>Signature</dt><dd><code>", html(*m_document.signature),
                "</code></dd></div>");
        put("</dl></header>\n");
    }

    void writeStacks()
    {
        const auto& leading = m_document.leading;
        if (!leading.title.empty()) {
            put("<section id=\"stack\">");
            writeTitle(leading.title, leading.facts);
            writeStack(leading);
            put("</section>\n");
        }
        for (const auto& stack : m_document.related) {
            put("<section>");
            writeTitle(stack.title, stack.facts);
            writeStack(stack);
            put("</section>\n");
        }
        if (m_document.others.empty())
            return;
        put("<section id=\"others\">");
        writeTitle("Other threads", m_document.othersFacts);
        for (const auto& stack : m_document.others)
            writeFolded(stack);
        put("</section>\n");
    }

    void writeTitle(std::string_view title, std::string_view facts)
    {
        put("<h2>", html(title), facts.empty() ? "" : concat(" <small>", html(facts), "</small>"),
            "</h2>\n");
    }

    void writeFolded(const DocumentStack& stack)
    {
        put("<details><summary><span class=\"top\"><code>", html(stack.top), "</code>",
            stack.top.empty() || stack.facts.empty() ? "" : " · ", html(stack.facts), "</span>",
            html(stack.title), "</summary>\n");
        writeStack(stack);
        put("</details>\n");
    }

    void writeStack(const DocumentStack& stack)
    {
        if (!stack.error.empty())
            put("<p class=\"error\">", html(stack.error), "</p>\n");
        if (!stack.frames.empty()) {
            const StackColumns columns(stack);
            put("<div class=\"wide\"><table><thead><tr><th class=\"num\">#</th><th>Function</th>",
                columns.hasModule ? "<th>Module</th>" : "",
                columns.hasLocation ? "<th>Location</th>" : "",
                columns.hasTrust ? "<th>Trust</th>" : "", "</tr></thead><tbody>\n");
            for (std::size_t i = 0; i < stack.frames.size(); ++i) {
                writeFrame(stack.frames[i], columns);
                if (stack.source && stack.source->row == i)
                    writeSource(*stack.source, columns);
            }
            put("</tbody></table></div>\n");
        }
        for (const auto& remark : stack.remarks)
            put("<p class=\"more\">", html(remark), "</p>\n");
    }

    void writeFrame(const DocumentFrame& frame, const StackColumns& columns)
    {
        if (!frame.remark.empty()) {
            put("<tr class=\"remark\"><td colspan=\"", columns.count, "\">", html(frame.remark),
                "</td></tr>\n");
            return;
        }
        put("<tr class=\"", toneClass(frame.tone), frame.isInlined ? " in" : "",
            "\"><td class=\"num\">", frame.isInlined ? std::string("⤷") : html(frame.number),
            frame.isCrash ? " <span class=\"mark\">▸</span>" : "", "</td><td class=\"fn\"><code>",
            html(frame.function), "</code>");
        if (!frame.problem.empty())
            put(" <span class=\"prob\">", html(frame.problem), "</span>");
        if (!frame.original.empty())
            put("<code class=\"orig\">", html(frame.original), "</code>");
        put("</td>");
        if (columns.hasModule)
            put("<td class=\"mod\">", html(frame.module), "</td>");
        if (columns.hasLocation)
            put("<td class=\"loc\"",
                frame.path.empty() ? "" : concat(" title=\"", html(frame.path), "\""), "><code>",
                html(frame.location), "</code></td>");
        if (columns.hasTrust)
            put("<td class=\"tr\">", badgeHtml(frame.trust), "</td>");
        put("</tr>\n");
    }

    void writeSource(const DocumentSource& source, const StackColumns& columns)
    {
        put("<tr><td colspan=\"", columns.count, "\"><div class=\"source\"><p>", html(source.path),
            "</p><ol class=\"code\">");
        for (const auto& line : source.lines)
            put(line.isMarked ? "<li class=\"at\"><b>▸ " : "<li><b>", line.number, "</b>",
                html(line.text), "</li>");
        put("</ol></div></td></tr>\n");
    }

    void writeRegisters()
    {
        if (m_document.registers.empty())
            return;
        put("<section id=\"registers\">");
        writeTitle("Registers", "frame 0");
        put("<dl class=\"regs\">");
        for (const auto& each : m_document.registers)
            put("<div><dt>", html(each.name), "</dt><dd class=\"code",
                each.isSuspect ? " suspect" : "", "\">", html(each.value),
                "</dd><dd class=\"mean\">", html(each.meaning), "</dd></div>");
        put("</dl></section>\n");
    }

    void writeTable(const DocumentTable& table, std::size_t index)
    {
        if (table.isFolded)
            put("<details id=\"t", index, "\"><summary><h2>", html(table.title), " <small>",
                table.rows.size(), "</small></h2></summary>\n");
        else {
            put("<section id=\"t", index, "\">");
            writeTitle(table.title, table.facts);
        }
        put("<div class=\"wide\"><table class=\"plain-rows\"><thead><tr>");
        for (const auto& column : table.columns)
            put("<th>", html(column), "</th>");
        put("</tr></thead><tbody>\n");
        for (const auto& row : table.rows) {
            put("<tr>");
            for (const auto& cell : row)
                writeCell(cell);
            put("</tr>\n");
        }
        put("</tbody></table></div>", table.isFolded ? "</details>\n" : "</section>\n");
    }

    void writeCell(const DocumentCell& cell)
    {
        put(cell.isCode ? "<td class=\"code\">" : "<td>", html(cell.text), badgeHtml(cell.badge));
        for (const auto& line : cell.further)
            put("<div class=\"", cell.isCode ? "lines" : "more", "\">", html(line), "</div>");
        put("</td>");
    }

    void writeSide()
    {
        put("<aside class=\"side\">\n<nav aria-label=\"Parts\"><ol>");
        writeEntry("stack", m_document.leading.title, m_document.leading.frames.size());
        writeEntry("others", "Other threads", m_document.others.size());
        writeEntry("registers", "Registers", m_document.registers.size());
        for (std::size_t i = 0; i < m_document.tables.size(); ++i)
            writeEntry(concat("t", i), m_document.tables[i].title,
                       m_document.tables[i].rows.size());
        put("</ol></nav>\n");
        if (m_document.shared) {
            put("<div class=\"shared\"><b>", html(m_document.shared->title), "</b>");
            for (const auto& line : m_document.shared->lines)
                put("<div>", html(line), "</div>");
            put("</div>\n");
        }
        writeFacts("Crash", m_document.crash);
        writeFacts("Annotations", m_document.annotations);
        put("</aside>\n");
    }

    void writeEntry(std::string_view id, std::string_view title, std::size_t count)
    {
        if (count != 0)
            put("<li><a href=\"#", id, "\">", html(title), "</a><span>", count, "</span></li>");
    }

    void writeFacts(std::string_view title, const std::vector<DocumentFact>& facts)
    {
        if (facts.empty())
            return;
        put("<h3>", html(title), "</h3><dl>");
        for (const auto& fact : facts)
            put("<dt>", html(fact.name), "</dt><dd>", textHtml(fact), "</dd>");
        put("</dl>\n");
    }

    void writeFoot()
    {
        put("<footer>");
        for (const auto& line : m_document.foot)
            put("<div>", html(line), "</div>");
        put("<div>one file, no scripts, nothing is loaded from elsewhere</div></footer>\n");
    }

    const ReportDocument& m_document;
    const std::function<void(std::string_view)>& m_sink;
};

} // namespace

void renderHtml(const ReportDocument& document, const std::function<void(std::string_view)>& sink)
{
    HtmlWriter(document, sink).write();
}

std::string renderHtml(const ReportDocument& document)
{
    std::string text;
    renderHtml(document, [&text](std::string_view piece) { text += piece; });
    return text;
}

} // namespace faultline::report

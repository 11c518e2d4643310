// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/report_painter.h"

#include "ui/style/theme.h"

#include <QFontDatabase>
#include <QGuiApplication>
#include <QPageLayout>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QTextLayout>

#include <algorithm>
#include <cmath>
#include <functional>

namespace faultline::ui {

namespace {

// Lengths in points of 1/72 inch; A4 without its edges.
constexpr double kWidth = 595 - 80;
constexpr double kHeight = 842 - 80 - 24; ///< The foot stands below.
constexpr double kMargin = 40;
constexpr int kResolution = 288; ///< Four dots for a point.

QString text(const std::string& utf8)
{
    return QString::fromStdString(utf8);
}

/// A font of this many points on a device with kResolution.
QFont sized(QFont font, double points, bool isBold = false)
{
    font.setPixelSize(std::max(1, int(std::lround(points * kResolution / 72))));
    font.setWeight(isBold ? QFont::DemiBold : QFont::Normal);
    return font;
}

/// One cell of a row: what stands in it and how.
struct Cell
{
    QString text;
    double left = 0;
    double width = 0;
    QFont font{};
    QColor colour{};
    const report::DocumentBadge* badge = nullptr;
};

/// Where pages begin and end, and what is drawn on them. Without a painter it only counts; with a
/// painter and no writer it ends with the first page.
class Pages
{
public:
    Pages(QPainter* painter, QPdfWriter* writer, QFont font, QString foot, int total)
        : m_painter(painter), m_writer(writer), m_font(std::move(font)), m_foot(std::move(foot)),
          m_total(total)
    {
    }

    int number() const { return m_number; }

    bool isOver() const { return m_isOver; }

    double y() const { return m_y; }

    void skip(double points) { m_y += points; }

    /// Begins a page unless so much fits on this one. Returns whether it did.
    bool reserve(double points)
    {
        if (m_y + points <= kHeight || m_y == 0)
            return false;
        finish();
        if (m_writer)
            m_writer->newPage();
        else if (m_painter)
            m_isOver = true;
        ++m_number;
        m_y = 0;
        return true;
    }

    void finish()
    {
        if (m_isOver)
            return;
        const QFont font = sized(m_font, 7);
        const QColor colour = lightTokens().dim;
        const QString pages =
            m_total == 0 ? QString() : QStringLiteral("%1 / %2").arg(m_number).arg(m_total);
        draw(m_foot, 0, kHeight + 12, kWidth - 60, font, colour, Qt::AlignLeft);
        draw(pages, kWidth - 60, kHeight + 12, 60, font, colour, Qt::AlignRight);
    }

    /// Draws one text within a width, with as many lines as it needs. Returns its height.
    double draw(const QString& what,
                double left,
                double top,
                double width,
                const QFont& font,
                const QColor& colour,
                Qt::Alignment alignment = Qt::AlignLeft)
    {
        if (m_isOver)
            return 0;
        QTextOption option(alignment);
        option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
        QTextLayout layout(what, font);
        layout.setTextOption(option);
        layout.beginLayout();
        double height = 0;
        for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
            line.setLineWidth(dots(width));
            line.setPosition({0, height});
            height += line.height();
        }
        layout.endLayout();
        if (m_painter) {
            m_painter->setPen(colour);
            layout.draw(m_painter, {dots(left), dots(top)});
        }
        return height * 72 / kResolution;
    }

    void fill(double left, double top, double width, double height, const QColor& colour)
    {
        if (!m_painter || m_isOver)
            return;
        m_painter->setPen(Qt::NoPen);
        m_painter->setBrush(colour);
        m_painter->drawRoundedRect(QRectF(dots(left), dots(top), dots(width), dots(height)),
                                   dots(2), dots(2));
    }

    void rule(double left, double width)
    {
        if (m_painter && !m_isOver)
            m_painter->fillRect(QRectF(dots(left), dots(m_y), dots(width), 2), lightTokens().line);
    }

private:
    static double dots(double points) { return points * kResolution / 72; }

    QPainter* m_painter;
    QPdfWriter* m_writer;
    QFont m_font;
    QString m_foot;
    int m_total; ///< 0: not known.
    bool m_isOver = false;
    int m_number = 1;
    double m_y = 0;
};

QColor groundOf(report::Tone tone)
{
    const ThemeTokens& tokens = lightTokens();
    switch (tone) {
    case report::Tone::Good: return tokens.okGround;
    case report::Tone::Lacking: return tokens.warnGround;
    case report::Tone::Note: return tokens.selection;
    case report::Tone::Inlined: return tokens.inlinedGround;
    case report::Tone::Crash: return tokens.crashGround;
    case report::Tone::Plain:
    case report::Tone::Dim:
    case report::Tone::Guess: break;
    }
    return tokens.window;
}

QColor colourOf(report::Tone tone)
{
    const ThemeTokens& tokens = lightTokens();
    switch (tone) {
    case report::Tone::Plain: return tokens.text;
    case report::Tone::Dim: return tokens.dim;
    case report::Tone::Good: return tokens.ok;
    case report::Tone::Lacking: return tokens.warn;
    case report::Tone::Crash: return tokens.crash;
    case report::Tone::Note: return tokens.link;
    case report::Tone::Inlined: return tokens.inlined;
    case report::Tone::Guess: return tokens.scan;
    }
    return tokens.text;
}

class DocumentPainter
{
public:
    DocumentPainter(const report::ReportDocument& document,
                    const DocumentFonts& fonts,
                    Pages& pages)
        : m_document(document), m_fonts(fonts), m_pages(pages)
    {
    }

    void paint()
    {
        paintHead();
        paintStack(m_document.leading);
        for (const auto& stack : m_document.related)
            paintStack(stack);
        if (!m_document.others.empty()) {
            title(QStringLiteral("Other threads"), text(m_document.othersFacts));
            for (const auto& stack : m_document.others)
                paintOther(stack);
        }
        paintRegisters();
        for (const auto& table : m_document.tables)
            paintTable(table);
        paintShared();
        paintFacts(QStringLiteral("Crash"), m_document.crash);
        paintFacts(QStringLiteral("Annotations"), m_document.annotations);
        paintFoot();
        m_pages.finish();
    }

private:
    QFont body() const { return sized(m_fonts.text, 8); }

    QFont code() const { return sized(m_fonts.code, 7.5); }

    QFont heading() const { return sized(m_fonts.text, 10.5, true); }

    void paragraph(const QString& what, const QFont& font, const QColor& colour, double after)
    {
        if (m_pages.isOver())
            return;
        Pages measure(nullptr, nullptr, {}, {}, 0);
        m_pages.reserve(measure.draw(what, 0, 0, kWidth, font, colour));
        m_pages.skip(m_pages.draw(what, 0, m_pages.y(), kWidth, font, colour) + after);
    }

    void title(const QString& what, const QString& facts)
    {
        constexpr double kWithFirstRows = 60; // A title never stands alone at the end of a page.
        m_pages.skip(12);
        m_pages.reserve(kWithFirstRows);
        const QString line = facts.isEmpty() ? what : what + QStringLiteral("   ") + facts;
        const double top = m_pages.y();
        const double height = m_pages.draw(what, 0, top, kWidth, heading(), lightTokens().text);
        if (!facts.isEmpty()) {
            const double left =
                QFontMetricsF(heading()).horizontalAdvance(what) * 72 / kResolution + 10;
            m_pages.draw(facts, left, top + 2, std::max(60.0, kWidth - left), body(),
                         lightTokens().dim);
        }
        m_pages.skip(height + 4);
    }

    void paintHead()
    {
        const ThemeTokens& tokens = lightTokens();
        paragraph(text(m_document.title), sized(m_fonts.text, 15, true), tokens.text, 3);
        QString line;
        for (const auto& part : m_document.subtitle)
            line += (line.isEmpty() ? QString() : QStringLiteral(" ")) + text(part.text);
        if (!line.isEmpty())
            paragraph(line, sized(m_fonts.text, 8.5), tokens.dim, 8);
        paintFactsInLine();
        if (m_document.signature) {
            paragraph(QStringLiteral("Signature"), body(), tokens.dim, 1);
            paragraph(text(*m_document.signature), code(), tokens.text, 6);
        }
        m_pages.rule(0, kWidth);
    }

    void paintFactsInLine()
    {
        const ThemeTokens& tokens = lightTokens();
        double left = 0;
        double height = 0;
        for (const auto& fact : m_document.facts) {
            const double width = std::max(widthOf(fact.name), widthOf(fact.text)) + 22;
            if (left > 0 && left + width > kWidth) {
                m_pages.skip(height);
                left = 0;
                height = 0;
            }
            const double room = std::min(width, kWidth);
            const double name =
                m_pages.draw(text(fact.name), left, m_pages.y(), room, body(), tokens.dim);
            const double value =
                m_pages.draw(text(fact.text), left, m_pages.y() + name, room, body(), tokens.text);
            height = std::max(height, name + value + 6);
            left += width;
        }
        m_pages.skip(height);
    }

    double widthOf(const std::string& what) const
    {
        return QFontMetricsF(body()).horizontalAdvance(text(what)) * 72 / kResolution;
    }

    /// Draws the cells of a row as high as the highest. `header` is called on a new page.
    void row(const std::vector<Cell>& cells, const std::function<void()>& header = {})
    {
        if (m_pages.isOver())
            return;
        Pages measure(nullptr, nullptr, {}, {}, 0);
        double height = 0;
        for (const Cell& cell : cells)
            height =
                std::max(height, measure.draw(cell.text, 0, 0, cell.width, cell.font, cell.colour));
        if (m_pages.reserve(height + 3) && header)
            header();
        for (const Cell& cell : cells) {
            if (cell.badge)
                badge(cell);
            else
                m_pages.draw(cell.text, cell.left, m_pages.y(), cell.width, cell.font, cell.colour);
        }
        m_pages.skip(height + 3);
    }

    void badge(const Cell& cell)
    {
        if (cell.text.isEmpty())
            return;
        const double width =
            QFontMetricsF(cell.font).horizontalAdvance(cell.text) * 72 / kResolution + 8;
        m_pages.fill(cell.left, m_pages.y() - 1, width, 12, groundOf(cell.badge->tone));
        m_pages.draw(cell.text, cell.left + 4, m_pages.y(), width, cell.font,
                     colourOf(cell.badge->tone));
    }

    static Cell
    cell(const QString& what, double left, double width, const QFont& font, const QColor& colour)
    {
        return {.text = what, .left = left, .width = width, .font = font, .colour = colour};
    }

    void headerRow(const std::vector<Cell>& cells)
    {
        row(cells);
        m_pages.rule(0, kWidth);
        m_pages.skip(3);
    }

    void stackHeader()
    {
        const QColor dim = lightTokens().dim;
        headerRow({cell(QStringLiteral("#"), 4, 20, body(), dim),
                   cell(QStringLiteral("Function"), 34, 200, body(), dim),
                   cell(QStringLiteral("Module"), 268, 80, body(), dim),
                   cell(QStringLiteral("Location"), 352, 100, body(), dim),
                   cell(QStringLiteral("Trust"), 462, 52, body(), dim)});
    }

    void paintStack(const report::DocumentStack& stack)
    {
        if (stack.title.empty())
            return;
        title(text(stack.title), text(stack.facts));
        paintFrames(stack);
    }

    void paintOther(const report::DocumentStack& stack)
    {
        constexpr double kWithFirstRows = 40;
        m_pages.skip(4);
        m_pages.reserve(kWithFirstRows);
        row({cell(text(stack.title), 0, 300, body(), lightTokens().text),
             cell(text(stack.facts), 352, 160, body(), lightTokens().dim)});
        paintFrames(stack);
        m_pages.rule(0, kWidth);
    }

    void paintFrames(const report::DocumentStack& stack)
    {
        if (!stack.error.empty())
            paragraph(text(stack.error), body(), lightTokens().text, 3);
        if (!stack.frames.empty())
            stackHeader();
        for (std::size_t i = 0; i < stack.frames.size(); ++i) {
            paintFrame(stack.frames[i]);
            if (stack.source && stack.source->row == i)
                paintSource(*stack.source);
        }
        for (const auto& remark : stack.remarks)
            paragraph(text(remark), body(), lightTokens().dim, 2);
    }

    void paintFrame(const report::DocumentFrame& frame)
    {
        const ThemeTokens& tokens = lightTokens();
        if (!frame.remark.empty())
            return paragraph(text(frame.remark), body(), tokens.warn, 3);
        QString function = text(frame.function);
        for (const auto* further : {&frame.problem, &frame.original}) {
            if (!further->empty())
                function += QStringLiteral("  ") + text(*further);
        }
        const QString number = (frame.isInlined ? QStringLiteral("⤷") : text(frame.number)) +
                               (frame.isCrash ? QStringLiteral(" ▸") : QString());
        Cell trust = cell(text(frame.trust.word), 462, 52, sized(m_fonts.text, 7), tokens.dim);
        trust.badge = &frame.trust;
        const double indent = frame.isInlined ? 8 : 0;
        row({cell(number, 4, 28, body(), frame.isCrash ? tokens.crash : tokens.faint),
             cell(function, 34 + indent, 228 - indent, code(), colourOf(frame.tone)),
             cell(text(frame.module), 268, 80, body(), tokens.dim),
             cell(text(frame.location), 352, 106, code(), tokens.dim), std::move(trust)},
            [this] { stackHeader(); });
    }

    void paintSource(const report::DocumentSource& source)
    {
        const ThemeTokens& tokens = lightTokens();
        m_pages.skip(3);
        paragraph(text(source.path), body(), tokens.dim, 2);
        for (const auto& line : source.lines) {
            const double top = m_pages.y();
            if (line.isMarked && top + 12 < kHeight)
                m_pages.fill(0, top - 1, kWidth, 12, tokens.crashGround);
            row({cell(QString::number(line.number), 8, 34, code(),
                      line.isMarked ? tokens.crash : tokens.faint),
                 cell(text(line.text), 48, kWidth - 52, code(), tokens.text)});
        }
        m_pages.skip(3);
    }

    void paintRegisters()
    {
        if (m_document.registers.empty())
            return;
        const ThemeTokens& tokens = lightTokens();
        title(QStringLiteral("Registers"), QStringLiteral("frame 0"));
        for (std::size_t i = 0; i < m_document.registers.size(); i += 2) {
            std::vector<Cell> cells;
            for (std::size_t at = i; at < std::min(i + 2, m_document.registers.size()); ++at) {
                const auto& each = m_document.registers[at];
                const double left = at == i ? 0 : kWidth / 2;
                const QColor colour = each.isSuspect ? tokens.crash : tokens.text;
                cells.push_back(cell(text(each.name), left, 34, body(), tokens.text));
                cells.push_back(cell(text(each.value), left + 36, 94, code(), colour));
                cells.push_back(
                    cell(text(each.meaning), left + 132, kWidth / 2 - 136, body(), tokens.dim));
            }
            row(cells);
        }
    }

    void paintTable(const report::DocumentTable& table)
    {
        title(text(table.title), text(table.facts));
        const double width = kWidth / double(std::max<std::size_t>(1, table.columns.size()));
        const auto header = [&] {
            std::vector<Cell> cells;
            for (std::size_t i = 0; i < table.columns.size(); ++i)
                cells.push_back(cell(text(table.columns[i]), double(i) * width, width - 6, body(),
                                     lightTokens().dim));
            headerRow(cells);
        };
        header();
        for (const auto& each : table.rows) {
            std::vector<Cell> cells;
            for (std::size_t i = 0; i < each.size(); ++i)
                cells.push_back(tableCell(each[i], double(i) * width, width - 6));
            row(cells, header);
        }
    }

    Cell tableCell(const report::DocumentCell& given, double left, double width) const
    {
        QString what = text(given.text);
        for (const auto& line : given.further)
            what += (what.isEmpty() ? QString() : QString(QChar::LineSeparator)) + text(line);
        Cell made = cell(what, left, width, given.isCode ? code() : body(), lightTokens().text);
        if (!given.badge.word.empty()) {
            made.text = text(given.badge.word);
            made.badge = &given.badge;
        }
        return made;
    }

    void paintShared()
    {
        if (!m_document.shared)
            return;
        const ThemeTokens& tokens = lightTokens();
        title(text(m_document.shared->title), {});
        for (const auto& line : m_document.shared->lines)
            paragraph(text(line), body(), tokens.warn, 2);
    }

    void paintFacts(const QString& name, const std::vector<report::DocumentFact>& facts)
    {
        if (facts.empty())
            return;
        title(name, {});
        for (const auto& fact : facts)
            row({cell(text(fact.name), 0, 110, body(), lightTokens().dim),
                 cell(text(fact.text), 116, kWidth - 120, fact.isCode ? code() : body(),
                      lightTokens().text)});
    }

    void paintFoot()
    {
        m_pages.skip(10);
        for (const auto& line : m_document.foot)
            paragraph(text(line), body(), lightTokens().dim, 1);
    }

    const report::ReportDocument& m_document;
    const DocumentFonts& m_fonts;
    Pages& m_pages;
};

QString footOf(const report::ReportDocument& document)
{
    return text(document.signature ? *document.signature : document.title).left(120);
}

int pageCount(const report::ReportDocument& document, const DocumentFonts& fonts)
{
    Pages pages(nullptr, nullptr, fonts.text, footOf(document), 0);
    DocumentPainter(document, fonts, pages).paint();
    return pages.number();
}

} // namespace

DocumentFonts documentFonts()
{
    DocumentFonts fonts{.text = QGuiApplication::font(),
                        .code = QFontDatabase::systemFont(QFontDatabase::FixedFont)};
    // Joined letters turn "->" and "0x" into other signs.
    for (QFont* font : {&fonts.text, &fonts.code})
        font->setStyleStrategy(QFont::PreferNoShaping);
    return fonts;
}

bool paintReport(const report::ReportDocument& document,
                 const DocumentFonts& fonts,
                 QIODevice& device)
{
    QPdfWriter writer(&device);
    writer.setResolution(kResolution);
    writer.setTitle(text(document.title));
    writer.setCreator(QStringLiteral("Faultline"));
    writer.setPageLayout({QPageSize(QPageSize::A4), QPageLayout::Portrait,
                          QMarginsF(kMargin, kMargin, kMargin, kMargin), QPageLayout::Point});
    QPainter painter(&writer);
    if (!painter.isActive())
        return false;
    Pages pages(&painter, &writer, fonts.text, footOf(document), pageCount(document, fonts));
    DocumentPainter(document, fonts, pages).paint();
    return painter.end();
}

QImage paintFirstPage(const report::ReportDocument& document, const DocumentFonts& fonts, int width)
{
    const double scale = double(width) / (595.0 * kResolution / 72);
    QImage image(width, int(842.0 * width / 595), QImage::Format_RGB32);
    image.fill(lightTokens().base);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::TextAntialiasing);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(scale, scale);
    painter.translate(kMargin * kResolution / 72, kMargin * kResolution / 72);
    painter.setClipRect(QRectF(-kMargin * kResolution / 72, -kMargin * kResolution / 72,
                               595.0 * kResolution / 72, (kHeight + kMargin) * kResolution / 72));
    Pages pages(&painter, nullptr, fonts.text, footOf(document), 0);
    DocumentPainter(document, fonts, pages).paint();
    return image;
}

} // namespace faultline::ui

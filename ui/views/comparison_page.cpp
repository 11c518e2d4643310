// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/comparison_page.h"

#include "ui/models/shown_text.h"
#include "ui/style/text_colour.h"
#include "ui/views/elided_label.h"
#include "ui/views/footer_bar.h"
#include "ui/views/page_head.h"
#include "ui/views/panel_header.h"
#include "ui/views/row_view.h"
#include "ui/views/state_page.h"
#include "ui/views/tight_layout.h"

#include <QPainter>
#include <QSignalBlocker>

namespace faultline::ui {

ComparisonPage::ComparisonPage(const Theme& theme, ComparisonSession& comparison, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_comparison(comparison),
      m_head(new PageHead(theme, QStringLiteral("comparison"), this)),
      m_only(new QPushButton(tr("Differences only"))), m_swap(new QPushButton(tr("Swap"))),
      m_previous(new QPushButton(tr("Previous"))), m_next(new QPushButton(tr("Next"))),
      m_copy(new QPushButton(tr("Copy"))), m_left(makeSide(QStringLiteral("comparison.left"))),
      m_right(makeSide(QStringLiteral("comparison.right"))), m_sides(buildSides()),
      m_stackTitle(new PanelHeader(theme, tr("Crash stack"))),
      m_frames(new RowView(theme, RowHeight::Dense)),
      m_framesView(new StatefulView(theme, m_frames)),
      m_facts(new RowView(theme, RowHeight::Dense)), m_factsFooter(new FooterBar(theme)),
      m_modules(new RowView(theme, RowHeight::Dense)), m_modulesFooter(new FooterBar(theme)),
      m_view(new StatefulView(theme, buildContent(), this))
{
    setObjectName(QStringLiteral("page.diff"));
    m_only->setCheckable(true);
    m_only->setObjectName(QStringLiteral("comparison.only"));
    m_swap->setObjectName(QStringLiteral("comparison.swap"));
    m_previous->setObjectName(QStringLiteral("comparison.previous"));
    m_previous->setAccessibleName(tr("Previous difference"));
    m_next->setObjectName(QStringLiteral("comparison.next"));
    m_next->setAccessibleName(tr("Next difference"));
    m_copy->setObjectName(QStringLiteral("comparison.copy"));
    m_copy->setToolTip(tr("Copies what differs as Markdown"));
    for (QPushButton* button : {m_only, m_swap, m_previous, m_next, m_copy})
        m_head->addRight(button);
    QBoxLayout* layout = tight(new QVBoxLayout(this));
    layout->addWidget(m_head);
    layout->addWidget(m_view, 1);
    setFocusProxy(m_frames);
    connectComparison();
    connect(&theme, &Theme::changed, this, &ComparisonPage::applyTheme);
    applyTheme();
    refresh();
}

ComparisonPage::Side ComparisonPage::makeSide(const QString& name)
{
    Side side{.name = new ElidedLabel(Qt::ElideMiddle),
              .facts = new ElidedLabel(Qt::ElideRight),
              .area = new QWidget};
    side.name->setObjectName(name);
    auto* layout = new QVBoxLayout(side.area);
    layout->setSpacing(0);
    layout->addWidget(side.name);
    layout->addWidget(side.facts);
    return side;
}

QWidget* ComparisonPage::buildSides()
{
    auto* sides = new QWidget;
    QBoxLayout* layout = tight(new QHBoxLayout(sides));
    layout->addWidget(m_left.area, 1);
    layout->addWidget(new PanelEdge(m_theme, Qt::Vertical));
    layout->addWidget(m_right.area, 1);
    return sides;
}

QWidget* ComparisonPage::buildContent()
{
    m_frames->setModel(&m_comparison.frames());
    m_frames->setObjectName(QStringLiteral("comparison.frames"));
    m_frames->setAccessibleName(tr("Stacks of both reports"));
    m_frames->setHeaderHidden(true);
    auto* content = new QWidget;
    QBoxLayout* layout = tight(new QVBoxLayout(content));
    layout->addWidget(m_sides);
    layout->addWidget(new PanelEdge(m_theme, Qt::Horizontal));
    layout->addWidget(m_stackTitle);
    layout->addWidget(m_framesView, 3);
    layout->addWidget(buildLower(), 2);
    return content;
}

QWidget* ComparisonPage::buildFacts()
{
    m_facts->setModel(&m_comparison.facts());
    m_facts->setObjectName(QStringLiteral("comparison.fact_rows"));
    m_facts->setAccessibleName(tr("Facts of both reports"));
    m_factsFooter->setObjectName(QStringLiteral("comparison.facts_footer"));
    auto* facts = new QWidget;
    QBoxLayout* layout = tight(new QVBoxLayout(facts));
    layout->addWidget(new PanelHeader(m_theme, tr("Facts")));
    layout->addWidget(m_facts, 1);
    layout->addWidget(m_factsFooter);
    return facts;
}

QWidget* ComparisonPage::buildLower()
{
    m_modules->setModel(&m_comparison.modules());
    m_modules->setObjectName(QStringLiteral("comparison.module_rows"));
    m_modules->setAccessibleName(tr("Modules that differ"));
    m_modules->setRooms({{.width = 22}, {.width = 22}, {.width = 0}, {.width = 14, .firmness = 1}});
    m_modulesFooter->setObjectName(QStringLiteral("comparison.modules_footer"));
    auto* modules = new QWidget;
    QBoxLayout* modulesLayout = tight(new QVBoxLayout(modules));
    modulesLayout->addWidget(new PanelHeader(m_theme, tr("Modules")));
    modulesLayout->addWidget(m_modules, 1);
    modulesLayout->addWidget(m_modulesFooter);
    auto* lower = new QWidget;
    QBoxLayout* layout = tight(new QHBoxLayout(lower));
    layout->addWidget(buildFacts(), 1);
    layout->addWidget(new PanelEdge(m_theme, Qt::Vertical));
    layout->addWidget(modules, 1);
    return lower;
}

void ComparisonPage::connectComparison()
{
    connect(&m_comparison, &ComparisonSession::changed, this, &ComparisonPage::refresh);
    connect(m_only, &QPushButton::toggled, &m_comparison, &ComparisonSession::showDifferencesOnly);
    connect(m_swap, &QPushButton::clicked, &m_comparison, &ComparisonSession::swap);
    connect(m_previous, &QPushButton::clicked, this, [this] { stepDifference(-1); });
    connect(m_next, &QPushButton::clicked, this, [this] { stepDifference(+1); });
    connect(m_copy, &QPushButton::clicked, this,
            [this] { Q_EMIT copyRequested(m_comparison.markdown()); });
    connect(m_modulesFooter, &FooterBar::clicked, this,
            [this] { m_comparison.showEqualModules(!m_comparison.showsEqualModules()); });
    connect(m_factsFooter, &FooterBar::clicked, this,
            [this] { m_comparison.showEqualFacts(!m_comparison.showsEqualFacts()); });
}

/// Rows that are all hidden are not missing.
void ComparisonPage::showFrames()
{
    const QSignalBlocker quiet(m_only);
    m_only->setChecked(m_comparison.showsDifferencesOnly());
    if (m_comparison.frames().rowCount() > 0)
        return m_framesView->showContent();
    const ViewState::Button all{tr("Show equal rows"), [this] { m_only->setChecked(false); }};
    const bool areHidden = m_comparison.showsDifferencesOnly();
    m_framesView->showState(
        {QStringLiteral("details"),
         areHidden ? tr("The stacks do not differ.") : tr("Neither report has a stack."),
         areHidden ? QList<ViewState::Button>{all} : QList<ViewState::Button>(),
         {}});
}

void ComparisonPage::refresh()
{
    showFrames();
    using State = ComparisonSession::State;
    const QString icon = QStringLiteral("details");
    switch (m_comparison.state()) {
    case State::Nothing:
        m_head->setTexts(tr("Nothing is compared"), {});
        m_view->showState(
            {icon,
             tr("Select two reports of the library, or compare the open report with another one."),
             {},
             {}});
        break;
    case State::Reading:
        m_head->setTexts(tr("Comparing…"), {});
        m_view->showState({icon, tr("Comparing…"), {}, {}});
        break;
    case State::Failed:
        m_head->setTexts(tr("The reports cannot be compared"), {});
        m_view->showState({QStringLiteral("warning"),
                           tr("The reports cannot be compared."),
                           {{tr("Try again"), [this] { m_comparison.again(); }}},
                           m_comparison.problem()});
        break;
    case State::Ready: showContent(); break;
    }
    const bool isReady = m_comparison.state() == State::Ready;
    const ComparisonHead& head = m_comparison.head();
    const bool differs =
        isReady && head.otherLine + head.moved + head.onlyLeft + head.onlyRight > 0;
    for (QPushButton* button : {m_only, m_swap, m_copy})
        button->setEnabled(isReady);
    m_previous->setEnabled(differs);
    m_next->setEnabled(differs);
    Q_EMIT changed();
}

QString ComparisonPage::countsText(const ComparisonHead& head) const
{
    QStringList counts{tr("%Ln same", nullptr, head.same)};
    if (head.otherLine > 0)
        counts.append(tr("%Ln at other lines", nullptr, head.otherLine));
    if (head.moved > 0)
        counts.append(tr("%Ln moved", nullptr, head.moved));
    if (head.onlyLeft > 0)
        counts.append(tr("%Ln only left", nullptr, head.onlyLeft));
    if (head.onlyRight > 0)
        counts.append(tr("%Ln only right", nullptr, head.onlyRight));
    return counts.join(QStringLiteral("  ·  "));
}

void ComparisonPage::showSide(const Side& side, const ComparedSide& text)
{
    side.name->setFullText(text.name);
    side.name->setToolTip(shownText(text.path));
    side.facts->setFullText(text.facts);
}

void ComparisonPage::showContent()
{
    const ComparisonHead& head = m_comparison.head();
    m_head->setTexts(head.sentence, head.facts);
    showSide(m_left, head.left);
    showSide(m_right, head.right);
    m_stackTitle->setCaption(countsText(head));
    const QString equal = tr("%Ln equal fact(s)", nullptr, head.equalFacts);
    const bool areShown = m_comparison.showsEqualFacts();
    m_factsFooter->setText(head.equalFacts == 0 ? QString()
                           : areShown           ? equal
                                                : tr("%1 hidden").arg(equal),
                           areShown ? tr("Hide") : tr("Show"));
    m_modulesFooter->setText(
        //: how many modules differ, how many are equal
        tr("%1, %2").arg(tr("%Ln module(s) differ", nullptr, head.differentModules),
                         tr("%Ln equal", nullptr, int(head.equalModules))),
        head.equalModules == 0             ? QString()
        : m_comparison.showsEqualModules() ? tr("Hide")
                                           : tr("Show"));
    m_view->showContent();
}

QString ComparisonPage::tabName() const
{
    const ComparisonHead& head = m_comparison.head();
    return head.left.name.isEmpty() ? tr("Comparison")
                                    : head.left.name + QStringLiteral(" ↔ ") + head.right.name;
}

void ComparisonPage::stepDifference(int direction)
{
    ComparedFrameModel& rows = m_comparison.frames();
    const int count = rows.rowCount();
    const int current = m_frames->currentIndex().row();
    int at = current < 0 && direction < 0 ? 0 : current;
    for (int step = 0; step < count; ++step) {
        at = (at + direction + count) % count;
        if (rows.rowAt(at)->relation != Relation::Same) {
            m_frames->setCurrentIndex(rows.index(at, 0));
            m_frames->scrollTo(rows.index(at, 0));
            return;
        }
    }
}

void ComparisonPage::applyTheme()
{
    const Metrics& m = m_theme.metrics();
    for (const Side& side : {m_left, m_right}) {
        side.area->layout()->setContentsMargins(m.barMargin(), m.step, m.barMargin(), m.step);
        side.facts->setFont(m_theme.captionFont());
        setTextColour(*side.facts, m_theme.tokens().dim);
    }
    m_frames->setMinimumHeight(5 * m.denseRow());
    m_facts->setMinimumHeight(3 * m.denseRow());
    update();
}

void ComparisonPage::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), m_theme.tokens().base);
}

} // namespace faultline::ui

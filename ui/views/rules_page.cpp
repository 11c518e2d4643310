// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/rules_page.h"

#include "ui/models/shown_text.h"
#include "ui/style/plain_label.h"
#include "ui/style/text_colour.h"
#include "ui/style/workbench_style.h"
#include "ui/views/notice_bar.h"
#include "ui/views/numbered_text.h"
#include "ui/views/page_head.h"
#include "ui/views/panel_header.h"
#include "ui/views/row_view.h"
#include "ui/views/segment_button.h"
#include "ui/views/state_page.h"
#include "ui/views/tight_layout.h"

#include <QPainter>
#include <QTextBlock>

#include <algorithm>
#include <array>

namespace faultline::ui {

namespace {

constexpr int kMostProblems = 3; ///< More lines would take the room of the text.
// In steps of the theme.
constexpr int kEditor = 150;
constexpr int kNarrowEditor = 100;
constexpr int kLeastWithWideEditor = 330;

/// In the order of the tabs.
constexpr std::array kLists{signature::ListKind::Prefix, signature::ListKind::Irrelevant,
                            signature::ListKind::Sentinels, signature::ListKind::LineNumbers,
                            signature::ListKind::FrameRules};

QString listTitle(signature::ListKind list)
{
    switch (list) {
    case signature::ListKind::Sentinels: return RulesPage::tr("Start");
    case signature::ListKind::Irrelevant: return RulesPage::tr("Irrelevant");
    case signature::ListKind::Prefix: return RulesPage::tr("Prefix");
    case signature::ListKind::LineNumbers: return RulesPage::tr("Line numbers");
    case signature::ListKind::FrameRules: return RulesPage::tr("Frame rules");
    }
    return {};
}

QString listHint(signature::ListKind list)
{
    switch (list) {
    case signature::ListKind::Sentinels:
        return RulesPage::tr(
            "Exact names. The signature starts at the first frame that equals one.");
    case signature::ListKind::Irrelevant:
        return RulesPage::tr("Regular expressions of frames that are passed over.");
    case signature::ListKind::Prefix:
        return RulesPage::tr("Regular expressions of frames after which the signature goes on.");
    case signature::ListKind::LineNumbers:
        return RulesPage::tr("Regular expressions of functions that are named with their line.");
    case signature::ListKind::FrameRules:
        return RulesPage::tr("Which frames belong to the program (+app, -app) or to no signature "
                             "(-group), such as: stack.function:boost::* -group");
    }
    return {};
}

} // namespace

RulesPage::RulesPage(const Theme& theme, RulesSession& rules, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_rules(rules),
      m_head(new PageHead(theme, QStringLiteral("rules"), this)),
      m_discard(new QPushButton(tr("Discard"))), m_revert(new QPushButton(tr("Former rules"))),
      m_apply(new QPushButton(tr("Sign again"))), m_lists(new QTabBar),
      m_own(new SegmentButton(theme, tr("Own"))),
      m_shipped(new SegmentButton(theme, tr("Shipped"))), m_editor(new NumberedText(theme)),
      m_hint(plainLabel()), m_notice(new NoticeBar(theme)),
      m_movesTitle(new PanelHeader(theme, tr("What would change"))),
      m_moves(new RowView(theme, RowHeight::Dense)), m_movesView(new StatefulView(theme, m_moves)),
      m_traceTitle(new PanelHeader(theme, tr("Before and after"))),
      m_trace(new RowView(theme, RowHeight::Dense)), m_traceView(new StatefulView(theme, m_trace)),
      m_signatures(plainLabel()), m_view(new StatefulView(theme, buildContent(), this))
{
    setObjectName(QStringLiteral("page.rules"));
    m_discard->setObjectName(QStringLiteral("rules.discard"));
    m_discard->setToolTip(tr("Takes the rules that are in force"));
    m_revert->setObjectName(QStringLiteral("rules.revert"));
    m_revert->setToolTip(tr("Puts the rules before the last change in force again"));
    m_apply->setObjectName(QStringLiteral("rules.apply"));
    m_apply->setProperty(kPrimary, true);
    for (QPushButton* button : {m_discard, m_revert, m_apply})
        m_head->addRight(button);
    QBoxLayout* layout = tight(new QVBoxLayout(this));
    layout->addWidget(m_head);
    layout->addWidget(m_view, 1);
    setFocusProxy(m_editor);
    connectRules();
    connect(&theme, &Theme::changed, this, &RulesPage::applyTheme);
    applyTheme();
    refresh();
    showText();
}

QWidget* RulesPage::buildContent()
{
    auto* content = new QWidget;
    QBoxLayout* layout = tight(new QHBoxLayout(content));
    layout->addWidget(buildEditor());
    layout->addWidget(new PanelEdge(m_theme, Qt::Vertical));
    layout->addWidget(buildEffects(), 1);
    return content;
}

QWidget* RulesPage::buildEditor()
{
    m_lists->setObjectName(QStringLiteral("rules.lists"));
    m_lists->setAccessibleName(tr("Lists of rules"));
    m_lists->setExpanding(false);
    m_lists->setDrawBase(false);
    m_lists->setAutoFillBackground(true); // The strip goes on beside its tabs.
    for (const auto list : kLists)
        m_lists->addTab(withoutKeys(listTitle(list)));
    auto* title = new PanelHeader(m_theme, tr("Rules"));
    for (SegmentButton* button : {m_own, m_shipped}) {
        button->setCheckable(true);
        button->setAutoExclusive(true);
        title->addRight(button);
    }
    m_own->setChecked(true);
    m_own->setObjectName(QStringLiteral("rules.own"));
    m_shipped->setObjectName(QStringLiteral("rules.shipped"));
    m_editor->setObjectName(QStringLiteral("rules.text"));
    m_editor->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_editor->setFrameShape(QFrame::NoFrame);
    m_editor->setTabChangesFocus(true);
    m_hint->setWordWrap(true);
    auto* editor = new QWidget;
    editor->setObjectName(QStringLiteral("rules.editor"));
    QBoxLayout* layout = tight(new QVBoxLayout(editor));
    layout->addWidget(title);
    layout->addWidget(m_lists);
    layout->addWidget(m_hint);
    layout->addWidget(m_editor, 1);
    layout->addWidget(m_notice);
    return editor;
}

QWidget* RulesPage::buildEffects()
{
    m_moves->setModel(&m_rules.moves());
    m_moves->setObjectName(QStringLiteral("rules.moves"));
    m_moves->setAccessibleName(tr("Groups that would change"));
    m_trace->setModel(&m_rules.trace());
    m_trace->setObjectName(QStringLiteral("rules.trace"));
    m_trace->setAccessibleName(tr("Frames of the open report"));
    m_signatures->setObjectName(QStringLiteral("rules.signatures"));
    m_signatures->setWordWrap(true);
    m_signatures->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* effects = new QWidget;
    QBoxLayout* layout = tight(new QVBoxLayout(effects));
    layout->addWidget(m_movesTitle);
    layout->addWidget(m_movesView, 2);
    layout->addWidget(m_traceTitle);
    layout->addWidget(m_traceView, 3);
    layout->addWidget(new PanelEdge(m_theme, Qt::Horizontal));
    layout->addWidget(m_signatures);
    return effects;
}

void RulesPage::connectRules()
{
    connect(&m_rules, &RulesSession::changed, this, &RulesPage::refresh);
    connect(&m_rules, &RulesSession::textsChanged, this, &RulesPage::showText);
    connect(&m_rules, &RulesSession::applied, this, [this](const QString& message, bool isFailure) {
        if (!isFailure)
            Q_EMIT messageGiven(message);
    });
    connect(m_lists, &QTabBar::currentChanged, this, &RulesPage::showText);
    connect(m_own, &SegmentButton::toggled, this, &RulesPage::showText);
    connect(m_discard, &QPushButton::clicked, &m_rules, &RulesSession::discard);
    connect(m_revert, &QPushButton::clicked, &m_rules, &RulesSession::revert);
    connect(m_apply, &QPushButton::clicked, &m_rules, qOverload<>(&RulesSession::apply));
    connect(m_editor, &QPlainTextEdit::textChanged, this, [this] {
        if (!m_isShowingText && !showsShipped())
            m_rules.setOwnText(currentList(), m_editor->toPlainText());
    });
}

void RulesPage::showReport(const QString& name, std::shared_ptr<const Report> report)
{
    m_rules.setReport(name, std::move(report));
}

int RulesPage::currentList() const
{
    return int(kLists[std::size_t(std::max(0, m_lists->currentIndex()))]);
}

bool RulesPage::showsShipped() const
{
    return m_shipped->isChecked();
}

void RulesPage::showText()
{
    m_isShowingText = true;
    const int list = currentList();
    const QString text = showsShipped() ? m_rules.shippedText(list) : m_rules.ownText(list);
    if (m_editor->toPlainText() != text)
        m_editor->setPlainText(text);
    m_isShowingText = false;
    const bool canEdit =
        !showsShipped() && m_rules.canChange() && m_rules.check() != RulesSession::Check::Applying;
    m_editor->setReadOnly(!canEdit);
    m_editor->setAccessibleName(showsShipped() ? tr("Shipped rules, read only") : tr("Own rules"));
    m_editor->setPlaceholderText(tr("No rules of your own in this list. One entry a line, # begins "
                                    "a comment, #- and an entry takes a shipped one away."));
    m_hint->setText(listHint(kLists[std::size_t(std::max(0, m_lists->currentIndex()))]));
    showHead();
    showProblems();
}

QString RulesPage::sentence() const
{
    using Check = RulesSession::Check;
    switch (m_rules.check()) {
    case Check::None: return tr("Open a library to see what would move");
    case Check::Checking:
        return m_rules.reports() == 0
                   ? tr("Checking the library…")
                   : tr("Checking %Ln report(s)…", nullptr, int(m_rules.reports()));
    case Check::Applying: return tr("Signing the reports again…");
    case Check::Failed: return tr("The rules cannot be used like this");
    case Check::Done: break;
    }
    if (m_rules.movedReports() == 0)
        return tr("No report moves");
    QStringList parts{tr("%Ln report(s) move", nullptr, int(m_rules.movedReports()))};
    if (m_rules.merges() > 0)
        parts.append(tr("%Ln signature(s) join groups", nullptr, int(m_rules.merges())));
    if (m_rules.splits() > 0)
        parts.append(tr("%Ln group(s) split", nullptr, int(m_rules.splits())));
    return parts.join(QStringLiteral(", "));
}

QString RulesPage::facts() const
{
    if (m_rules.check() == RulesSession::Check::Failed)
        return m_rules.checkProblem();
    QStringList facts;
    if (m_rules.hasProblems())
        facts.append(tr("lines that are no rules are left out"));
    if (m_rules.check() == RulesSession::Check::Done && m_rules.keptReports() > 0)
        facts.append(
            tr("%Ln report(s) cannot be signed again", nullptr, int(m_rules.keptReports())));
    if (m_rules.isRestored())
        facts.append(tr("edits of the last time, which were not signed"));
    if (m_rules.isEdited())
        facts.append(tr("nothing changes in the library before you sign again"));
    else
        facts.append(tr("these rules are in force"));
    return facts.join(QStringLiteral("  ·  "));
}

void RulesPage::refresh()
{
    using State = RulesSession::State;
    switch (m_rules.state()) {
    case State::Nothing:
    case State::Reading:
        m_view->showState({QStringLiteral("details"), tr("Reading the rules…"), {}, {}});
        break;
    case State::Failed:
        m_view->showState({QStringLiteral("warning"),
                           tr("The rules cannot be read."),
                           {{tr("Try again"), [this] { m_rules.open(); }}},
                           m_rules.problem()});
        break;
    case State::Ready: m_view->showContent(); break;
    }
    showHead();
    showProblems();
    showMoves();
    showTrace();
}

void RulesPage::showHead()
{
    using Check = RulesSession::Check;
    const bool isReady = m_rules.state() == RulesSession::State::Ready;
    m_head->setTexts(isReady ? sentence() : tr("Grouping rules"), isReady ? facts() : QString());
    const bool isEdited = isReady && m_rules.isEdited() && m_rules.check() != Check::Applying;
    m_editor->setReadOnly(showsShipped() || !m_rules.canChange() ||
                          m_rules.check() == Check::Applying);
    m_discard->setEnabled(isEdited);
    m_revert->setVisible(m_rules.canRevert());
    m_apply->setEnabled(isEdited && m_rules.canApply());
    m_apply->setToolTip(
        shownText(isEdited && m_rules.hasProblems()
                      ? tr("Lines that are no rules are left out. They stay on this page.")
                      : QString()));
    m_apply->setText(m_rules.check() == Check::Done && m_rules.movedReports() > 0
                         ? tr("Sign %Ln report(s) again", nullptr, int(m_rules.movedReports()))
                         : tr("Keep rules"));
}

/// Of all lists, so that a wrong line in another one is not overlooked.
void RulesPage::showProblems()
{
    QList<NoticeBar::Line> lines;
    for (const auto kind : kLists) {
        const int list = int(kind);
        for (const RulesSession::Problem& problem : m_rules.problems(list)) {
            if (lines.size() == kMostProblems)
                break;
            //: name of a list, number of a line, what is wrong
            lines.append({.text = tr("%1, line %2: %3. It is left out, the others count.")
                                      .arg(listTitle(kind))
                                      .arg(problem.line)
                                      .arg(problem.text),
                          .button = tr("Go to line"),
                          .action = [this, list, line = problem.line] { goToLine(list, line); }});
        }
    }
    m_notice->show(lines);
    markWrongLines();
}

/// A wavy line below each line of the shown list that is no rule.
void RulesPage::markWrongLines()
{
    using Marks = decltype(m_editor->extraSelections());
    Marks marks;
    const int list = currentList();
    for (const RulesSession::Problem& problem :
         showsShipped() ? QList<RulesSession::Problem>() : m_rules.problems(list)) {
        Marks::value_type mark;
        mark.cursor = QTextCursor(m_editor->document()->findBlockByNumber(problem.line - 1));
        mark.cursor.select(QTextCursor::LineUnderCursor);
        mark.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        mark.format.setUnderlineColor(m_theme.tokens().crash);
        mark.format.setToolTip(shownText(problem.text));
        marks.append(mark);
    }
    m_editor->setExtraSelections(marks);
}

void RulesPage::goToLine(int list, int line)
{
    const auto found = std::ranges::find(kLists, static_cast<signature::ListKind>(list));
    m_lists->setCurrentIndex(int(found - kLists.begin()));
    m_own->setChecked(true);
    QTextCursor cursor(m_editor->document()->findBlockByNumber(line - 1));
    cursor.select(QTextCursor::LineUnderCursor);
    m_editor->setTextCursor(cursor);
    m_editor->setFocus(Qt::OtherFocusReason);
}

void RulesPage::showMoves()
{
    using Check = RulesSession::Check;
    const QString icon = QStringLiteral("library");
    m_movesTitle->setCaption({});
    switch (m_rules.check()) {
    case Check::None:
        m_movesView->showState({icon, tr("Open a library to see what would move."), {}, {}});
        return;
    case Check::Checking: m_movesView->showState({icon, tr("Checking…"), {}, {}}); return;
    case Check::Applying:
        m_movesView->showState({icon, tr("Signing the reports again…"), {}, {}});
        return;
    case Check::Failed:
        m_movesView->showState({QStringLiteral("warning"),
                                tr("It is not known what would move."),
                                {},
                                m_rules.checkProblem()});
        return;
    case Check::Done: break;
    }
    if (m_rules.moves().rowCount() == 0)
        return m_movesView->showState({icon, tr("No report moves."), {}, {}});
    m_movesTitle->setCaption(tr("old signatures stay as other names of the groups"));
    m_movesView->showContent();
}

void RulesPage::showTrace()
{
    m_traceTitle->setCaption(m_rules.reportName().section(u'/', -1));
    const bool hasReport = !m_rules.reportName().isEmpty();
    if (m_rules.trace().rowCount() > 0)
        m_traceView->showContent();
    else
        m_traceView->showState({QStringLiteral("stack"),
                                hasReport ? tr("No frame of the open report counts.")
                                          : tr("Open a report to see what becomes of its frames."),
                                {},
                                {}});
    m_signatures->setVisible(hasReport && !m_rules.signatureNow().isEmpty());
    m_signatures->setText(shownText(
        //: the signature by the rules in force, and by the edited ones
        tr("Now: %1\nThen: %2").arg(m_rules.signatureNow(), m_rules.signatureThen())));
}

void RulesPage::arrange()
{
    const int step = m_theme.metrics().step;
    const bool isWide = width() >= kLeastWithWideEditor * step;
    findChild<QWidget*>(QStringLiteral("rules.editor"))
        ->setFixedWidth((isWide ? kEditor : kNarrowEditor) * step);
}

void RulesPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void RulesPage::applyTheme()
{
    const Metrics& m = m_theme.metrics();
    m_editor->setFont(m_theme.fixedFont());
    m_hint->setFont(m_theme.captionFont());
    setTextColour(*m_hint, m_theme.tokens().dim);
    m_signatures->setFont(m_theme.fixedFont());
    for (QLabel* label : {m_hint, m_signatures})
        label->setContentsMargins(m.barMargin(), m.textMargin(), m.barMargin(), m.textMargin());
    arrange();
    update();
}

void RulesPage::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), m_theme.tokens().base);
}

} // namespace faultline::ui

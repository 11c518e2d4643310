// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/document_tabs.h"

#include "ui/models/shown_text.h"
#include "ui/style/icons.h"
#include "ui/style/workbench_style.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QKeyEvent>
#include <QPainter>
#include <QSet>
#include <QStyle>
#include <QStyleOption>

namespace faultline::ui {

namespace {

/// What QTabBar makes for tabs that can be closed.
class CloseButton final : public QAbstractButton
{
public:
    explicit CloseButton(const QString& name, QWidget* parent) : QAbstractButton(parent)
    {
        setFocusPolicy(Qt::NoFocus);
        setCursor(Qt::ArrowCursor);
        setToolTip(shownText(name));
        setAccessibleName(name);
        resize(CloseButton::sizeHint());
    }

    QSize sizeHint() const override
    {
        return {style()->pixelMetric(QStyle::PM_TabCloseIndicatorWidth, nullptr, this),
                style()->pixelMetric(QStyle::PM_TabCloseIndicatorHeight, nullptr, this)};
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        QStyleOption option;
        option.initFrom(this);
        option.state |= QStyle::State_AutoRaise;
        if (underMouse() && !isDown())
            option.state |= QStyle::State_Raised;
        if (isDown())
            option.state |= QStyle::State_Sunken;
        style()->drawPrimitive(QStyle::PE_IndicatorTabClose, &option, &painter, this);
    }

    void enterEvent(QEnterEvent*) override { update(); }

    void leaveEvent(QEvent*) override { update(); }
};

} // namespace

DocumentTabs::DocumentTabs(const Theme& theme, QWidget* parent) : QTabBar(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("documents"));
    setProperty(kDocumentTabs, true);
    setAccessibleName(tr("Open reports"));
    setExpanding(false);
    setDrawBase(false);
    setMovable(false);
    m_giveButtons.setSingleShot(true);
    m_giveButtons.setInterval(0);
    connect(&m_giveButtons, &QTimer::timeout, this, &DocumentTabs::giveButtons);
    addTab(tr("Start"));
    m_used.append(nullptr);
    connect(this, &QTabBar::currentChanged, this, &DocumentTabs::noteUse);
    connect(&theme, &Theme::changed, this, &DocumentTabs::applyTheme);
    applyTheme();
}

DocumentTabs::OneLayout::OneLayout(DocumentTabs& tabs)
    : m_tabs(tabs), m_isShown(!tabs.isHidden()), m_hasFocus(tabs.hasFocus())
{
    if (m_isShown)
        m_tabs.hide();
}

DocumentTabs::OneLayout::~OneLayout()
{
    if (m_isShown)
        m_tabs.show();
    if (m_hasFocus)
        m_tabs.setFocus();
}

ReportSession* DocumentTabs::sessionAt(int tab) const
{
    return qobject_cast<ReportSession*>(contentAt(tab));
}

QWidget* DocumentTabs::pageAt(int tab) const
{
    return qobject_cast<QWidget*>(contentAt(tab));
}

QObject* DocumentTabs::contentAt(int tab) const
{
    return tabData(tab).value<QObject*>();
}

QStringList DocumentTabs::paths() const
{
    QStringList paths;
    for (int tab = kStartTab + 1; tab < count(); ++tab) {
        if (const ReportSession* session = sessionAt(tab))
            paths.append(session->path());
    }
    return paths;
}

int DocumentTabs::add(ReportSession* session)
{
    m_byName[session->fileName()].append(session);
    m_index.insert(session, count());
    const int tab = addTab(withoutKeys(session->fileName()));
    setTabData(tab, QVariant::fromValue<QObject*>(session));
    setTabToolTip(tab, shownText(session->path()));
    showNamesLike(*session);
    return tab;
}

int DocumentTabs::addPage(QWidget* page, const QString& name)
{
    m_index.insert(page, count());
    const int tab = addTab(withoutKeys(name));
    setTabData(tab, QVariant::fromValue<QObject*>(page));
    return tab;
}

QString DocumentTabs::tabName(int tab) const
{
    return tabText(tab).replace(QStringLiteral("&&"), QStringLiteral("&"));
}

void DocumentTabs::renamePage(const QWidget* page, const QString& name)
{
    const int tab = indexOf(page);
    if (tab < 0 || tabText(tab) == withoutKeys(name))
        return;
    measureAnew(tab);
    setTabText(tab, withoutKeys(name));
}

void DocumentTabs::remove(int tab)
{
    const QObject* content = contentAt(tab);
    if (!content)
        return;
    const ReportSession* session = sessionAt(tab);
    m_index.remove(content);
    m_used.removeOne(content);
    m_walk.clear();
    for (int i = tab + 1; i < count(); ++i)
        m_index.insert(contentAt(i), i - 1);
    m_sizes.resize(count());
    m_sizes.removeAt(tab);
    removeTab(tab);
    if (session)
        forgetSession(*session);
}

void DocumentTabs::forgetSession(const ReportSession& session)
{
    m_icons.remove(&session);
    auto& others = m_byName[session.fileName()];
    others.removeOne(&session);
    if (others.size() == 1)
        showName(*others.first());
    else if (others.isEmpty())
        m_byName.remove(session.fileName());
}

void DocumentTabs::noteUse(int tab)
{
    if (!m_walk.isEmpty() || tab < 0)
        return;
    const QObject* content = contentAt(tab);
    m_used.removeOne(content);
    m_used.prepend(content);
}

QList<int> DocumentTabs::byLastUse() const
{
    QList<int> tabs;
    for (const QObject* content : m_used)
        tabs.append(content ? indexOf(content) : kStartTab);
    QSet<int> known(tabs.begin(), tabs.end());
    for (int tab = 0; tab < count(); ++tab) {
        if (!known.contains(tab))
            tabs.append(tab);
    }
    return tabs;
}

void DocumentTabs::step(int direction)
{
    if (m_walk.isEmpty()) {
        m_walk = byLastUse();
        m_walked = 0;
        qApp->installEventFilter(this);
    }
    m_walked = (m_walked + direction + m_walk.size()) % m_walk.size();
    setCurrentIndex(m_walk.at(m_walked));
    if (!QGuiApplication::keyboardModifiers().testFlag(Qt::ControlModifier))
        endSteps();
}

void DocumentTabs::endSteps()
{
    qApp->removeEventFilter(this);
    m_walk.clear();
    noteUse(currentIndex());
}

bool DocumentTabs::eventFilter(QObject* watched, QEvent* event)
{
    const bool ends = event->type() == QEvent::ApplicationDeactivate ||
                      (event->type() == QEvent::KeyRelease &&
                       static_cast<QKeyEvent*>(event)->key() == Qt::Key_Control);
    if (ends)
        endSteps();
    return QTabBar::eventFilter(watched, event);
}

void DocumentTabs::showStates(const QList<ReportSession*>& sessions)
{
    for (const ReportSession* session : sessions) {
        if (const int tab = indexOf(session); tab >= 0)
            showState(*session, tab);
    }
}

void DocumentTabs::showState(const ReportSession& session, int tab)
{
    const bool failed = session.state() == ReportSession::State::Failed;
    const bool several = session.state() == ReportSession::State::Several;
    Icon icon = Icon::None;
    if (failed)
        icon = Icon::Warning;
    else if (several)
        icon = Icon::Folder;
    else if (session.header().isCrash)
        icon = Icon::Crash;
    if (m_icons.value(&session, Icon::None) != icon) {
        m_icons.insert(&session, icon);
        showIcon(tab, icon);
    }
    const QString state = failed    ? tr("could not be opened")
                          : several ? tr("holds several crash files")
                                    : session.header().cause;
    setAccessibleTabName(tab, shownText(tr("%1, %2").arg(session.fileName(), state)));
}

void DocumentTabs::showIcon(int tab, Icon icon)
{
    const ThemeTokens& t = m_theme.tokens();
    const int size = iconSize().width();
    measureAnew(tab);
    switch (icon) {
    case Icon::None: return setTabIcon(tab, {});
    case Icon::Warning: return setTabIcon(tab, themedIcon(QStringLiteral("warning"), t.warn, size));
    case Icon::Folder: return setTabIcon(tab, themedIcon(QStringLiteral("folder"), t.dim, size));
    case Icon::Crash: return setTabIcon(tab, themedIcon(QStringLiteral("dot"), t.crash, size));
    }
}

void DocumentTabs::applyTheme()
{
    const int size = 2 * m_theme.metrics().step;
    m_sizes.clear();
    setIconSize(QSize(size, size));
    const OneLayout once(*this);
    for (auto each = m_icons.cbegin(); each != m_icons.cend(); ++each)
        showIcon(indexOf(each.key()), each.value());
}

bool DocumentTabs::lacksButton(int tab) const
{
    return tab != kStartTab && !tabButton(tab, RightSide);
}

/// A tab has the same width before it has its button.
QSize DocumentTabs::tabSizeHint(int tab) const
{
    m_sizes.resize(count());
    QSize& size = m_sizes[tab];
    if (size.isValid())
        return size;
    size = QTabBar::tabSizeHint(tab);
    if (lacksButton(tab))
        size.rwidth() += style()->pixelMetric(QStyle::PM_TabCloseIndicatorWidth, nullptr, this) +
                         m_theme.metrics().step;
    return size;
}

void DocumentTabs::measureAnew(int tab)
{
    if (tab < m_sizes.size())
        m_sizes[tab] = {};
}

void DocumentTabs::changeEvent(QEvent* event)
{
    m_sizes.clear(); // The font or the style may be another one.
    QTabBar::changeEvent(event);
}

void DocumentTabs::tabLayoutChange()
{
    giveButtonsSoon();
}

void DocumentTabs::resizeEvent(QResizeEvent* event)
{
    QTabBar::resizeEvent(event);
    giveButtonsSoon();
}

/// Names and icons of tabs change after the tab was chosen, which can move it out of sight.
/// QTabBar brings the current tab into sight when its own size changes.
void DocumentTabs::keepCurrentInSight()
{
    const QRect current = tabRect(currentIndex());
    const QRect area = rect();
    if (!current.isEmpty() && (current.left() < area.left() || current.right() > area.right())) {
        QResizeEvent again(size(), size());
        QTabBar::resizeEvent(&again);
    }
}

void DocumentTabs::paintEvent(QPaintEvent* event)
{
    QTabBar::paintEvent(event);
    giveButtonsSoon(); // The user may have scrolled.
}

void DocumentTabs::giveButtonsSoon()
{
    if (isVisible() && !m_giveButtons.isActive())
        m_giveButtons.start();
}

void DocumentTabs::giveButtons()
{
    keepCurrentInSight();
    for (int tab = kStartTab + 1; tab < count(); ++tab) {
        if (!lacksButton(tab) || !tabRect(tab).intersects(rect()))
            continue;
        auto* button = new CloseButton(tr("Close Tab"), this);
        connect(button, &QAbstractButton::clicked, this,
                [this, content = contentAt(tab)] { Q_EMIT tabCloseRequested(indexOf(content)); });
        setTabButton(tab, RightSide, button);
    }
}

/// Reports of equal file names tell their folders as well.
void DocumentTabs::showName(const ReportSession& session)
{
    const QString folder = QFileInfo(session.path()).dir().dirName();
    const bool isShared = m_byName.value(session.fileName()).size() > 1 && !folder.isEmpty();
    const QString name =
        withoutKeys(isShared ? tr("%1 (%2)").arg(session.fileName(), folder) : session.fileName());
    const int tab = indexOf(&session);
    if (tabText(tab) == name)
        return;
    measureAnew(tab);
    setTabText(tab, name);
}

/// A second report of a name changes the name of the first one.
void DocumentTabs::showNamesLike(const ReportSession& session)
{
    const auto& alike = m_byName[session.fileName()];
    if (alike.size() == 2)
        showName(*alike.first());
    showName(session);
}

} // namespace faultline::ui

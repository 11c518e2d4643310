// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/parallel_view.h"

#include "ui/models/shown_text.h"
#include "ui/views/flat_button.h"
#include "ui/views/functions_panel.h"
#include "ui/views/graph_picture.h"
#include "ui/views/icicle_legend.h"
#include "ui/views/icicle_picture.h"
#include "ui/views/picture_maker.h"
#include "ui/views/segment_button.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace faultline::ui {

namespace {

constexpr int kCollectMs = 200;
constexpr qsizetype kMostInMenu = 30;

} // namespace

ParallelView::ParallelView(const UiContext& uiContext, QWidget* parent)
    : ReportView(uiContext, parent), m_graph(new GraphPicture(theme(), this)),
      m_icicle(new IciclePicture(theme(), this)), m_functions(new FunctionsPanel(theme(), this)),
      m_pictures(new QStackedWidget(this)), m_content(new QWidget(this)),
      m_view(new StatefulView(theme(), m_content, this)), m_zoom(new FlatButton(theme(), {}, this)),
      m_maker(std::make_unique<PictureMaker>())
{
    m_pictures->addWidget(m_graph);
    m_pictures->addWidget(buildIcicle());
    auto* content = new QVBoxLayout(m_content);
    content->setContentsMargins(0, 0, 0, 0);
    content->setSpacing(0);
    content->addWidget(buildBar());
    content->addWidget(m_pictures, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_view);
    setFocusProxy(m_graph);
    buildZoom();
    m_changed.setSingleShot(true);
    m_changed.setInterval(kCollectMs);
    connect(&m_changed, &QTimer::timeout, this, &ParallelView::requestGraph);
    connect(m_maker.get(), &PictureMaker::changed, this, &ParallelView::showPicture);
    connect(m_graph, &QAbstractItemView::activated, this, [this](const QModelIndex& index) {
        const int depth = m_graph->chosenDepth(index.row());
        choose(m_graph->boxes().nodeAt(index.row()), [depth](int) { return depth; });
    });
    connectIcicle();
    connect(m_graph, &GraphPicture::zoomChanged, this, &ParallelView::makePicture);
    connect(&theme(), &Theme::changed, this, &ParallelView::applyTheme);
    applyTheme();
    refresh();
}

ParallelView::~ParallelView() = default;

void ParallelView::connectIcicle()
{
    connect(m_icicle, &QAbstractItemView::activated, this,
            [this](const QModelIndex& index) { chooseInIcicle(index.row()); });
    connect(m_icicle, &IciclePicture::zoomRequested, this, [this](int node) {
        m_root = node;
        makePicture();
    });
    connect(m_icicle, &IciclePicture::reshapeRequested, this, &ParallelView::reshape);
    connect(m_icicle, &IciclePicture::stepBackRequested, this, &ParallelView::stepBack);
    m_icicle->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_icicle, &QWidget::customContextMenuRequested, this, &ParallelView::showIcicleMenu);
}

void ParallelView::reshape(const Reshaping& step)
{
    m_root = -1;
    if (m_reshapings.isEmpty() || m_reshapings.last() != step) // Twice is like once.
        m_reshapings.append(step);
    makePicture();
}

/// Out of a zoom first, then out of the last step before it.
void ParallelView::stepBack()
{
    if (m_root < 0 && !m_reshapings.isEmpty())
        m_reshapings.removeLast();
    m_root = -1;
    makePicture();
}

void ParallelView::showAll()
{
    m_root = -1;
    m_reshapings.clear();
    makePicture();
}

void ParallelView::showIcicleMenu(const QPoint& point)
{
    const QModelIndex index = m_icicle->indexAt(point);
    const int row = index.isValid() ? index.row() : m_icicle->currentIndex().row();
    if (row < 0)
        return;
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("parallel.reshape"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [&](const QString& text, const char* key, ReshapeKind kind) {
        const auto step = m_icicle->stepAt(row, kind);
        auto* action = menu->addAction(withoutKeys(text) + QLatin1Char('\t') + QLatin1String(key),
                                       this, [this, step] { reshape(*step); });
        action->setEnabled(step.has_value());
    };
    add(tr("Focus on Function"), "F", ReshapeKind::FocusFunction);
    add(tr("Merge Function"), "M", ReshapeKind::MergeFunction);
    add(tr("Collapse Function"), "C", ReshapeKind::CollapseFunction);
    add(tr("Collapse Library"), "Shift+C", ReshapeKind::CollapseLibrary);
    menu->addSeparator();
    const int node = m_icicle->boxes().nodeIndex(row);
    menu->addAction(tr("Zoom In") + QStringLiteral("\t+"), this, [this, node] {
        m_root = node;
        makePicture();
    });
    menu->addAction(tr("One Step Back") + QStringLiteral("\tBackspace"), this,
                    &ParallelView::stepBack)
        ->setEnabled(m_root >= 0 || !m_reshapings.isEmpty());
    menu->popup(m_icicle->viewport()->mapToGlobal(point));
}

/// The functions below the icicle say how much of it each one is.
QWidget* ParallelView::buildIcicle()
{
    auto* page = new QSplitter(Qt::Vertical, this);
    page->addWidget(m_icicle);
    page->addWidget(m_functions);
    page->setChildrenCollapsible(false);
    page->setHandleWidth(1);
    page->setStretchFactor(0, 3);
    page->setStretchFactor(1, 2);
    page->setSizes({600, 400});
    connect(m_functions, &FunctionsPanel::functionChosen, this, &ParallelView::showFunction);
    return page;
}

QWidget* ParallelView::buildBar()
{
    auto* bar = new QWidget(this);
    bar->setAutoFillBackground(true);
    bar->setBackgroundRole(QPalette::AlternateBase);
    auto* layout = new QHBoxLayout(bar);
    auto* forms = new QHBoxLayout;
    forms->setSpacing(0);
    forms->addWidget(addForm(tr("Graph"), 0));
    forms->addWidget(addForm(tr("Icicle"), 1));
    layout->addLayout(forms);
    m_find = new QLineEdit(bar);
    m_find->setPlaceholderText(tr("Find function"));
    m_find->setAccessibleName(tr("Find function"));
    m_find->setObjectName(QStringLiteral("parallel.find"));
    m_find->setClearButtonEnabled(true);
    m_find->installEventFilter(this);
    connect(m_find, &QLineEdit::textChanged, this, &ParallelView::find);
    connect(m_find, &QLineEdit::returnPressed, this, [this] { stepFound(1); });
    layout->addWidget(m_find);
    m_folds = new FlatButton(theme(), tr("External code folded"), bar);
    m_folds->setCheckable(true);
    m_folds->setChecked(true);
    m_folds->setObjectName(QStringLiteral("parallel.folds"));
    connect(m_folds, &FlatButton::toggled, this, [this](bool folds) {
        m_folds->setText(folds ? tr("External code folded") : tr("External code shown"));
        m_folds->setAccessibleName(m_folds->text());
        m_folds->updateGeometry();
        makePicture();
    });
    layout->addWidget(m_folds);
    m_whole = new FlatButton(theme(), {}, bar);
    m_whole->setObjectName(QStringLiteral("parallel.whole"));
    m_whole->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed); // A long name is cut.
    connect(m_whole, &FlatButton::clicked, this, &ParallelView::showAll);
    layout->addWidget(m_whole);
    layout->addStretch(1);
    m_legend = new IcicleLegend(theme(), bar);
    layout->addWidget(m_legend);
    m_whole->hide();
    m_legend->hide();
    return bar;
}

SegmentButton* ParallelView::addForm(const QString& text, int page)
{
    auto* button = new SegmentButton(theme(), text, this);
    button->setChecked(page == 0);
    button->setObjectName(QStringLiteral("parallel.form%1").arg(page));
    connect(button, &SegmentButton::clicked, this, [this, page] { showForm(page); });
    m_forms.append(button);
    return button;
}

void ParallelView::buildZoom()
{
    auto* menu = new QMenu(m_zoom);
    for (const int percent : {50, 75, 100, 150, 200})
        menu->addAction(tr("%1 %").arg(percent), this,
                        [this, percent] { m_graph->setZoom(percent); });
    m_zoom->setMenu(menu);
    m_zoom->setObjectName(QStringLiteral("parallel.zoom"));
    const auto show = [this] {
        m_zoom->setText(tr("%1 %").arg(m_graph->zoom()));
        m_zoom->setAccessibleName(tr("Zoom: %1 %").arg(m_graph->zoom()));
        m_zoom->updateGeometry();
    };
    connect(m_graph, &GraphPicture::zoomChanged, this, show);
    show();
}

QWidget* ParallelView::titleWidget()
{
    return m_zoom;
}

void ParallelView::applyTheme()
{
    const Metrics& m = theme().metrics();
    QLayout* bar = m_content->layout()->itemAt(0)->widget()->layout();
    bar->setContentsMargins(m.textMargin(), m.step / 2, m.textMargin(), m.step / 2);
    bar->setSpacing(m.textMargin());
    m_find->setFixedWidth(46 * m.step);
    m_whole->setMaximumWidth(60 * m.step);
    makePicture();
}

bool ParallelView::isIcicle() const
{
    return m_pictures->currentIndex() == 1;
}

NodeView& ParallelView::picture() const
{
    return isIcicle() ? static_cast<NodeView&>(*m_icicle) : *m_graph;
}

void ParallelView::showForm(int page)
{
    m_pictures->setCurrentIndex(page);
    for (int i = 0; i < int(m_forms.size()); ++i)
        m_forms.at(i)->setChecked(i == page);
    m_folds->setVisible(page == 0);
    m_legend->setVisible(page == 1);
    m_zoom->setEnabled(page == 0);
    showZoomOut();
    setFocusProxy(&picture());
}

QString ParallelView::stepText(const Reshaping& step)
{
    const QString function = shownText(step.function);
    switch (step.kind) {
    //: a step of an icicle: the stacks of one function
    case ReshapeKind::FocusFunction: return tr("only %1").arg(function);
    //: a step of an icicle: a function that is left out
    case ReshapeKind::MergeFunction: return tr("without %1").arg(function);
    //: a step of an icicle: a function without what it calls
    case ReshapeKind::CollapseFunction: return tr("%1 collapsed").arg(function);
    case ReshapeKind::CollapseLibrary: return tr("%1 collapsed").arg(shownText(step.module));
    }
    return {};
}

void ParallelView::showZoomOut()
{
    const auto& graph = m_maker->layout().reshaped;
    QStringList steps;
    for (const Reshaping& step : std::as_const(m_reshapings))
        steps.append(stepText(step));
    if (graph && m_root >= 0 && m_root < int(graph->nodes.size()))
        steps.append(shownText(graph->nodes.at(m_root).frames.first().function));
    m_whole->setVisible(isIcicle() && session() && !steps.isEmpty());
    if (steps.isEmpty())
        return;
    //: leads from the stacks through a function back to those of all threads
    const QString text = tr("All threads › %1").arg(steps.join(QStringLiteral(" › ")));
    m_whole->setText(withoutKeys(text));
    m_whole->setToolTip(shownText(text)); // It may be cut.
    m_whole->setAccessibleName(tr("Show the stacks of all threads"));
    m_whole->updateGeometry();
}

/// Goes to the widest box of a function.
void ParallelView::showFunction(const QString& function, const QString& module)
{
    const int widest = m_icicle->widestBox(function, module);
    if (widest < 0)
        return;
    m_icicle->setCurrentIndex(m_icicle->boxes().index(widest, 0));
    m_icicle->setFocus(Qt::OtherFocusReason);
}

void ParallelView::bind(ReportSession& session)
{
    m_root = -1;
    m_reshapings.clear();
    m_isNew = true;
    connect(&session.place(), &StackPlace::threadSelected, this, &ParallelView::showThread);
    connect(&session.waits(), &ThreadWaits::graphChanged, this, &ParallelView::makePicture);
    const auto changed = [this] {
        if (isVisible() && !m_changed.isActive())
            m_changed.start();
    };
    connect(&session, &ReportSession::headerChanged, this, changed);
    connect(&session, &ReportSession::stateChanged, this, changed);
    // The reading may also have failed, which is no change of any stack.
    connect(&session, &ReportSession::stateChanged, this, [this] {
        if (!m_view->showsContent())
            refresh();
    });
    connect(&session.threads(), &QAbstractItemModel::dataChanged, this, changed);
    connect(&session.threads(), &QAbstractItemModel::rowsInserted, this, changed);
}

void ParallelView::refresh()
{
    const QString icon = QStringLiteral("stack");
    if (!session())
        return m_view->showState(noReportState(
            icon, tr("The stacks of all threads appear here when a report is open.")));
    if (session()->threads().rowCount() == 0 && !session()->isReading())
        return m_view->showState({icon, tr("This file lists no threads."), {}, {}});
    m_view->showState({icon, tr("Merging stacks…"), {}, {}});
    if (isVisible())
        requestGraph();
}

void ParallelView::showEvent(QShowEvent* event)
{
    ReportView::showEvent(event);
    if (session())
        requestGraph();
}

void ParallelView::requestGraph()
{
    if (session())
        session()->waits().requestGraph();
}

void ParallelView::makePicture()
{
    const auto graph = session() ? session()->waits().graph() : nullptr;
    showZoomOut();
    if (!graph)
        return;
    m_maker->request({.graph = graph,
                      .sizes = m_graph->sizes(),
                      .foldsSystem = m_folds->isChecked(),
                      .reshapings = m_reshapings,
                      .icicleRoot = m_root});
}

void ParallelView::showPicture()
{
    const PictureLayout& made = m_maker->layout();
    // It may be of a report that is no longer in front.
    if (!session() || made.graph != session()->waits().graph())
        return;
    m_graph->setGraph(made.graph, made.boxes);
    m_icicle->setGraph(made.reshaped, made.icicle);
    if (m_root >= int(made.reshaped->nodes.size()))
        m_root = -1;
    showZoomOut();
    if (made.functions)
        m_functions->setFunctions(made.functions, made.graph->unit, made.functionRows);
    showThread();
    if (made.graph->threads > 0) {
        m_view->showContent();
        // The picture has its size in the next turn of the event loop.
        if (std::exchange(m_isNew, false))
            QMetaObject::invokeMethod(m_graph, &GraphPicture::showDeadlock, Qt::QueuedConnection);
        return;
    }
    m_view->showState(
        {QStringLiteral("stack"), tr("No thread of this report has a stack."), {}, {}});
}

void ParallelView::showThread()
{
    m_graph->setCurrentThread(session()->place().currentThread());
    m_icicle->setCurrentThread(session()->place().currentThread());
}

void ParallelView::find(const QString& text)
{
    m_graph->find(text);
    m_icicle->find(text);
    const int found = isIcicle() ? m_icicle->boxes().foundCount() : m_graph->boxes().foundCount();
    Q_EMIT captionChanged(text.isEmpty() ? QString()
                          : found == 0   ? tr("No function contains “%1”").arg(shownText(text))
                                         : tr("%n box(es)", nullptr, found));
    stepFound(0);
}

/// Goes to the next box with the text, or with 0 stays on the present one if it has it.
void ParallelView::stepFound(int step)
{
    NodeView& shown = picture();
    const StackGraphModel& boxes = isIcicle() ? m_icicle->boxes() : m_graph->boxes();
    const int row = std::max(0, shown.currentIndex().row());
    const int next =
        step == 0 && boxes.isFound(row) ? row : boxes.nextFound(row, step < 0 ? -1 : 1);
    if (next < 0 || boxes.foundCount() == 0)
        return;
    shown.selectionModel()->setCurrentIndex(boxes.index(next, 0),
                                            QItemSelectionModel::ClearAndSelect);
    shown.scrollTo(boxes.index(next, 0));
}

/// Down leads from the field into the picture, Escape empties it.
bool ParallelView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_find && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Down) {
            picture().setFocus(Qt::OtherFocusReason);
            return true;
        }
        if (key == Qt::Key_Escape && !m_find->text().isEmpty()) {
            m_find->clear();
            return true;
        }
    }
    return ReportView::eventFilter(watched, event);
}

/// The frame of a reshaped stack is searched for in the whole one.
void ParallelView::chooseInIcicle(int row)
{
    const StackGraphNode& node = m_icicle->boxes().nodeAt(row);
    const auto whole = m_maker->layout().graph;
    if (m_maker->layout().reshaped == whole) {
        const int depth = m_icicle->depthAt(row);
        return choose(node, [depth](int) { return depth; });
    }
    const StackGraphFrame frame = m_icicle->frameAt(row);
    choose(node, [whole, frame](int thread) { return depthOfFrame(*whole, thread, frame); });
}

/// Selects the frame in the current thread if that is one of the box's, otherwise in the only one,
/// otherwise in the one that the user chooses.
void ParallelView::choose(const StackGraphNode& node, const DepthInThread& depthIn)
{
    if (!session())
        return;
    const int current = session()->place().currentThread();
    if (std::ranges::binary_search(node.threads, current))
        session()->place().selectFromOutermost(current, depthIn(current));
    else if (node.threads.size() == 1)
        session()->place().selectFromOutermost(node.threads.first(), depthIn(node.threads.first()));
    else
        askForThread(node.threads, depthIn);
}

void ParallelView::askForThread(const QList<int>& threads, const DepthInThread& depthIn)
{
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("parallel.threads"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (qsizetype i = 0; i < std::min(threads.size(), kMostInMenu); ++i) {
        const int thread = threads.at(i);
        const auto row = session()->threads().threads();
        const auto found = std::ranges::find(row, thread, &ThreadRow::index);
        const QString name = found == row.end() ? QString() : found->name;
        menu->addAction(withoutKeys(tr("#%1 %2").arg(QString::number(thread), shownText(name))),
                        this, [this, thread, depthIn] {
                            if (session())
                                session()->place().selectFromOutermost(thread, depthIn(thread));
                        });
    }
    if (threads.size() > kMostInMenu)
        menu->addAction(tr("%n more", nullptr, int(threads.size() - kMostInMenu)))
            ->setEnabled(false);
    NodeView& shown = picture();
    menu->popup(shown.viewport()->mapToGlobal(shown.visualRect(shown.currentIndex()).bottomLeft()));
}

QString ParallelView::selectedText() const
{
    if (isIcicle() && !m_icicle->hasFocus())
        return m_functions->selectedText();
    return picture().currentIndex().data(Qt::AccessibleTextRole).toString();
}

} // namespace faultline::ui

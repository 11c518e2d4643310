// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/stack_reshaping.h"
#include "ui/views/report_view.h"

#include <QTimer>

#include <functional>
#include <memory>

class QLineEdit;
class QStackedWidget;

namespace faultline::ui {

class FlatButton;
class FunctionsPanel;
class GraphPicture;
class IcicleLegend;
class IciclePicture;
class NodeView;
class PictureMaker;
class SegmentButton;

/// The stacks of all threads as one picture: a graph of boxes or an icicle. Nothing is made while
/// the view is out of sight.
class ParallelView final : public ReportView
{
    Q_OBJECT

public:
    explicit ParallelView(const UiContext& context, QWidget* parent = nullptr);
    ~ParallelView() override;

    QString selectedText() const override;
    QWidget* titleWidget() override;

protected:
    void bind(ReportSession& session) override;
    void refresh() override;
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* buildBar();
    void buildZoom();
    QWidget* buildIcicle();
    void showZoomOut();
    SegmentButton* addForm(const QString& text, int page);
    void applyTheme();
    void requestGraph();
    void makePicture();
    void showPicture();
    void showThread();
    void showForm(int page);
    void find(const QString& text);
    void stepFound(int step);
    void showFunction(const QString& function, const QString& module);
    void connectIcicle();
    void reshape(const Reshaping& step);
    void stepBack();
    void showAll();
    void showIcicleMenu(const QPoint& point);
    static QString stepText(const Reshaping& step);
    void chooseInIcicle(int row);
    /// The depth of a frame in a thread, counted from the outermost.
    using DepthInThread = std::function<int(int thread)>;
    void choose(const StackGraphNode& node, const DepthInThread& depthIn);
    void askForThread(const QList<int>& threads, const DepthInThread& depthIn);
    NodeView& picture() const;
    bool isIcicle() const;

    GraphPicture* m_graph;
    IciclePicture* m_icicle;
    FunctionsPanel* m_functions;
    QStackedWidget* m_pictures;
    QWidget* m_content;
    StatefulView* m_view;
    QLineEdit* m_find = nullptr;
    FlatButton* m_folds = nullptr;
    FlatButton* m_zoom;
    FlatButton* m_whole = nullptr; ///< Shows all stacks again.
    IcicleLegend* m_legend = nullptr;
    QList<SegmentButton*> m_forms;
    std::unique_ptr<PictureMaker> m_maker;
    QTimer m_changed;              ///< Stacks change in bursts.
    bool m_isNew = false;          ///< No picture of the report was shown yet.
    QList<Reshaping> m_reshapings; ///< Of the icicle.
    int m_root = -1;               ///< The node to which the icicle is zoomed; -1 shows all.
};

} // namespace faultline::ui

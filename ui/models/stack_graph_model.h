// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/stack_graph_layout.h"
#include "ui/models/table_model.h"

#include <QCoreApplication>
#include <QSet>

#include <memory>

namespace faultline::ui {

/// The boxes of a graph of stacks as rows: what they say to screen readers, and which of them hold
/// a text that the user looks for.
class StackGraphModel final : public TableModel
{
    Q_DECLARE_TR_FUNCTIONS(StackGraphModel)

public:
    /// Either a box for each run of frames or one for each frame.
    enum class Form { Graph, Icicle };

    StackGraphModel(Form form, QObject* parent = nullptr);

    /// Null shows nothing. `icicle` has the boxes of an icicle.
    void setGraph(std::shared_ptr<const StackGraph> graph, QList<IcicleBox> icicle = {});

    const StackGraph& graph() const { return *m_graph; }

    const IcicleBox& icicleBox(int row) const { return m_icicle.at(row); }

    const QList<IcicleBox>& icicle() const { return m_icicle; }

    const StackGraphNode& nodeAt(int row) const { return m_graph->nodes.at(nodeIndex(row)); }

    int nodeIndex(int row) const;

    /// Looks for a text in functions and modules, whatever the case of its letters.
    void find(const QString& text);

    bool isFinding() const { return !m_text.isEmpty(); }

    /// Does the row hold the text that is looked for?
    bool isFound(int row) const { return m_found.contains(row); }

    bool isFound(const StackGraphFrame& frame) const;

    int foundCount() const { return int(m_found.size()); }

    /// The next row that holds the text, after this one and then from the first; -1 without one.
    int nextFound(int row, int step) const;

    /// "3 threads"
    static QString threadsText(const StackGraphNode& node);
    /// The same, or "25 samples".
    QString weightText(const StackGraphNode& node) const;

protected:
    int rows() const override;

    int columns() const override { return 1; }

    QVariant cell(int row, int column, int role) const override;

    QString headerCell(int) const override { return tr("Functions"); }

    Qt::Alignment alignment(int) const override { return Qt::AlignVCenter | Qt::AlignLeft; }

private:
    QString sentence(int row) const;
    void search();

    Form m_form;
    std::shared_ptr<const StackGraph> m_graph;
    QList<IcicleBox> m_icicle;
    QString m_text;
    QSet<int> m_found;
};

} // namespace faultline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/stack_graph_model.h"

#include "ui/models/roles.h"

#include <QLocale>

#include <algorithm>
#include <climits>

namespace faultline::ui {

namespace {

/// So many functions of a box are read aloud.
constexpr int kSpoken = 4;

} // namespace

StackGraphModel::StackGraphModel(Form form, QObject* parent)
    : TableModel(parent), m_form(form), m_graph(std::make_shared<StackGraph>())
{
}

void StackGraphModel::setGraph(std::shared_ptr<const StackGraph> graph, QList<IcicleBox> icicle)
{
    beginResetModel();
    m_graph = graph ? std::move(graph) : std::make_shared<StackGraph>();
    m_icicle = std::move(icicle);
    search();
    endResetModel();
}

int StackGraphModel::rows() const
{
    return int(m_form == Form::Graph ? m_graph->nodes.size() : m_icicle.size());
}

int StackGraphModel::nodeIndex(int row) const
{
    return m_form == Form::Graph ? row : m_icicle.at(row).node;
}

void StackGraphModel::find(const QString& text)
{
    m_text = text;
    search();
    if (rows() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rows() - 1, 0));
}

bool StackGraphModel::isFound(const StackGraphFrame& frame) const
{
    return !m_text.isEmpty() && (frame.function.contains(m_text, Qt::CaseInsensitive) ||
                                 frame.module.contains(m_text, Qt::CaseInsensitive));
}

void StackGraphModel::search()
{
    m_found.clear();
    for (int row = 0; !m_text.isEmpty() && row < rows(); ++row) {
        const auto& frames = nodeAt(row).frames;
        const bool isHit =
            m_form == Form::Icicle
                ? isFound(frames.at(m_icicle.at(row).frame))
                : std::ranges::any_of(frames, [this](const auto& each) { return isFound(each); });
        if (isHit)
            m_found.insert(row);
    }
}

int StackGraphModel::nextFound(int row, int step) const
{
    const int count = rows();
    for (int i = 1; i <= count; ++i) {
        const int at = ((row + i * step) % count + count) % count;
        if (m_found.contains(at))
            return at;
    }
    return -1;
}

QString StackGraphModel::threadsText(const StackGraphNode& node)
{
    return tr("%n thread(s)", nullptr, int(node.threads.size()));
}

QString StackGraphModel::weightText(const StackGraphNode& node) const
{
    const QString number = QLocale().toString(node.weight);
    switch (m_graph->unit) {
    case StackWeight::Threads: return threadsText(node);
    case StackWeight::Samples:
        return tr("%1 sample(s)", nullptr, int(std::min<quint64>(node.weight, INT_MAX)))
            .arg(number);
    case StackWeight::Nanoseconds: return tr("%1 ns").arg(number);
    case StackWeight::Bytes: return tr("%1 bytes").arg(number);
    case StackWeight::Instructions: return tr("%1 instructions").arg(number);
    }
    return {};
}

QString StackGraphModel::sentence(int row) const
{
    const StackGraphNode& node = nodeAt(row);
    QStringList functions;
    if (m_form == Form::Icicle) {
        functions.append(node.frames.at(m_icicle.at(row).frame).function);
    } else {
        for (auto i = node.frames.size() - 1; i >= 0 && functions.size() < kSpoken; --i)
            functions.append(node.frames.at(i).function);
    }
    const QString size = m_form == Form::Icicle ? weightText(node) : threadsText(node);
    //: %1 is "3 threads" or "25 samples", %2 the threads' names, %3 functions
    QString text = tr("%1, %2, in %3").arg(size, node.names, functions.join(QStringLiteral(", ")));
    if (node.place == ThreadPlace::InDeadlock)
        text = tr("%1, in the deadlock").arg(text);
    return isFound(row) ? tr("%1, found").arg(text) : text;
}

QVariant StackGraphModel::cell(int row, int, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return m_form == Form::Icicle ? weightText(nodeAt(row)) : threadsText(nodeAt(row));
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole: return sentence(row);
    default: return {};
    }
}

} // namespace faultline::ui

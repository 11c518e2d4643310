// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/picture_maker.h"

#include "ui/views/functions_panel.h"

#include <QThreadPool>

#include <utility>

namespace faultline::ui {

PictureMaker::PictureMaker(QObject* parent) : QObject(parent)
{
    m_mailbox->owner = this;
    connect(this, &PictureMaker::made, this, &PictureMaker::deliver, Qt::QueuedConnection);
}

PictureMaker::~PictureMaker()
{
    const std::lock_guard lock(m_mailbox->mutex);
    m_mailbox->owner = nullptr;
}

void PictureMaker::request(PictureWish wish)
{
    if (m_isRunning)
        m_next = std::move(wish);
    else
        start(std::move(wish));
}

void PictureMaker::start(PictureWish wish)
{
    m_isRunning = true;
    // Zoom and folds do not change the functions.
    auto known = wish.graph == m_layout.graph ? m_layout : PictureLayout();
    QThreadPool::globalInstance()->start([mailbox = m_mailbox, wish = std::move(wish),
                                          known = std::move(known)] {
        PictureLayout made;
        made.graph = wish.graph;
        made.boxes = layOutStackGraph(*wish.graph, wish.sizes, wish.foldsSystem);
        made.reshaped = reshaped(wish.graph, wish.reshapings);
        const bool isThere = wish.icicleRoot < int(made.reshaped->nodes.size());
        made.icicle = layOutIcicle(*made.reshaped, isThere ? wish.icicleRoot : -1);
        made.functions = known.functions;
        made.functionRows = known.functionRows;
        if (!made.functions) {
            made.functions = std::make_shared<const QList<StackFunction>>(functionsOf(*wish.graph));
            made.functionRows = FunctionsPanel::makeRows(*made.functions, wish.graph->weight);
        }
        const std::lock_guard lock(mailbox->mutex);
        if (!mailbox->owner)
            return;
        mailbox->layout = std::move(made);
        Q_EMIT mailbox->owner->made();
    });
}

void PictureMaker::deliver()
{
    {
        const std::lock_guard lock(m_mailbox->mutex);
        m_layout = std::exchange(m_mailbox->layout, {});
    }
    m_isRunning = false;
    Q_EMIT changed();
    if (auto next = std::exchange(m_next, std::nullopt))
        start(*std::move(next));
}

} // namespace faultline::ui

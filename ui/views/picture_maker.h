// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/cells_model.h"
#include "ui/models/stack_functions.h"
#include "ui/models/stack_graph_layout.h"
#include "ui/models/stack_reshaping.h"

#include <QObject>

#include <memory>
#include <mutex>
#include <optional>

namespace faultline::ui {

/// What the picture of merged stacks is laid out from.
struct PictureWish
{
    std::shared_ptr<const StackGraph> graph;
    StackGraphSizes sizes;
    bool foldsSystem = true;
    QList<Reshaping> reshapings; ///< Of the icicle's stacks.
    int icicleRoot = -1;
};

struct PictureLayout
{
    std::shared_ptr<const StackGraph> graph;
    StackGraphLayout boxes;
    std::shared_ptr<const StackGraph> reshaped; ///< What the icicle shows.
    QList<IcicleBox> icicle;
    std::shared_ptr<const QList<StackFunction>> functions;
    QList<PlainRow> functionRows; ///< Of FunctionsPanel.
};

/// Lays graphs out on a thread of the pool, one at a time. Lives on the GUI thread.
class PictureMaker final : public QObject
{
    Q_OBJECT

public:
    explicit PictureMaker(QObject* parent = nullptr);
    ~PictureMaker() override;

    /// Starts at once, or as soon as the present layout is made. The latest wish replaces one that
    /// waits.
    void request(PictureWish wish);

    /// What was made last.
    const PictureLayout& layout() const { return m_layout; }

Q_SIGNALS:
    void changed();
    /// The layout lies in the mailbox. Emitted on the pool's thread.
    void made();

private:
    /// Where the pool's thread leaves the layout, and finds the maker unless it has ended.
    struct Mailbox
    {
        std::mutex mutex; // Guards the others.
        PictureMaker* owner = nullptr;
        PictureLayout layout;
    };

    void start(PictureWish wish);
    void deliver();

    std::shared_ptr<Mailbox> m_mailbox = std::make_shared<Mailbox>();
    PictureLayout m_layout;
    std::optional<PictureWish> m_next;
    bool m_isRunning = false;
};

} // namespace faultline::ui

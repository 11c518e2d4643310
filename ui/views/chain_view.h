// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/report_view.h"

namespace faultline::ui {

class ChainPicture;
class GuessBand;

/// Who waits for whom: cycles of threads, otherwise the chain of the current thread.
class ChainView final : public ReportView
{
    Q_OBJECT

public:
    explicit ChainView(const UiContext& context, QWidget* parent = nullptr);

    QString selectedText() const override;
    int contentHeight() const override;

Q_SIGNALS:
    void contentChanged();

protected:
    void bind(ReportSession& session) override;
    void refresh() override;

private:
    QString caption(const ChainRows& chain) const;
    ViewState emptyState();

    ChainPicture* m_picture;
    GuessBand* m_guesses;
    StatefulView* m_view;
    int m_height = 0;
};

} // namespace faultline::ui

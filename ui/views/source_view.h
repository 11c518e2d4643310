// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/report_view.h"

namespace faultline::ui {

class SourceEditor;
class SourceStrip;

/// Shows the source of the current frame. A strip above it tells which file this is and where it
/// came from.
class SourceView final : public ReportView
{
    Q_OBJECT

public:
    explicit SourceView(const UiContext& context, QWidget* parent = nullptr);

    QString selectedText() const override;

    void goToLine(quint32 line);

    /// Is a source text shown, rather than why there is none?
    bool hasText() const { return m_hasText; }

Q_SIGNALS:
    void hasTextChanged();

protected:
    void bind(ReportSession& session) override;
    void refresh() override;

private:
    void showDocument(const SourceDocument& document);
    ViewState stateFor(const SourceDocument& document);
    ViewState noLineState(const SourceDocument& document);
    ViewState unavailableState(const SourceDocument& document);
    void askForText(const QString& recorded);
    void explainWord(const QString& word, const QPoint& globalPlace);

    SourceStrip* m_strip;
    SourceEditor* m_editor;
    bool m_hasText = false;
    StatefulView* m_view;
};

} // namespace faultline::ui

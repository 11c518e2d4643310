// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/report_view.h"

class QLabel;
class QSplitter;

namespace faultline::ui {

class HexView;
class RowView;
struct StreamRow;

/// Shows the file's streams: a list, and the fields of the chosen stream above its bytes.
class RawView final : public ReportView
{
    Q_OBJECT

public:
    explicit RawView(const UiContext& context, QWidget* parent = nullptr);

    QString selectedText() const override;

protected:
    void bind(ReportSession& session) override;
    void refresh() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// Narrow places fields and bytes below the list, Beside to its right.
    enum class Arrangement { None, Narrow, Beside };

    QWidget* buildBytes();
    void buildFields();
    void showFields();
    void selectField(const QModelIndex& index);
    void applyWidth();
    void showColumns();
    void applyTheme();
    void showCurrentStream();
    void showBytes(const StreamRow& stream);
    void showRemark();

    RowView* m_rows;
    HexView* m_hex;
    QLabel* m_remark; ///< Further facts about the chosen stream.
    RowView* m_fields;
    QSplitter* m_content; ///< The fields above, the bytes below.
    StatefulView* m_bytes;
    QSplitter* m_splitter;
    StatefulView* m_view;
    Arrangement m_arrangement = Arrangement::None;
};

} // namespace faultline::ui

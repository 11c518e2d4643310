// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/export_session.h"
#include "ui/style/theme.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QWidget>

#include <array>

namespace faultline::ui {

class NoticeBar;
class PageHead;
class PanelHeader;
class RowView;
class StatefulView;

/// What leaves is said before it leaves: the form, who may see it, every text that is left out or
/// replaced, and the first page as it will look.
class ExportPage final : public QWidget
{
    Q_OBJECT

public:
    /// The arguments must outlive the page.
    ExportPage(const Theme& theme, ExportSession& session, QWidget* parent = nullptr);

    /// The name of its tab.
    static QString tabName() { return tr("Export"); }

    /// Asks for the place of the file.
    void askForFile();

Q_SIGNALS:
    void messageGiven(const QString& message);
    void copyRequested(const QString& text);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct FormChoice
    {
        QRadioButton* button;
        QLabel* size;
    };

    QWidget* buildChoices();
    QWidget* buildChanges();
    QWidget* buildPreview();
    QWidget* buildFoot();
    QWidget* makeProfile(redact::Profile profile, const QString& name, const QString& what);
    void connectSession();
    void refresh();
    void showHead();
    void showChanges();
    void showChoices();
    void showFirstPage();
    void showFailure(const QString& path, const QString& reason);
    void applyTheme();
    QString sentence() const;
    QString facts() const;

    const Theme& m_theme;
    ExportSession& m_session;
    PageHead* m_head;
    std::array<FormChoice, ExportSession::kForms.size()> m_forms{};
    std::array<QRadioButton*, 3> m_profiles{};
    QList<QLabel*> m_captions;
    QCheckBox* m_whole;
    QLineEdit* m_foot;
    NoticeBar* m_notice;
    PanelHeader* m_pageTitle = nullptr;
    PanelHeader* m_changesTitle;
    RowView* m_changes;
    StatefulView* m_changesView;
    QLabel* m_page;
    QLabel* m_name;
    QPushButton* m_save;
    QPushButton* m_copy;
    QWidget* m_left = nullptr;
    QWidget* m_right = nullptr;
    std::shared_ptr<const report::ReportDocument> m_shown; ///< On the first page.
};

} // namespace faultline::ui

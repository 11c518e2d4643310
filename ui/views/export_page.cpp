// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/export_page.h"

#include "ui/style/plain_label.h"
#include "ui/style/text_colour.h"
#include "ui/style/workbench_style.h"
#include "ui/views/notice_bar.h"
#include "ui/views/page_head.h"
#include "ui/views/panel_header.h"
#include "ui/views/report_painter.h"
#include "ui/views/row_view.h"
#include "ui/views/state_page.h"
#include "ui/views/tight_layout.h"

#include <QButtonGroup>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLocale>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace faultline::ui {

namespace {

using Form = ExportSession::Form;
using redact::Profile;

// In steps of the theme.
constexpr int kLeft = 66;
constexpr int kRight = 90;
constexpr int kLeastWithPreview = 300;

QString formName(Form form)
{
    switch (form) {
    case Form::Html: return ExportPage::tr("HTML");
    case Form::Pdf: return ExportPage::tr("PDF");
    case Form::Markdown: return ExportPage::tr("Markdown");
    case Form::Json: return ExportPage::tr("JSON");
    case Form::Csv: return ExportPage::tr("CSV of the stack");
    case Form::Bundle: return ExportPage::tr("Report bundle");
    }
    return {};
}

/// For the names of widgets.
QString formKey(Form form)
{
    return form == Form::Markdown ? QStringLiteral("markdown")
           : form == Form::Bundle ? QStringLiteral("bundle")
                                  : ExportSession::suffixOf(form);
}

QString formFilter(Form form)
{
    return ExportPage::tr("%1 (*.%2)").arg(formName(form), ExportSession::suffixOf(form));
}

QString sizeText(qint64 bytes)
{
    return bytes < 0 ? QStringLiteral("…")
                     : QLocale().formattedDataSize(bytes, 1, QLocale::DataSizeSIFormat);
}

} // namespace

ExportPage::ExportPage(const Theme& theme, ExportSession& session, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_session(session),
      m_head(new PageHead(theme, QStringLiteral("export"), this)),
      m_whole(new QCheckBox(tr("All frames of long stacks"))), m_foot(new QLineEdit),
      m_notice(new NoticeBar(theme)), m_changesTitle(new PanelHeader(theme, tr("What changes"))),
      m_changes(new RowView(theme, RowHeight::Dense)),
      m_changesView(new StatefulView(theme, m_changes)), m_page(plainLabel()), m_name(plainLabel()),
      m_save(new QPushButton(tr("Save…"))), m_copy(new QPushButton(tr("Copy")))
{
    setObjectName(QStringLiteral("page.export"));
    m_left = buildChoices();
    m_right = buildPreview();
    QBoxLayout* columns = tight(new QHBoxLayout);
    columns->addWidget(m_left);
    columns->addWidget(new PanelEdge(theme, Qt::Vertical));
    columns->addWidget(buildChanges(), 1);
    columns->addWidget(m_right);
    QBoxLayout* layout = tight(new QVBoxLayout(this));
    layout->addWidget(m_head);
    layout->addWidget(m_notice);
    layout->addLayout(columns, 1);
    layout->addWidget(new PanelEdge(theme, Qt::Horizontal));
    layout->addWidget(buildFoot());
    setFocusProxy(m_forms.front().button);
    connectSession();
    connect(&theme, &Theme::changed, this, &ExportPage::applyTheme);
    applyTheme();
    refresh();
}

QWidget* ExportPage::buildChoices()
{
    auto* choices = new QWidget;
    QBoxLayout* layout = tight(new QVBoxLayout(choices));
    layout->addWidget(new PanelHeader(m_theme, tr("Format")));
    auto* forms = new QButtonGroup(choices);
    for (std::size_t i = 0; i < m_forms.size(); ++i) {
        const Form form = ExportSession::kForms[i];
        auto* line = new QWidget;
        auto* row = new QHBoxLayout(line);
        row->setContentsMargins(12, 3, 12, 3);
        m_forms[i] = {new QRadioButton(formName(form)), plainLabel()};
        m_forms[i].button->setObjectName(QStringLiteral("export.form.") + formKey(form));
        forms->addButton(m_forms[i].button);
        row->addWidget(m_forms[i].button);
        row->addStretch();
        row->addWidget(m_forms[i].size);
        layout->addWidget(line);
        connect(m_forms[i].button, &QRadioButton::clicked, this,
                [this, form] { m_session.setForm(form); });
    }
    layout->addWidget(new PanelHeader(m_theme, tr("Profile")));
    layout->addWidget(makeProfile(Profile::Full, tr("Full"), tr("nothing is removed")));
    layout->addWidget(makeProfile(Profile::Team, tr("Team"),
                                  tr("no environment, command line, memory, strings")));
    layout->addWidget(makeProfile(
        Profile::ShareOutside, tr("Share outside"),
        tr("also no names of users and hosts, no addresses, no protected annotations")));
    auto* profiles = new QButtonGroup(choices);
    for (QRadioButton* button : m_profiles)
        profiles->addButton(button);
    layout->addWidget(new PanelHeader(m_theme, tr("Options")));
    auto* options = new QWidget;
    auto* rows = new QVBoxLayout(options);
    rows->setContentsMargins(12, 8, 12, 8);
    m_whole->setObjectName(QStringLiteral("export.whole"));
    rows->addWidget(m_whole);
    QLabel* caption = plainLabel(tr("Foot of the page"));
    m_captions.append(caption);
    rows->addWidget(caption);
    m_foot->setObjectName(QStringLiteral("export.foot"));
    m_foot->setAccessibleName(tr("Foot of the page"));
    rows->addWidget(m_foot);
    layout->addWidget(options);
    layout->addStretch(1);
    return choices;
}

QWidget* ExportPage::makeProfile(Profile profile, const QString& name, const QString& what)
{
    auto* area = new QWidget;
    auto* layout = new QVBoxLayout(area);
    layout->setContentsMargins(12, 3, 12, 3);
    layout->setSpacing(0);
    auto* button = new QRadioButton(name);
    button->setObjectName(QStringLiteral("export.profile.%1").arg(int(profile)));
    button->setAccessibleDescription(what);
    QLabel* caption = plainLabel(what);
    caption->setWordWrap(true);
    caption->setIndent(20);
    m_captions.append(caption);
    layout->addWidget(button);
    layout->addWidget(caption);
    m_profiles[std::size_t(profile)] = button;
    connect(button, &QRadioButton::clicked, this,
            [this, profile] { m_session.setProfile(profile); });
    return area;
}

QWidget* ExportPage::buildChanges()
{
    m_changes->setModel(&m_session.texts());
    m_changes->setObjectName(QStringLiteral("export.changes"));
    m_changes->setAccessibleName(tr("Texts that are left out or replaced"));
    auto* changes = new QWidget;
    QBoxLayout* layout = tight(new QVBoxLayout(changes));
    layout->addWidget(m_changesTitle);
    layout->addWidget(m_changesView, 1);
    return changes;
}

QWidget* ExportPage::buildPreview()
{
    auto* preview = new QWidget;
    QBoxLayout* columns = tight(new QHBoxLayout(preview));
    columns->addWidget(new PanelEdge(m_theme, Qt::Vertical));
    QBoxLayout* layout = tight(new QVBoxLayout);
    columns->addLayout(layout, 1);
    auto* title = new PanelHeader(m_theme, tr("First page"));
    layout->addWidget(title);
    m_pageTitle = title;
    m_page->setObjectName(QStringLiteral("export.page"));
    m_page->setAccessibleName(tr("First page"));
    m_page->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    m_page->setContentsMargins(8, 8, 8, 8);
    m_page->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
    layout->addWidget(m_page, 1);
    return preview;
}

QWidget* ExportPage::buildFoot()
{
    auto* foot = new QWidget;
    auto* layout = new QHBoxLayout(foot);
    layout->setContentsMargins(12, 8, 12, 8);
    m_name->setObjectName(QStringLiteral("export.name"));
    m_save->setObjectName(QStringLiteral("export.save"));
    m_save->setProperty(kPrimary, true);
    m_copy->setObjectName(QStringLiteral("export.copy"));
    layout->addWidget(m_name, 1);
    layout->addWidget(m_save);
    layout->addWidget(m_copy);
    return foot;
}

void ExportPage::connectSession()
{
    connect(&m_session, &ExportSession::changed, this, &ExportPage::refresh);
    connect(&m_session, &ExportSession::saved, this, [this](const QString& path) {
        m_notice->show({});
        Q_EMIT messageGiven(tr("Written: %1").arg(path));
    });
    connect(&m_session, &ExportSession::failed, this, &ExportPage::showFailure);
    connect(m_whole, &QCheckBox::toggled, &m_session, &ExportSession::setWholeStacks);
    connect(m_foot, &QLineEdit::editingFinished, this,
            [this] { m_session.setFoot(m_foot->text()); });
    connect(m_save, &QPushButton::clicked, this, &ExportPage::askForFile);
    connect(m_copy, &QPushButton::clicked, &m_session, &ExportSession::copy);
    connect(&m_session, &ExportSession::textReady, this, &ExportPage::copyRequested);
}

void ExportPage::askForFile()
{
    auto* dialog = new QFileDialog(this, tr("Save Report"));
    dialog->setObjectName(QStringLiteral("dialog.export"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilter(formFilter(m_session.form()));
    dialog->setDefaultSuffix(ExportSession::suffixOf(m_session.form()));
    dialog->selectFile(m_session.suggestedPath());
    connect(dialog, &QFileDialog::fileSelected, &m_session, &ExportSession::save);
    dialog->open();
}

void ExportPage::showFailure(const QString& path, const QString& reason)
{
    m_notice->show({{.text = tr("%1 could not be written: %2").arg(path, reason),
                     .button = tr("Choose another place"),
                     .action = [this] { askForFile(); }}});
}

QString ExportPage::sentence() const
{
    if (m_session.state() == ExportSession::State::Nothing)
        return tr("No report is open");
    if (m_session.state() == ExportSession::State::Counting)
        return tr("Finding out what leaves…");
    const qint64 size = m_session.sizeOf(m_session.form());
    const qint64 most = m_session.mostBytesOf(m_session.form());
    const QString what = size >= 0 ? tr("%1 leave").arg(sizeText(size))
                         : most >= 0
                             //: %1 is a size
                             ? tr("Up to %1 leave").arg(sizeText(most))
                             : tr("Everything leaves");
    if (m_session.form() == Form::Csv)
        //: "1.0 kB leave"
        return tr("%1: only the frames of the stack").arg(what);
    if (m_session.leftOut() == 0 && m_session.replaced() == 0)
        return m_session.form() == Form::Bundle
                   ? tr("%1: nothing is left out").arg(what)
                   : tr("%1: no name is taken out; memory is in report bundles only").arg(what);
    //: "184 kB leave", "287 things are left out", "61 are replaced"
    return tr("%1: %2, %3")
        .arg(what, tr("%Ln thing(s) are left out", nullptr, int(m_session.leftOut())),
             tr("%Ln are replaced", nullptr, int(m_session.replaced())));
}

QString ExportPage::facts() const
{
    QStringList facts;
    if (m_session.inputBytes() > 0)
        facts.append(tr("of %1 (%2)").arg(m_session.fileName(), sizeText(m_session.inputBytes())));
    else if (!m_session.fileName().isEmpty())
        facts.append(tr("of %1").arg(m_session.fileName()));
    if (m_session.form() == Form::Html)
        facts.append(tr("no scripts, nothing is loaded"));
    if (m_session.profile() != Profile::Full)
        facts.append(tr("no memory, no texts from memory, no environment"));
    return facts.join(QStringLiteral("  ·  "));
}

void ExportPage::showHead()
{
    m_head->setTexts(sentence(), facts());
    const bool isReady = m_session.state() == ExportSession::State::Ready;
    m_save->setEnabled(isReady && !m_session.isSaving());
    const bool isText = m_session.form() != Form::Pdf && m_session.form() != Form::Bundle;
    m_copy->setEnabled(isReady && isText);
    m_name->setText(isReady ? QFileInfo(m_session.suggestedPath()).fileName() : QString());
}

void ExportPage::showChanges()
{
    QList<NoticeBar::Line> lines;
    const bool isFull = m_session.profile() == Profile::Full;
    if (isFull && m_session.state() != ExportSession::State::Nothing)
        lines.append({.text = m_session.form() == Form::Bundle
                                  ? tr("The crash file with its memory and the environment leave "
                                       "this computer.")
                                  : tr("Names, messages and the environment leave this computer as "
                                       "they are."),
                      .button = {},
                      .action = {}});
    m_notice->show(lines);
    switch (m_session.state()) {
    case ExportSession::State::Nothing:
        m_changesView->showState({QStringLiteral("details"), tr("No report is open."), {}, {}});
        return;
    case ExportSession::State::Counting:
        m_changesView->showState({QStringLiteral("details"), tr("Counting…"), {}, {}});
        return;
    case ExportSession::State::Ready: break;
    }
    m_changesTitle->setCaption(isFull ? QString()
                                      : tr("the same name becomes the same word everywhere"));
    if (m_session.texts().rowCount() > 0)
        return m_changesView->showContent();
    m_changesView->showState(
        {QStringLiteral("details"),
         isFull && m_session.form() == Form::Bundle ? tr("Nothing is left out.")
         : isFull ? tr("No name or value is taken out of what this format has.")
                  : tr("No names or addresses were found."),
         {},
         {}});
}

void ExportPage::showChoices()
{
    for (std::size_t i = 0; i < m_forms.size(); ++i) {
        const Form form = ExportSession::kForms[i];
        m_forms[i].button->setChecked(form == m_session.form());
        const qint64 most = m_session.mostBytesOf(form);
        //: %1 is a size
        m_forms[i].size->setText(most < 0 ? sizeText(m_session.sizeOf(form))
                                          : tr("up to %1").arg(sizeText(most)));
    }
    for (std::size_t i = 0; i < m_profiles.size(); ++i)
        m_profiles[i]->setChecked(i == std::size_t(m_session.profile()));
}

/// The picture is made once for each document and width.
void ExportPage::showFirstPage()
{
    const bool isPrinted = m_session.form() == Form::Html || m_session.form() == Form::Pdf;
    m_pageTitle->setCaption(
        isPrinted ? tr("as it will be printed")
                  : tr("of HTML and PDF; %1 has no pages").arg(formName(m_session.form())));
    const int width = m_page->contentsRect().width();
    if (!m_session.document() || !m_right->isVisible() || width < 50) {
        m_page->clear();
        m_shown.reset();
        return;
    }
    if (m_shown == m_session.document() &&
        m_page->pixmap(Qt::ReturnByValue).width() == int(width * m_page->devicePixelRatio()))
        return;
    m_shown = m_session.document();
    auto image = paintFirstPage(*m_shown, documentFonts(), int(width * m_page->devicePixelRatio()));
    image.setDevicePixelRatio(m_page->devicePixelRatio());
    m_page->setPixmap(QPixmap::fromImage(image));
}

void ExportPage::refresh()
{
    showHead();
    showChoices();
    showChanges();
    showFirstPage();
}

void ExportPage::applyTheme()
{
    const int step = m_theme.metrics().step;
    m_left->setFixedWidth(kLeft * step);
    m_right->setFixedWidth(kRight * step);
    for (QLabel* caption : std::as_const(m_captions))
        setTextColour(*caption, m_theme.tokens().dim);
    for (const auto& form : m_forms)
        setTextColour(*form.size, m_theme.tokens().dim);
    update();
}

void ExportPage::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.tokens().base);
}

void ExportPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_right->setVisible(width() >= kLeastWithPreview * m_theme.metrics().step);
    showFirstPage();
}

} // namespace faultline::ui

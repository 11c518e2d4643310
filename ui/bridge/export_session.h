// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/report_export.h"
#include "ui/models/export_model.h"

#include <QIODevice>
#include <QObject>
#include <QThreadPool>

#include <array>
#include <atomic>
#include <functional>
#include <memory>

namespace faultline::ui {

class ReportSession;

/// The export of a report from the window: what a profile takes out of it, how large each form
/// becomes, and its file. All work is done on a thread of its own. GUI thread only.
class ExportSession final : public QObject
{
    Q_OBJECT

public:
    enum class Form { Html, Pdf, Markdown, Json, Csv, Bundle };
    static constexpr std::array kForms{Form::Html, Form::Pdf, Form::Markdown,
                                       Form::Json, Form::Csv, Form::Bundle};

    enum class State {
        Nothing,  ///< No report was opened.
        Counting, ///< It is being found out what leaves.
        Ready
    };

    /// Paints a document as PDF on a thread of the pool. False when the device fails.
    using PaintPdf = std::function<bool(const report::ReportDocument&, QIODevice&)>;

    explicit ExportSession(PaintPdf paint, QObject* parent = nullptr);
    /// Waits for the file that is being written.
    ~ExportSession() override;

    /// Takes the report as it is known now, with the source texts that were shown, for a form with
    /// its usual profile.
    void open(ReportSession& session, Form form);
    /// Chooses another form with its usual profile.
    void setForm(Form form);
    void setProfile(redact::Profile profile);
    void setWholeStacks(bool whole);
    void setFoot(const QString& foot);

    State state() const { return m_state; }

    Form form() const { return m_form; }

    redact::Profile profile() const { return m_profile; }

    bool hasWholeStacks() const { return m_options.longStacks == report::LongStacks::Whole; }

    QString fileName() const { return m_fileName; }

    /// Of the crash file; 0 when it is not known.
    qint64 inputBytes() const { return m_inputBytes; }

    /// The size of a form in bytes; -1 while it is not known.
    qint64 sizeOf(Form form) const;
    /// What a form has at most whose size is known only when it is written; -1 for others.
    qint64 mostBytesOf(Form form) const;

    /// What goes: texts and elements of lists.
    quint64 leftOut() const { return m_leftOut; }

    quint64 replaced() const { return m_replaced; }

    ExportModel& texts() { return m_texts; }

    /// The page that leaves; null while it is not known.
    std::shared_ptr<const report::ReportDocument> document() const { return m_document; }

    /// Makes the form as text, for the clipboard; textReady() follows. Nothing happens for PDF and
    /// bundle, and while counting.
    void copy();

    /// A name for the file, beside the crash file.
    QString suggestedPath() const;
    static QString suffixOf(Form form);

    /// Writes the file aside and puts it in its place when it is complete. saved() or failed()
    /// follows.
    void save(const QString& path);

    bool isSaving() const { return m_saving > 0; }

Q_SIGNALS:
    void changed();
    void textReady(const QString& text);
    void saved(const QString& path);
    /// What was there stays.
    void failed(const QString& path, const QString& reason);

private:
    struct Counted;

    using Prepared = std::shared_ptr<const exporting::PreparedExport>;

    void prepare();
    void forget();
    std::shared_ptr<const Counted> count(quint64 number, exporting::ExportRequest request) const;
    void take(quint64 number, const std::shared_ptr<const Counted>& counted);
    bool isInput(const QString& path) const;

    PaintPdf m_paint;
    State m_state = State::Nothing;
    Form m_form = Form::Html;
    redact::Profile m_profile = redact::Profile::ShareOutside;
    exporting::ExportOptions m_options;
    ReportPtr m_report;
    std::vector<bundle::BundleSource> m_sources;
    QString m_input;
    QString m_fileName;
    qint64 m_inputBytes = 0;
    Prepared m_prepared;
    std::shared_ptr<const report::ReportDocument> m_document;
    std::array<qint64, kForms.size()> m_sizes{};
    quint64 m_leftOut = 0;
    quint64 m_replaced = 0;
    std::atomic<quint64> m_number = 0; ///< Of the last preparation; others end early.
    int m_saving = 0;
    ExportModel m_texts;
    QThreadPool m_pool;    ///< Finds out what leaves; only the last choice counts.
    QThreadPool m_writers; ///< Writes files, each to its end.
};

} // namespace faultline::ui

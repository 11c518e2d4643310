// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/mapping_model.h"
#include "ui/views/ui_context.h"

#include <QDialog>
#include <QPointer>
#include <QStringList>

class QLabel;
class QLineEdit;
class QPushButton;

namespace faultline::ui {

class RowView;

/// Edits where the source files of builds lie on this computer, and shows what becomes of the files
/// of the open report before anything is saved.
class PathMappingsDialog final : public QDialog
{
    Q_OBJECT

public:
    /// The session may be null.
    PathMappingsDialog(const UiContext& context, ReportSession* session, QWidget* parent = nullptr);

protected:
    void accept() override;

private:
    QWidget* buildMappings();
    QWidget* buildEditor();
    void buildPreview();
    void buildButtons();
    void readFiles(ReportSession& session);
    void addMapping();
    void removeMapping();
    void browse();
    void showChosen();
    /// The mappings as they would be saved, with what stands in the fields.
    QList<PathMapping> wanted() const;
    void showPreview();
    void checkFiles();
    void takeFound(const QStringList& found, quint64 number);

    UiContext m_context;
    MappingModel m_mappings;
    MappedFileModel m_files;
    QStringList m_recorded; ///< Source files of the report.
    RowView* m_rows;
    RowView* m_preview;
    QLineEdit* m_from;
    QLineEdit* m_to;
    QPushButton* m_add;
    QPushButton* m_remove;
    QLabel* m_summary;
    quint64 m_check = 0; ///< Answers to earlier checks are dropped.
};

} // namespace faultline::ui

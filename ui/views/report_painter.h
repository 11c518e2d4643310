// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/export_session.h"

#include <QFont>
#include <QIODevice>
#include <QImage>

namespace faultline::ui {

/// The fonts of a painted report.
struct DocumentFonts
{
    QFont text;
    QFont code;
};

/// Those of the application. GUI thread only.
DocumentFonts documentFonts();

/// Paints the page of a report as PDF: A4, all threads open, tables with their titles on every
/// page, a foot with signature and number. Its words are English, as those of all files are. Any
/// thread. False when the device fails.
bool paintReport(const report::ReportDocument& document,
                 const DocumentFonts& fonts,
                 QIODevice& device);

/// The first of these pages, so many pixels wide.
QImage
paintFirstPage(const report::ReportDocument& document, const DocumentFonts& fonts, int width);

} // namespace faultline::ui

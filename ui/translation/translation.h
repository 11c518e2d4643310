// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QCoreApplication;
class QLocale;

namespace faultline::ui {

/// Installs the English plural forms and, over them, the texts for `locale` if they exist, with
/// those of Qt where they are installed. Call it before creating any widget.
void installTranslation(QCoreApplication& app, const QLocale& locale);

} // namespace faultline::ui

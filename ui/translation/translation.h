#pragma once

class QCoreApplication;
class QLocale;

namespace faultline::ui {

/// Installs the English plural forms and, over them, the texts for `locale` where there are some.
/// Call before any widget exists.
void installTranslation(QCoreApplication& app, const QLocale& locale);

} // namespace faultline::ui

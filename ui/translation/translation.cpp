// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/translation/translation.h"

#include "ui/models/source_texts.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

// Qt's macro works only outside of namespaces.
static void initTranslationResources() // NOLINT(misc-use-anonymous-namespace)
{
    Q_INIT_RESOURCE(translations);
}

namespace faultline::ui {

namespace {

/// Qt's own texts, such as those of its buttons, where its package of translations is installed.
void installTextsOfQt(QCoreApplication& app, const QLocale& locale)
{
    auto* texts = new QTranslator(&app);
    if (texts->load(locale, QStringLiteral("qtbase"), QStringLiteral("_"),
                    QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(texts);
}

} // namespace

void installTranslation(QCoreApplication& app, const QLocale& locale)
{
    initTranslationResources();
    const QString folder = QStringLiteral(":/i18n");
    // English is always installed, because another translation may lack a text and then English
    // plural forms are needed.
    auto* english = new QTranslator(&app);
    if (english->load(QStringLiteral("faultline_en"), folder))
        QCoreApplication::installTranslator(english);
    auto* local = new QTranslator(&app);
    if (locale.language() == QLocale::English ||
        !local->load(locale, QStringLiteral("faultline"), QStringLiteral("_"), folder))
        return;
    // In the language that was found, so that no dialog has two.
    installTextsOfQt(app, QLocale(local->language()));
    QCoreApplication::installTranslator(local);
    QCoreApplication::installTranslator(new SourceTexts(&app));
}

} // namespace faultline::ui

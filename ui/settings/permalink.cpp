// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/permalink.h"

#include <QRegularExpression>
#include <QUrl>

#include <array>

namespace faultline::ui {

namespace {

/// How a forge turns the path of a raw text into that of a page, and what marks a line.
struct Forge
{
    const char* host; ///< Empty: any.
    const char* raw;  ///< Of the path; "(?<commit>…)" is the commit's hash.
    const char* page; ///< With \1 … for the groups of `raw`.
    const char* line;
    const char* pageHost; ///< Empty: the same.
};

constexpr auto kCommit = "[0-9a-f]{40}(?:[0-9a-f]{24})?";

// The documentation of each forge on raw files and links to lines.
constexpr std::array kForges{
    Forge{"raw.githubusercontent.com", "^/([^/]+/[^/]+)/(COMMIT)/(.+)$", "/\\1/blob/\\2/\\3", "#L",
          "github.com"},
    Forge{"github.com", "^/([^/]+/[^/]+)/raw/(COMMIT)/(.+)$", "/\\1/blob/\\2/\\3", "#L", ""},
    Forge{"bitbucket.org", "^/([^/]+/[^/]+)/raw/(COMMIT)/(.+)$", "/\\1/src/\\2/\\3", "#lines-", ""},
    Forge{"", "^/(.+)/-/raw/(COMMIT)/(.+)$", "/\\1/-/blob/\\2/\\3", "#L", ""},
    Forge{"", "^/([^/]+/[^/]+)/raw/commit/(COMMIT)/(.+)$", "/\\1/src/commit/\\2/\\3", "#L", ""}};

std::optional<QString> pageOf(const Forge& forge, const QUrl& url)
{
    if (*forge.host != '\0' && url.host() != QLatin1String(forge.host))
        return std::nullopt;
    const QRegularExpression raw(
        QString::fromLatin1(forge.raw).replace(QLatin1String("COMMIT"), QLatin1String(kCommit)));
    QString path = url.path(QUrl::FullyEncoded);
    if (!raw.match(path).hasMatch())
        return std::nullopt;
    const QString host =
        *forge.pageHost == '\0' ? url.authority(QUrl::FullyEncoded) : QLatin1String(forge.pageHost);
    return QStringLiteral("https://") + host + path.replace(raw, QLatin1String(forge.page));
}

} // namespace

std::optional<QString> permalinkOf(const QString& link, quint32 line)
{
    const QUrl url(link, QUrl::StrictMode);
    if (!url.isValid() || url.scheme() != QLatin1String("https") || line == 0 ||
        !url.userInfo().isEmpty())
        return std::nullopt;
    for (const Forge& forge : kForges) {
        if (const auto page = pageOf(forge, url))
            return *page + QLatin1String(forge.line) + QString::number(line);
    }
    return std::nullopt;
}

} // namespace faultline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/dump_scene.h"

#include <QFile>

namespace faultline::ui::test {

namespace scene = faultline::test::scene;

QString writeDump(const EngineWindow& workbench)
{
    return workbench.write(QStringLiteral("crash.dmp"), scene::dump().text());
}

std::vector<sources::SourceConfig> sourcesOf(const faultline::test::LoopbackServer& server)
{
    return {scene::http("server", server.url())};
}

QByteArray sample(const QString& file)
{
    QFile bytes(QStringLiteral(FL_TESTS_DIR "/corpora/samples/") + file);
    return bytes.open(QIODevice::ReadOnly) ? bytes.readAll() : QByteArray();
}

} // namespace faultline::ui::test

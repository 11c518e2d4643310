// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/source_tests.h"

#include "ui/bridge/report_state.h"

#include <QCoreApplication>
#include <QLocale>

namespace faultline::ui {

namespace {

constexpr int kUnauthorized = 401;

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(SourceTests)
};

QString refusal(const engine::SourceTestSnapshot& answer)
{
    if (!answer.httpStatus)
        return Words::tr("may not be read");
    return int(*answer.httpStatus) == kUnauthorized
               ? Words::tr("asks for credentials (%1)").arg(*answer.httpStatus)
               : Words::tr("does not allow the request (%1)").arg(*answer.httpStatus);
}

QString textOf(const engine::SourceTestSnapshot& answer)
{
    using enum engine::SourceTestSnapshot::Outcome;
    switch (answer.outcome) {
    case Works:
        //: a server, and after how many milliseconds
        return answer.httpStatus ? Words::tr("answers after %1 ms")
                                       .arg(QLocale().toString(qint64(answer.duration.count())))
                                 : Words::tr("can be read");
    case Refused: return refusal(answer);
    case Failing: return Words::tr("fails (%1)").arg(answer.httpStatus.value_or(0));
    case Slow: return Words::tr("did not answer in time");
    case Unreachable: return Words::tr("cannot be reached");
    case NoFolder: return Words::tr("is not there");
    case AnswersAnything: return Words::tr("answers, but is no symbol server");
    case NotAsked: return Words::tr("was not asked");
    }
    return {};
}

} // namespace

SourceTest makeSourceTest(const engine::SourceTestSnapshot& answer)
{
    const bool works = answer.outcome == engine::SourceTestSnapshot::Outcome::Works;
    QString detail = toQString(answer.detail);
    if (answer.outcome == engine::SourceTestSnapshot::Outcome::AnswersAnything)
        detail = Words::tr("It has a file for an identifier that no build has. Perhaps it shows a "
                           "page to log in.");
    else if (works)
        detail.clear(); // That the made-up file was not found is what was hoped for.
    return {.state = works ? SourceTest::State::Works : SourceTest::State::Fails,
            .text = textOf(answer),
            .detail = std::move(detail)};
}

} // namespace faultline::ui

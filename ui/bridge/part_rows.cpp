// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/part_rows.h"

#include "ui/bridge/cause.h"
#include "ui/bridge/header_rows.h"
#include "ui/bridge/report_state.h"

#include <QCoreApplication>

namespace faultline::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(PartRows)
};

} // namespace

PartRow makePartRow(const engine::PartSnapshot& part)
{
    PartRow row;
    if (!part.value) {
        row.sentence = Words::tr("cannot be read: %1").arg(toQString(part.problem));
        return row;
    }
    ReportState state;
    state.event = part.value;
    row.kind = kindText(part.value->kind);
    row.sentence = causeSentence(state);
    return row;
}

} // namespace faultline::ui

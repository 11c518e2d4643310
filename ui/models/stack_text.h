#pragma once

#include "ui/models/module_row.h"
#include "ui/models/report_header.h"
#include "ui/models/stack_layout.h"

#include <QByteArray>
#include <QList>
#include <QString>

namespace faultline::ui {

/// What a copied stack is made from.
struct StackTextInput
{
    ReportHeader header;
    QList<StackEntry> entries; ///< In shown order.
    QList<ModuleRow> modules;  ///< All of the event.
    int threadIndex = 0;
    QString threadName;
    QString generatorVersion;
};

/// "#  module!function+0xoff  [file @ line]", one frame per line; inline frames marked.
QString stackAsText(const StackTextInput& input);
/// Header lines, fenced stack, modules without symbols with their ids.
QString stackAsMarkdown(const StackTextInput& input);
/// One object: report, thread, frames, modules used, generator.
QByteArray stackAsJson(const StackTextInput& input);

} // namespace faultline::ui

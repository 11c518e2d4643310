#include "ui/models/stack_text.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>

namespace faultline::ui {

namespace {

QString frameNumber(const FrameRow& frame)
{
    const QString number = QString::number(frame.frameKey.physicalIndex);
    return frame.isInline() ? number + u'i' + QString::number(frame.frameKey.inlineDepth) : number;
}

QString frameName(const FrameRow& frame)
{
    if (!frame.hasFunction)
        return frame.moduleOffset.isEmpty() ? frame.function : frame.moduleOffset;
    const QString name = frame.function + frame.functionOffset;
    return frame.module.isEmpty() ? name : frame.module + u'!' + name;
}

QString frameFile(const FrameRow& frame)
{
    if (frame.path.isEmpty() || frame.line == 0)
        return {};
    const QString file = frame.path.section(u'/', -1).section(u'\\', -1);
    return QStringLiteral("  [%1 @ %2]").arg(file).arg(frame.line);
}

QString remark(const FrameRow& frame)
{
    if (frame.isInline())
        return QStringLiteral("(inline)");
    if (!frame.hasFunction)
        return QStringLiteral("(no symbols)");
    return frame.trust.isEmpty() ? QString() : u'(' + frame.trust + u')';
}

QList<const FrameRow*> framesOf(const StackTextInput& input)
{
    QList<const FrameRow*> frames;
    for (const StackEntry& entry : input.entries) {
        if (entry.kind == StackEntry::Kind::Frame)
            frames.append(entry.frame.get());
    }
    return frames;
}

QSet<int> usedModules(const StackTextInput& input)
{
    QSet<int> used;
    for (const FrameRow* frame : framesOf(input))
        used.insert(frame->moduleIndex);
    return used;
}

/// Notes and folds stand as comment lines, so that a shortened stack never looks whole.
QString lineOf(const StackEntry& entry, bool withRemark)
{
    if (entry.kind != StackEntry::Kind::Frame)
        return QStringLiteral("    ... ") + entry.text;
    const FrameRow& frame = *entry.frame;
    const QString start =
        frameNumber(frame).rightJustified(3) + u' ' + frameName(frame) + frameFile(frame);
    if (!withRemark)
        return frame.isInline() ? start + QStringLiteral("  (inline)") : start;
    const QString end = remark(frame);
    return end.isEmpty() ? start : start.leftJustified(44) + u' ' + end;
}

QString joinParts(const QStringList& parts)
{
    QStringList present;
    for (const QString& part : parts) {
        if (!part.isEmpty())
            present.append(part);
    }
    return present.join(QStringLiteral(" · "));
}

QString markdownHeader(const ReportHeader& header)
{
    QString reason = header.reason.isEmpty() ? QString() : u'`' + header.reason + u'`';
    if (!header.address.isEmpty())
        reason += QStringLiteral(" @ `%1`").arg(header.address);
    const QString product =
        header.product.isEmpty() ? QString() : QStringLiteral("**%1**").arg(header.product);
    QString text = joinParts({product, header.system, reason, header.thread}) + u'\n';
    if (!header.signature.isEmpty())
        text += QStringLiteral("Signature: `%1`\n").arg(header.signature);
    return text;
}

QString modulesWithoutSymbols(const StackTextInput& input)
{
    QSet<int> unnamed;
    for (const FrameRow* frame : framesOf(input)) {
        if (!frame->hasFunction)
            unnamed.insert(frame->moduleIndex);
    }
    QStringList names;
    for (const ModuleRow& module : input.modules) {
        if (unnamed.contains(module.index)) {
            const QString& file = module.debugFile.isEmpty() ? module.name : module.debugFile;
            names.append(QString(file + u' ' + module.debugId).trimmed());
        }
    }
    return names.join(QStringLiteral(", "));
}

QJsonObject frameObject(const FrameRow& frame)
{
    QJsonObject object{
        {QStringLiteral("original_index"), qint64(frame.frameKey.physicalIndex)},
        {QStringLiteral("inline"), frame.isInline()},
        {QStringLiteral("instruction_addr"), QStringLiteral("0x%1").arg(frame.address, 0, 16)},
        {QStringLiteral("status"), frame.status},
        {QStringLiteral("trust"), frame.trust},
        {QStringLiteral("in_app"), frame.isInApp}};
    if (frame.hasFunction)
        object.insert(QStringLiteral("function"), frame.function);
    if (!frame.mangled.isEmpty())
        object.insert(QStringLiteral("symbol"), frame.mangled);
    if (!frame.module.isEmpty())
        object.insert(QStringLiteral("module"), frame.module);
    if (!frame.moduleOffset.isEmpty())
        object.insert(QStringLiteral("module_offset"), frame.moduleOffset);
    if (!frame.path.isEmpty())
        object.insert(QStringLiteral("abs_path"), frame.path);
    if (frame.line != 0)
        object.insert(QStringLiteral("lineno"), qint64(frame.line));
    if (frame.column != 0)
        object.insert(QStringLiteral("colno"), qint64(frame.column));
    return object;
}

QJsonObject moduleObject(const ModuleRow& module)
{
    return {{QStringLiteral("name"), module.name},
            {QStringLiteral("debug_file"), module.debugFile},
            {QStringLiteral("debug_id"), module.debugId},
            {QStringLiteral("code_id"), module.codeId},
            {QStringLiteral("base"), module.base},
            {QStringLiteral("status"), module.status}};
}

QJsonArray frameArray(const StackTextInput& input)
{
    QJsonArray array;
    for (const FrameRow* frame : framesOf(input))
        array.append(frameObject(*frame));
    return array;
}

QJsonArray moduleArray(const StackTextInput& input)
{
    QJsonArray array;
    const auto used = usedModules(input);
    for (const ModuleRow& module : input.modules) {
        if (used.contains(module.index))
            array.append(moduleObject(module));
    }
    return array;
}

} // namespace

QString stackAsText(const StackTextInput& input)
{
    QString text;
    for (const StackEntry& entry : input.entries)
        text += lineOf(entry, false) + u'\n';
    return text;
}

QString stackAsMarkdown(const StackTextInput& input)
{
    QString text = markdownHeader(input.header) + QStringLiteral("```\n");
    for (const StackEntry& entry : input.entries)
        text += lineOf(entry, true) + u'\n';
    text += QStringLiteral("```\n");
    const QString missing = modulesWithoutSymbols(input);
    if (!missing.isEmpty())
        text += QStringLiteral("No symbols: %1\n").arg(missing);
    return text;
}

QByteArray stackAsJson(const StackTextInput& input)
{
    const QJsonObject report{{QStringLiteral("file"), input.header.fileName},
                             {QStringLiteral("kind"), input.header.kind},
                             {QStringLiteral("time"), input.header.timeIso},
                             {QStringLiteral("reason"), input.header.reason},
                             {QStringLiteral("signature"), input.header.signature}};
    const QJsonObject thread{{QStringLiteral("index"), input.threadIndex},
                             {QStringLiteral("name"), input.threadName}};
    const QJsonObject generator{{QStringLiteral("name"), QStringLiteral("Faultline")},
                                {QStringLiteral("version"), input.generatorVersion}};
    return QJsonDocument(QJsonObject{{QStringLiteral("report"), report},
                                     {QStringLiteral("thread"), thread},
                                     {QStringLiteral("frames"), frameArray(input)},
                                     {QStringLiteral("modules"), moduleArray(input)},
                                     {QStringLiteral("generator"), generator}})
        .toJson();
}

} // namespace faultline::ui

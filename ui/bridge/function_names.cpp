#include "ui/bridge/function_names.h"

namespace faultline::ui {

namespace {

constexpr QStringView kAnonymous = u"(anonymous namespace)";
constexpr QStringView kOperator = u"operator";

/// Characters of `name` from `at` on that cannot open an argument list although they hold brackets.
qsizetype atomLength(QStringView name, qsizetype at)
{
    const QStringView rest = name.sliced(at);
    if (rest.startsWith(kAnonymous))
        return kAnonymous.size();
    if (!rest.startsWith(kOperator))
        return 1;
    const QStringView sign = rest.sliced(kOperator.size());
    if (sign.startsWith(u"()"))
        return kOperator.size() + 2;
    qsizetype length = kOperator.size();
    while (length < rest.size() && QStringView(u"<>=!-+*/%&|^~[]").contains(rest.at(length)))
        ++length;
    return length;
}

struct NameExtent
{
    qsizetype begin = 0;
    qsizetype end = 0;
};

/// From after the return type to the argument list, template brackets counted.
NameExtent nameExtent(QStringView function)
{
    NameExtent extent{0, function.size()};
    int depth = 0;
    for (qsizetype i = 0; i < function.size();) {
        const qsizetype length = atomLength(function, i);
        const QChar c = function.at(i);
        if (length == 1) {
            if (c == u'<')
                ++depth;
            else if (c == u'>')
                --depth;
            else if (c == u'(' && depth <= 0 && i > 0)
                return {extent.begin, i};
            else if (c == u' ' && depth <= 0)
                extent.begin = i + 1;
        }
        i += length;
    }
    return extent;
}

QString withoutTemplateArguments(QStringView name)
{
    QString plain;
    int depth = 0;
    for (qsizetype i = 0; i < name.size();) {
        const qsizetype length = atomLength(name, i);
        if (length == 1 && name.at(i) == u'<')
            ++depth;
        else if (length == 1 && name.at(i) == u'>')
            --depth;
        else if (depth == 0)
            plain += name.sliced(i, length);
        i += length;
    }
    return plain;
}

} // namespace

QString qualifiedName(const QString& function)
{
    const NameExtent extent = nameExtent(function);
    return extent.end > extent.begin ? function.sliced(extent.begin, extent.end - extent.begin) : function;
}

QString shortName(const QString& function)
{
    return withoutTemplateArguments(qualifiedName(function)).section(QStringLiteral("::"), -2);
}

} // namespace faultline::ui

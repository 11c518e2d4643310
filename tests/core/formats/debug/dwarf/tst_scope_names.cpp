// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/dwarf_reader.h"
#include "tests/support/dwarf_builder.h"

#include <QTest>

#include <functional>

using namespace faultline;
using namespace faultline::test;

// Functions without linkage name get their scopes as a prefix.
class TestScopeNames : public QObject
{
    Q_OBJECT

private slots:
    void scopesComeInFront_data();
    void scopesComeInFront();
    void everyPrefixIsValueOrError();
    void whatIsNestedTooDeeplyStaysBare();
};

namespace {

constexpr unsigned kLanguageC = 0x0c;
constexpr unsigned kLanguageCpp = 0x1a;
constexpr std::uint64_t kUnitHeaderBytes = 11;

/// Writes the entries of one DWARF 4 unit. Its one function with code lies at 0x1000–0x1010.
class Entries
{
public:
    explicit Entries(unsigned language)
    {
        m_out.zeros(kUnitHeaderBytes);
        m_out.u8(1).u8(language);
    }

    using Label = ByteAssembler::Label;

    Label label() { return m_out.newLabel(); }

    Entries& openNamespace(std::string_view name = {}) { return named(name.empty() ? 3 : 2, name); }

    Entries& openClass(std::string_view name = {}) { return named(name.empty() ? 5 : 4, name); }

    Entries& openBlock() { return named(10, {}); }

    Entries& close()
    {
        m_out.u8(0);
        return *this;
    }

    Entries& declare(Label at, std::string_view name)
    {
        m_out.place(at);
        return named(6, name);
    }

    Entries& declareLinked(Label at, std::string_view linkageName)
    {
        m_out.place(at);
        return named(11, linkageName);
    }

    Entries& declareClass(Label at, std::string_view name)
    {
        m_out.place(at);
        return named(14, name);
    }

    /// Opens a class with children, like the functions below.
    Entries& openClassOf(Label declaration)
    {
        m_out.u8(15).offsetOf(declaration);
        return *this;
    }

    Entries& openDefinition(Label declaration)
    {
        m_out.u8(7).offsetOf(declaration);
        return code();
    }

    /// Without code.
    Entries& openAbstract(Label at, Label declaration)
    {
        m_out.place(at);
        m_out.u8(12).offsetOf(declaration);
        return *this;
    }

    Entries& openWithoutCode(std::string_view name) { return named(13, name); }

    Entries& openFunction(std::string_view name)
    {
        named(8, name);
        return code();
    }

    Entries& openExternal(std::string_view name)
    {
        named(9, name);
        return code();
    }

    std::vector<std::byte> finish()
    {
        close();
        m_out.patch(0, m_out.size() - 4, 4).patch(4, 4, 2).patch(10, 8, 1);
        return m_out.finish();
    }

private:
    Entries& named(unsigned abbreviation, std::string_view name)
    {
        m_out.u8(abbreviation);
        if (!name.empty())
            m_out.text(name).u8(0);
        return *this;
    }

    Entries& code()
    {
        m_out.u64(0x1000).u64(0x1010);
        return *this;
    }

    ByteAssembler m_out;
};

std::vector<std::byte> abbreviations()
{
    ByteAssembler out;
    addAbbreviation(out, 1, 0x11, true, {0x13, 0x0b});
    addAbbreviation(out, 2, 0x39, true, {0x03, 0x08});
    addAbbreviation(out, 3, 0x39, true, {});
    addAbbreviation(out, 4, 0x02, true, {0x03, 0x08});
    addAbbreviation(out, 5, 0x13, true, {});
    addAbbreviation(out, 6, 0x2e, false, {0x03, 0x08});
    addAbbreviation(out, 7, 0x2e, true, {0x47, 0x13, 0x11, 0x01, 0x12, 0x01});
    addAbbreviation(out, 8, 0x2e, true, {0x03, 0x08, 0x11, 0x01, 0x12, 0x01});
    addAbbreviation(out, 9, 0x2e, true, {0x3f, 0x19, 0x03, 0x08, 0x11, 0x01, 0x12, 0x01});
    addAbbreviation(out, 10, 0x0b, true, {});
    addAbbreviation(out, 11, 0x2e, false, {0x6e, 0x08});
    addAbbreviation(out, 12, 0x2e, true, {0x47, 0x13});
    addAbbreviation(out, 13, 0x2e, true, {0x03, 0x08});
    addAbbreviation(out, 14, 0x02, false, {0x03, 0x08});
    addAbbreviation(out, 15, 0x02, true, {0x47, 0x13});
    out.u8(0);
    return out.finish();
}

/// The name of the only function; empty when there is none.
Result<std::string> nameIn(std::vector<std::byte> info)
{
    dwarf::DwarfInput input;
    const auto infoView = ByteView::fromVector(std::move(info));
    const auto abbrevView = ByteView::fromVector(abbreviations());
    input.section = [=](std::string_view name) -> std::optional<ByteView> {
        if (name == "debug_info")
            return infoView;
        return name == "debug_abbrev" ? std::optional(abbrevView) : std::nullopt;
    };
    FL_TRY(const auto reader, dwarf::makeDwarfReader(std::move(input), {}));
    FL_TRY(const auto unit, reader->readUnit(0, {}));
    return std::string(unit.functions.empty() ? std::string_view() : unit.functions.front().name);
}

std::vector<std::byte> lambdaInAMember()
{
    Entries entries(kLanguageCpp);
    const auto member = entries.label();
    const auto call = entries.label();
    const auto function = entries.label();
    entries.openNamespace("ns").openClass("C").declare(member, "m").close().close();
    entries.openAbstract(function, member).openClass().declare(call, "operator()").close().close();
    entries.openDefinition(call).close();
    return entries.finish();
}

} // namespace

void TestScopeNames::scopesComeInFront_data()
{
    QTest::addColumn<QByteArray>("info");
    QTest::addColumn<QString>("expected");
    const auto add = [](const char* row, unsigned language, const char* expected,
                        const std::function<void(Entries&)>& write) {
        Entries entries(language);
        write(entries);
        const auto info = entries.finish();
        QTest::newRow(row) << QByteArray(reinterpret_cast<const char*>(info.data()),
                                         static_cast<qsizetype>(info.size()))
                           << QString::fromLatin1(expected);
    };
    add("outside of everything", kLanguageCpp, "f",
        [](Entries& e) { e.openFunction("f").close(); });
    add("static in a namespace", kLanguageCpp, "ns::f",
        [](Entries& e) { e.openNamespace("ns").openFunction("f").close().close(); });
    add("extern C in a namespace keeps the name of its symbol", kLanguageCpp, "f",
        [](Entries& e) { e.openNamespace("ns").openExternal("f").close().close(); });
    add("unnamed namespace", kLanguageCpp, "ns::(anonymous namespace)::f", [](Entries& e) {
        e.openNamespace("ns").openNamespace().openFunction("f").close().close().close();
    });
    add("member defined outside its class", kLanguageCpp, "(anonymous namespace)::C::m",
        [](Entries& e) {
            const auto member = e.label();
            e.openNamespace().openClass("C").declare(member, "m").close().close();
            e.openDefinition(member).close();
        });
    add("class defined outside its namespace", kLanguageCpp, "ns::C::m", [](Entries& e) {
        const auto declaration = e.label();
        const auto member = e.label();
        e.openNamespace("ns").declareClass(declaration, "C").close();
        e.openClassOf(declaration).declare(member, "m").close();
        e.openDefinition(member).close();
    });
    add("local class in a block", kLanguageCpp, "f::L::go", [](Entries& e) {
        const auto member = e.label();
        e.openWithoutCode("f").openBlock().openClass("L").declare(member, "go");
        e.close().close().close();
        e.openDefinition(member).close();
    });
    add("unnamed class", kLanguageCpp, "f::(anonymous struct)::go", [](Entries& e) {
        const auto member = e.label();
        e.openWithoutCode("f").openClass().declare(member, "go").close().close();
        e.openDefinition(member).close();
    });
    add("linkage name", kLanguageCpp, "_ZN2ns1fEv", [](Entries& e) {
        const auto function = e.label();
        e.openNamespace("ns").declareLinked(function, "_ZN2ns1fEv").close();
        e.openDefinition(function).close();
    });
    add("C has no scopes", kLanguageC, "f",
        [](Entries& e) { e.openNamespace("S").openFunction("f").close().close(); });
    add("scope declared by itself", kLanguageCpp, "go", [](Entries& e) {
        const auto member = e.label();
        const auto function = e.label();
        e.openAbstract(function, function).openClass("L").declare(member, "go").close().close();
        e.openDefinition(member).close();
    });
    const auto lambda = lambdaInAMember();
    QTest::newRow("lambda in a member function")
        << QByteArray(reinterpret_cast<const char*>(lambda.data()),
                      static_cast<qsizetype>(lambda.size()))
        << QStringLiteral("ns::C::m::{lambda}::operator()");
}

void TestScopeNames::scopesComeInFront()
{
    QFETCH(QByteArray, info);
    const auto bytes =
        std::as_bytes(std::span(info.constData(), static_cast<std::size_t>(info.size())));
    const auto name = nameIn({bytes.begin(), bytes.end()});
    QVERIFY(name);
    QTEST(QString::fromStdString(*name), "expected");
}

void TestScopeNames::everyPrefixIsValueOrError()
{
    const auto whole = lambdaInAMember();
    for (std::size_t size = 0; size < whole.size(); ++size) {
        std::vector<std::byte> prefix(whole.begin(), whole.begin() + static_cast<long>(size));
        const auto length = size < 4 ? 0 : size - 4;
        for (std::size_t i = 0; i < std::min<std::size_t>(4, size); ++i)
            prefix[i] = static_cast<std::byte>(length >> (8 * i));
        const auto name = nameIn(std::move(prefix));
        // A function that is still found must have its complete scopes.
        if (name && !name->empty() && *name != "operator()")
            QCOMPARE(*name, std::string("ns::C::m::{lambda}::operator()"));
    }
}

void TestScopeNames::whatIsNestedTooDeeplyStaysBare()
{
    constexpr std::size_t kLevels = 100'000;
    Entries entries(kLanguageCpp);
    const auto function = entries.label();
    for (std::size_t i = 0; i < kLevels; ++i)
        entries.openNamespace("n");
    entries.declare(function, "f");
    for (std::size_t i = 0; i < kLevels; ++i)
        entries.close();
    entries.openDefinition(function).close();
    const auto name = nameIn(entries.finish());
    QVERIFY(name);
    QCOMPARE(*name, std::string("f"));
}

QTEST_GUILESS_MAIN(TestScopeNames)
#include "tst_scope_names.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/names/demangle.h"

#include <QTest>

#include <thread>

using namespace faultline;

class TestDemangle : public QObject
{
    Q_OBJECT

private slots:
    void names_data();
    void names();
    void detection_data();
    void detection();
    void hostileNamesStayAsTheyAre_data();
    void hostileNamesStayAsTheyAre();
    void everyPrefixIsSafe();
    void cacheGivesTheSameFromAllThreads();
    void cacheForgetsRatherThanGrows();
};

namespace {

std::string text(const QByteArray& bytes)
{
    return bytes.toStdString();
}

} // namespace

void TestDemangle::names_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<int>("language");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* title, const char* name, Language language,
                        const char* expected) {
        QTest::newRow(title) << QByteArray(name) << static_cast<int>(language)
                             << QByteArray(expected);
    };
    row("itanium function", "_ZN3foo3barEv", Language::Cpp, "foo::bar()");
    row("no return type", "_ZN3foo3barIiEEvT_", Language::Cpp, "foo::bar<int>(int)");
    row("no return type inside local names", "_ZZ3fooIiEvT_ENKUliE_clEi", Language::Cpp,
        "foo<int>(int)::{lambda(int)#1}::operator()(int) const");
    row("second lambda", "_ZZ3aaavENKUlvE0_clEv", Language::Cpp,
        "aaa()::{lambda()#2}::operator()() const");
    row("generic lambda of clang", "_ZZ4mainENK3$_0clIiEEDaPT_", Language::Cpp,
        "main::$_0::operator()<int>(int*) const");
    row("generic lambda with a pack", "_ZZ1fvENK3$_1clIJidEEEDaDpT_", Language::Cpp,
        "f()::$_1::operator()<int, double>(int, double) const");
    row("generic lambda in a template", "_ZZ1fIiEvT_ENK3$_0clIdEEDaPT_", Language::Cpp,
        "f<int>(int)::$_0::operator()<double>(double*) const");
    row("lambda in a generic lambda", "_ZZZ4mainENK3$_0clIiEEDaT_ENKUlvE_clEv", Language::Cpp,
        "main::$_0::operator()<int>(int) const::{lambda()#1}::operator()() const");
    row("lambda as the first node", "_ZUlvE_", Language::Cpp, "{lambda()#1}");
    row("anonymous namespace", "_ZN12_GLOBAL__N_11fEv", Language::Cpp,
        "(anonymous namespace)::f()");
    row("unsigned long spelled out", "_Z1fm", Language::Cpp, "f(unsigned long)");
    row("nested template ends are spaced", "_Z3fooISt6vectorIiEEvv", Language::Cpp,
        "foo<std::vector<int> >()");
    row("typed integers as arguments", "_Z1fILj8ELi5ELln1EEvv", Language::Cpp,
        "f<(unsigned int)8, 5, (long)-1>()");
    row("shift operators keep their letters", "_ZrsRSiRi", Language::Cpp,
        "operator>>(std::basic_istream<char, std::char_traits<char> >&, int&)");
    row("clone suffixes", "_Z1fi.isra.20.part.21", Language::Cpp,
        "f(int) [clone .isra.20] [clone .part.21]");
    row("trailing MD5", "_ZN3foo3barEv$0123456789abcdef0123456789abcdef", Language::Cpp,
        "foo::bar()");
    row("apple underscore", "__ZN3foo3barE3quxS0_", Language::Cpp, "foo::bar(qux, qux)");
    row("bare types are no names", "a", Language::Cpp, "a");
    row("c stays mangled", "_ZN3foo3barEv", Language::C, "_ZN3foo3barEv");
    row("msvc operator", "??3@YAXPEAX@Z", Language::Cpp, "operator delete(void*)");
    row("msvc function", "?f@@YAXXZ", Language::Cpp, "f(void)");
    row("msvc const pointer", "?f@@YAXQEBD@Z", Language::Cpp, "f(char const* const)");
    row("msvc reference", "?f@@YAXAEBVfoo@@@Z", Language::Cpp, "f(foo const&)");
    row("msvc function pointer", "?f@@YAPEAXP6AXH@Z_K_JM@Z", Language::Cpp,
        "f(void (*)(int), uint64_t, int64_t, float)");
    row("msvc templates stay joined", "?f@@YAXV?$b@V?$a@H@@@@@Z", Language::Cpp, "f(b<a<int>>)");
    row("msvc destructor", "??_Gfoo@@UEAAPEAXI@Z", Language::Cpp,
        "foo::`scalar deleting destructor'(unsigned int)");
    row("msvc anonymous namespace", "?x@?A0x12345678@@YAXXZ", Language::Cpp,
        "`anonymous namespace'::x(void)");
    row("msvc const method", "?m@foo@@QEBAHXZ", Language::Cpp, "foo::m(void) const");
    row("msvc function type as an argument", "??1?$function@$$A6AXXZ@std@@QAE@XZ", Language::Cpp,
        "std::function<void (void)>::~function<void (void)>(void)");
    row("msvc variable without its type", "?limit@app@@3HA", Language::Cpp, "app::limit");
    row("msvc table", "??_7Base@@6B@", Language::Cpp, "Base::`vftable'");
    row("msvc type descriptor", "??_R0?AUBase@@@8", Language::Cpp, "Base::`RTTI Type Descriptor'");
    row("msvc lambda in a function", "??R<lambda_1>@?0??define_lambda@@YAHXZ@QBE@XZ", Language::Cpp,
        "`define_lambda(void)'::`1'::<lambda_1>::operator()(void) const");
    row("msvc variable of a method", "?cached@?1??GetLong@BinaryPath@app@@SA?AW4nsresult@@XZ@4_NA",
        Language::Cpp, "`app::BinaryPath::GetLong(void)'::`2'::cached");
    row("msvc iterator", "??_H@YAXPEAX_K1P6APEAX0@Z@Z", Language::Cpp,
        "`vector constructor iterator'(void*, uint64_t, uint64_t, void* (*)(void*))");
    row("msvc auto result", "??$twice@H@@YA?A_PH@Z", Language::Cpp, "twice<int>(int)");
    row("msvc decltype(auto) result",
        "??$emplace_back@H@?$vector@HV?$allocator@H@std@@@std@@QEAA?A_T$$QEAH@Z", Language::Cpp,
        "std::vector<int, std::allocator<int>>::emplace_back<int>(int&&)");
    row("msvc string literal", "??_C@_01BIAFAFID@F?$AA@", Language::Cpp, "`string'");
    row("msvc repeated template name", "??0?$Klass@V?$Mass@_N@@@std@@QEAA@AEBV01@@Z", Language::Cpp,
        "std::Klass<Mass<bool>>::Klass<Mass<bool>>(std::Klass<Mass<bool>> const&)");
    row("msvc handle", "??0COMException@Platform@@QE$AAA@HPE$AAVString@1@@Z", Language::Cpp,
        "Platform::COMException::COMException(int, Platform::String^)");
    row("msvc handle of 32 bits", "?ToString@uint8@default@@UAAP$AAVString@Platform@@XZ",
        Language::Cpp, "default::uint8::ToString(void)");
    row("msvc tracking reference", "?set@Box@@Q$AAAXA$ABVString@Platform@@@Z", Language::Cpp,
        "Box::set(Platform::String const%)");
    row("msvc template that is no handle", "?f@@YAXV?$ABox@H@@@Z", Language::Cpp, "f(ABox<int>)");
    row("msvc managed function", "?main@@$$HYAHXZ", Language::Cpp, "main(void)");
    row("msvc handle, damaged", "?f@@YAXP$AAV", Language::Cpp, "?f@@YAXP$AAV");
    row("msvc MD5 name", "??@0123456789abcdef0123456789abcdef@", Language::Cpp,
        "??@0123456789abcdef0123456789abcdef@");
    row("rust legacy", "_ZN3std2io4Read11read_to_end17hb85a0f6802e14499E", Language::Rust,
        "std::io::Read::read_to_end");
    row("rust legacy escapes",
        "_ZN71_$LT$Test$u20$$u2b$$u20$$u27$static$u20$as$u20$foo..Bar$LT$Test$GT$$GT$"
        "3bar17h930b740aa94f1d3aE",
        Language::Rust, "<Test + 'static as foo::Bar<Test>>::bar");
    row("rust v0 crate", "_RNvCs1234_7mycrate3foo", Language::Rust, "mycrate::foo");
    row("rust v0 generic", "_RINvCs1234_7mycrate3fooNtB2_3BarhE", Language::Rust,
        "mycrate::foo::<mycrate::Bar, u8>");
    row("rust v0 closure", "_RNCNvCsgStHSCytQ6I_7mycrate4main0B3_", Language::Rust,
        "mycrate::main::{closure#0}");
    row("rust v0 trait method", "_RNvXCs1234_7mycrateNtB2_3FooNtNtCs5678_4core3fmt5Debug3fmt",
        Language::Rust, "<mycrate::Foo as core::fmt::Debug>::fmt");
    row("rust v0 reference and slice", "_RINvC1a1fRShE", Language::Rust, "a::f::<&[u8]>");
    row("rust v0 function pointer", "_RINvC1a1fFUKCjEuE", Language::Rust,
        "a::f::<unsafe extern \"C\" fn(usize)>");
    row("rust v0 const", "_RINvC1a1fKj2a_Kb1_E", Language::Rust, "a::f::<42, true>");
    row("rust v0 character", "_RINvC1r3genKca_Kc2202_Kc27_E", Language::Rust,
        "r::gen::<'\\n', '\xe2\x88\x82', '\\''>");
    row("rust v0 string", "_RINvC1r3genKRe616263_KRe220a_E", Language::Rust,
        "r::gen::<\"abc\", \"\\\"\\n\">");
    row("rust v0 str", "_RINvC1r3genKe61_E", Language::Rust, "r::gen::<{*\"a\"}>");
    row("rust v0 array and tuple", "_RINvC1r3genKAj1_j2_EKTj1_EE", Language::Rust,
        "r::gen::<{[1, 2]}, {(1,)}>");
    row("rust v0 reference to a value", "_RINvC1r3genKRAj1_EKQj2_E", Language::Rust,
        "r::gen::<{&[1]}, {&mut 2}>");
    row("rust v0 records", "_RINvC1r3genKVNtC1r1AUKVNtC1r1BTj1_EKVNtC1r1CS1xj2_1yb1_EE",
        Language::Rust, "r::gen::<{r::A}, {r::B(1)}, {r::C { x: 2, y: true }}>");
    row("rust v0 thread local of macOS", "_RNvC1r8KEY_init$tlv$init", Language::Rust,
        "r::KEY_init");
    row("rust v0 no character", "_RINvC1r3genKcd800_E", Language::Rust, "_RINvC1r3genKcd800_E");
    row("rust v0 odd string", "_RINvC1r3genKRe616_E", Language::Rust, "_RINvC1r3genKRe616_E");
    row("rust v0 punycode", "_RNqCs4fqI2P2rA04_11utf8_identsu30____7hkackfecea1cbdathfdh9hlq6y",
        Language::Rust, "utf8_idents::საჭმელად_გემრიელი_სადილი");
    row("d", "_D8demangle4testi", Language::D, "demangle.test");
    row("objc", "-[Foo bar:]", Language::ObjC, "-[Foo bar:]");
    row("objc believes its label", "_ZN3foo3barEv", Language::ObjC, "_ZN3foo3barEv");
    row("objc++ method", "-[Foo bar:]", Language::ObjCpp, "-[Foo bar:]");
    row("objc++ function", "_ZN3foo3barEv", Language::ObjCpp, "foo::bar()");
    row("objc++ tries no msvc", "?f@@YAXXZ", Language::ObjCpp, "?f@@YAXXZ");
    row("swift", "$s8mangling3ZimC4zangyyx_qd__tlF", Language::Swift, "Zim.zang<A>(A, A1)");
    row("swift with apple's underscore", "_$s3app4move2to2byySi_SdtF", Language::Swift,
        "move(to: Int, by: Double)");
    row("old swift with apple's underscore", "__TF3app4showFTSiSi_T_", Language::Unknown,
        "show(Int, Int)");
    row("swift 4 with apple's underscore", "__T03app4moveySi2to_Sd2bytF", Language::Unknown,
        "move(to: Int, by: Double)");
    row("swift closure", "$s3app3runyyFyycfU_", Language::Unknown, "closure #1 () in run()");
    row("swift class of the objc runtime", "_TtC3app4Cart", Language::Unknown, "Cart");
    row("swift believes its label", "_ZN3foo3barEv", Language::Swift, "_ZN3foo3barEv");
    row("c name that starts like an old swift one", "_TIFFOpen", Language::Unknown, "_TIFFOpen");
    row("damaged swift", "$s3app4moveF", Language::Swift, "$s3app4moveF");
    row("detected c++", "_ZN3foo3barEv", Language::Unknown, "foo::bar()");
    row("detected rust", "_ZN3std2io4Read11read_to_end17hb85a0f6802e14499E", Language::Unknown,
        "std::io::Read::read_to_end");
    row("formatted PDB name", "foo::bar(int)", Language::Unknown, "foo::bar(int)");
    row("plain", "main", Language::Unknown, "main");
    row("empty", "", Language::Unknown, "");
}

void TestDemangle::names()
{
    QFETCH(QByteArray, name);
    QFETCH(int, language);
    QTEST(QByteArray::fromStdString(
              demangling::demangle(text(name), static_cast<Language>(language))),
          "expected");
}

void TestDemangle::detection_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<int>("expected");
    const auto row = [](const char* name, Language expected) {
        QTest::newRow(name) << QByteArray(name) << static_cast<int>(expected);
    };
    row("+[Foo bar]", Language::ObjC);
    row("_ZN3foo3barE", Language::Cpp);
    row("____ZN3foo3barE", Language::Cpp);
    row("_____ZN3foo3barE", Language::Unknown);
    row("?f@@YAXXZ", Language::Cpp);
    row("@?f@@YAXXZ", Language::Cpp);
    row("_RNvC1a1b", Language::Rust);
    row("_Read", Language::Unknown);
    row("_$s8mangling", Language::Swift);
    row("_TtC3app4Cart", Language::Swift);
    row("@__swiftmacro_3app3runyyF7PreviewfMf_", Language::Swift);
    row("memcpy", Language::Unknown);
}

void TestDemangle::detection()
{
    QFETCH(QByteArray, name);
    QTEST(static_cast<int>(demangling::detectMangling(text(name))), "expected");
}

void TestDemangle::hostileNamesStayAsTheyAre_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("itanium pointers to pointers") << "_Z1f" + QByteArray(30'000, 'P') + "i";
    QTest::newRow("itanium nested templates")
        << "_Z1f" + QByteArray("1aI").repeated(9'000) + "i" + QByteArray(9'001, 'E');
    QByteArray doubling = "_Z1fFiiE";
    for (int i = 0; i < 30; ++i)
        doubling += "FS" + QByteArray(i == 0 ? "" : QByteArray::number(i - 1, 36).toUpper()) +
                    "_S" + QByteArray(i == 0 ? "" : QByteArray::number(i - 1, 36).toUpper()) + "_E";
    QTest::newRow("itanium doubling substitutions") << doubling;
    QTest::newRow("itanium far too long") << "_Z40000" + QByteArray(40'000, 'a') + "v";
    QTest::newRow("itanium long output") << "_Z5000" + QByteArray(5'000, 'a') + "v";
    QTest::newRow("msvc pointers to pointers")
        << "?f@@YAX" + QByteArray("PEA").repeated(1'300) + "H@Z";
    QTest::newRow("msvc far too long") << "?f@@YAX" + QByteArray("PEA").repeated(30'000) + "H@Z";
    QTest::newRow("rust slices of slices") << "_RINvC1a1f" + QByteArray(10'000, 'S') + "hE";
    QTest::newRow("rust back reference to itself") << QByteArray("_RINvC1a1fTB8_B8_EE");
    QTest::newRow("rust back reference forward") << QByteArray("_RINvC1a1fBz_E");
}

void TestDemangle::hostileNamesStayAsTheyAre()
{
    QFETCH(QByteArray, name);
    const std::string result = demangling::demangle(text(name), Language::Unknown);
    QVERIFY(result == text(name) || result.size() <= 4096);
}

void TestDemangle::everyPrefixIsSafe()
{
    const std::string names[] = {"_ZZ3fooIiEvT_ENKUliE_clEi.cold",
                                 "?f@@YAPEAXP6AXH@Z_K_JM@Z",
                                 "_RNvXCs1234_7mycrateNtB2_3FooNtNtCs5678_4core3fmt5Debug3fmt",
                                 "_RINvC1a1fFG_UKCRL0_hEuDNtC1b1Tp1A1xEL_E",
                                 "_D8demangle4testFiZv",
                                 "_ZN5$LT$a17hb85a0f6802e14499E"};
    for (const std::string& name : names) {
        for (std::size_t length = 0; length <= name.size(); ++length)
            demangling::demangle(name.substr(0, length), Language::Unknown);
    }
}

void TestDemangle::cacheGivesTheSameFromAllThreads()
{
    demangling::DemangleCache cache;
    std::vector<std::jthread> threads;
    std::atomic<int> wrong = 0;
    for (int thread = 0; thread < 4; ++thread) {
        threads.emplace_back([&] {
            for (int i = 0; i < 200; ++i) {
                const std::string number = std::to_string(i % 10);
                wrong += cache.demangle("_Z1fILi" + number + "EEvv", Language::Cpp) !=
                         "f<" + number + ">()";
            }
        });
    }
    threads.clear();
    QCOMPARE(wrong.load(), 0);
    QCOMPARE(cache.demangle("_Z1fv", Language::C), std::string("_Z1fv"));
    QCOMPARE(cache.demangle("_Z1fv", Language::Cpp), std::string("f()"));
}

void TestDemangle::cacheForgetsRatherThanGrows()
{
    demangling::DemangleCache cache(16);
    QCOMPARE(cache.demangle("_Z1fv", Language::Cpp), std::string("f()"));
    QCOMPARE(cache.demangle("_Z1gv", Language::Cpp), std::string("g()"));
    QCOMPARE(cache.demangle("_ZN3foo3barEv", Language::Cpp), std::string("foo::bar()"));
    QCOMPARE(cache.demangle("_Z1fv", Language::Cpp), std::string("f()"));
}

QTEST_GUILESS_MAIN(TestDemangle)
#include "tst_demangle.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/shared_library.h"

#include <QTest>

using namespace faultline;

class TestSharedLibrary : public QObject
{
    Q_OBJECT

private slots:

    void bindsAFunction()
    {
        const auto library = SharedLibrary::open("libc.so.6");
        QVERIFY2(library, library ? "" : library.error().detail.c_str());
        int (*absolute)(int) = nullptr;
        QVERIFY(library->bind("abs", absolute));
        QCOMPARE(absolute(-3), 3);
    }

    /// The one of this build lies where an installed one does.
    void opensItsOwn()
    {
        const auto library = SharedLibrary::openPrivate("faultline-disassembler.so");
        QVERIFY2(library, library ? "" : library.error().detail.c_str());
        const void* (*function)() = nullptr;
        QVERIFY(library->bind("faultlineDisassembler", function));
        QVERIFY(function() != nullptr);
        void (*hidden)() = nullptr;
        QVERIFY(!library->bind("LLVMInitializeX86TargetInfo", hidden));
    }

    void looksForItsOwnNowhereElse()
    {
        const auto library = SharedLibrary::openPrivate("libc.so.6");
        QVERIFY(!library);
        QCOMPARE(library.error().kind, ErrorKind::Internal);
        QVERIFY2(library.error().detail.contains("/lib/faultline/libc.so.6"),
                 library.error().detail.c_str());
    }

    void saysWhatIsMissing()
    {
        const auto library = SharedLibrary::open("libnowhere.so.1");
        QVERIFY(!library);
        QCOMPARE(library.error().kind, ErrorKind::Internal);
        QVERIFY2(library.error().detail.contains("libnowhere.so.1"),
                 library.error().detail.c_str());

        void (*function)() = nullptr;
        const auto bound = SharedLibrary::open("libc.so.6")->bind("no_such_function", function);
        QVERIFY(!bound);
        QVERIFY2(bound.error().detail.contains("no_such_function"), bound.error().detail.c_str());
        QVERIFY(function == nullptr);
    }
};

QTEST_APPLESS_MAIN(TestSharedLibrary)
#include "tst_shared_library.moc"

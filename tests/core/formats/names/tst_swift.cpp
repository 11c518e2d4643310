// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/names/swift/swift_demangle.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace faultline;
using namespace faultline::demangling;

/// Names that we made ourselves, one for each construct of the grammar.
class TestSwift : public QObject
{
    Q_OBJECT

private slots:
    void declarations_data();

    void declarations() { checkStyles(); }

    void thunksAndSpecializations_data();

    void thunksAndSpecializations() { checkStyles(); }

    void oldMangling_data();

    void oldMangling() { checkStyles(); }

    void labelsWithoutTypes_data();
    void labelsWithoutTypes();
    void whatIsNotUnderstood_data();
    void whatIsNotUnderstood();
    void hostileNames_data();
    void hostileNames();
    void everyPrefixIsSafe();
    void outputIsLimited();
    void publicManglings_data();
    void publicManglings();

private:
    static void checkStyles();
};

namespace {

std::optional<std::string> readable(const QByteArray& name, const demangling::SwiftStyle& style)
{
    return demangling::demangleSwift(
        std::string_view(name.data(), static_cast<std::size_t>(name.size())), style);
}

void addStyleColumns()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("full");
    QTest::addColumn<QByteArray>("symbol");
}

void row(const char* title, const char* name, const char* full, const char* symbol)
{
    QTest::newRow(title) << QByteArray(name) << QByteArray(full) << QByteArray(symbol);
}

void nameRow(const char* title, const QByteArray& name)
{
    QTest::newRow(title) << name;
}

/// The rows of all three tables, for the tests that damage them.
QByteArrayList someNames()
{
    return {"$s3app4CartC4makeACyFZTf4dpi5psb_n",
            "$s3app4sortyyxSTRzSi7ElementRtzlFSaySiG_Tg5TA.12",
            "$s3app4show4viewyAA8makeViewQryFQOyQo__tFTY0_",
            "$s3app10CartLoaderC04loadB0yyYaKFyycfU_TATm",
            "$sxIegn_xIegr_lTR",
            "$s3app4CartCAA5DrawnA2aDP4drawyyFTW",
            "$s3app007caf_dmayyF",
            "_T03app4moveySi2to_Sd2bytF",
            "_TTSf4d_n_cpfr20_TF3app4showFTSiSi_T____TFC3app4Cartg9subscriptFSiSS",
            "_TF3app4sortuRxs10ComparablerFTx3barGSaWx7Element5Index__T_"};
}

} // namespace

void TestSwift::checkStyles()
{
    QFETCH(QByteArray, name);
    QTEST(QByteArray::fromStdString(readable(name, demangling::SwiftStyle::full()).value_or("")),
          "full");
    QTEST(QByteArray::fromStdString(readable(name, demangling::SwiftStyle::symbol()).value_or("")),
          "symbol");
}

void TestSwift::declarations_data()
{
    addStyleColumns();
    row("function", "$s3app3runyyF", "app.run() -> ()", "run()");
    row("labels", "$s3app4move2to2byySi_SdtF", "app.move(to: Swift.Int, by: Swift.Double) -> ()",
        "move(to: Int, by: Double)");
    row("only some labels", "$s3app4move_2byySi_SdtF",
        "app.move(_: Swift.Int, by: Swift.Double) -> ()", "move(_: Int, by: Double)");
    row("async throws", "$s3app4loadSSyYaKF", "app.load() async throws -> Swift.String", "load()");
    row("typed throws", "$s3app4loadyyAA7FailureOYKF", "app.load() throws(app.Failure) -> ()",
        "load()");
    row("method of a class", "$s3app4CartC5clearyyF", "app.Cart.clear() -> ()", "Cart.clear()");
    row("static method", "$s3app4CartC4makeACyFZ", "static app.Cart.make() -> app.Cart",
        "static Cart.make()");
    row("allocating initializer", "$s3app4CartCACycfC", "app.Cart.__allocating_init() -> app.Cart",
        "Cart.__allocating_init()");
    row("initializer", "$s3app4CartC5countACSi_tcfc", "app.Cart.init(count: Swift.Int) -> app.Cart",
        "Cart.init(count: Int)");
    row("initializer of a structure", "$s3app4ItemV5countACSi_tcfC",
        "app.Item.init(count: Swift.Int) -> app.Item", "Item.init(count: Int)");
    row("deinitializer", "$s3app4CartCfd", "app.Cart.deinit", "Cart.deinit");
    row("deallocating deinitializer", "$s3app4CartCfD", "app.Cart.__deallocating_deinit",
        "Cart.__deallocating_deinit");
    row("isolated deinitializer", "$s3app4CartCfZ", "app.Cart.__isolated_deallocating_deinit",
        "Cart.__isolated_deallocating_deinit");
    row("getter", "$s3app4CartC5totalSivg", "app.Cart.total.getter : Swift.Int",
        "Cart.total.getter");
    row("modify coroutine", "$s3app4CartC5totalSivM", "app.Cart.total.modify : Swift.Int",
        "Cart.total.modify");
    row("addressor of a global", "$s3app5limitSivau",
        "app.limit.unsafeMutableAddressor : Swift.Int", "limit.unsafeMutableAddressor");
    row("variable", "$s3app5limitSivp", "app.limit : Swift.Int", "limit");
    row("variable initializer", "$s3app4CartC5totalSivpfi",
        "variable initialization expression of app.Cart.total : Swift.Int",
        "variable initialization expression of Cart.total");
    row("property wrapper", "$s3app4CartC5totalSivpfP",
        "property wrapper backing initializer of app.Cart.total : Swift.Int",
        "property wrapper backing initializer of Cart.total");
    row("global initializer", "$s3app5limit_WZ", "one-time initialization function for limit",
        "one-time initialization function for limit");
    row("global token", "$s3app5limit_Wz", "one-time initialization token for limit",
        "one-time initialization token for limit");
    row("subscript getter", "$s3app4CartCySSSicig",
        "app.Cart.subscript.getter : (Swift.Int) -> Swift.String", "Cart.subscript.getter");
    row("closure", "$s3app3runyyFyycfU_", "closure #1 () -> () in app.run() -> ()",
        "closure #1 () in run()");
    row("second closure in a closure", "$s3app3runyyFyycfU_yycfU0_",
        "closure #2 () -> () in closure #1 () -> () in app.run() -> ()",
        "closure #2 () in closure #1 () in run()");
    row("implicit closure", "$s3app3runyyFyyXEfu_",
        "implicit closure #1 () -> () in app.run() -> ()", "implicit closure #1 () in run()");
    row("default argument", "$s3app4move2byySi_tFfA_",
        "default argument 0 of app.move(by: Swift.Int) -> ()",
        "default argument 0 of move(by: Int)");
    row("local function", "$s3app3runyyF4stepL_yyF", "step #1 () -> () in app.run() -> ()",
        "step #1 () in run()");
    row("local type", "$s3app3runyyF5StateL_V4stepyyF",
        "step() -> () in State #1 in app.run() -> ()", "step() in State #1 in run()");
    row("private function", "$s3app6hidden33_0123456789ABCDEF0123456789ABCDEFLLyyF",
        "app.(hidden in _0123456789ABCDEF0123456789ABCDEF)() -> ()", "hidden()");
    row("related declaration", "$sSo4CartLeV", "__C.related decl 'e' for Cart",
        "related decl 'e' for Cart");
    row("extension", "$sSS3appE4trimSSyF", "(extension in app):Swift.String.trim() -> Swift.String",
        "String.trim()");
    row("constrained extension", "$sSa3appSLRzlE6lowestxSgyF",
        "(extension in app):Swift.Array<A where A: Swift.Comparable>.lowest() -> A?",
        "Array<A>.lowest()");
    row("generic function", "$s3app4swapyyx_q_tr0_lF", "app.swap<A, B>(A, B) -> ()",
        "swap<A, B>(A, B)");
    row("method with its own parameter", "$s3app3BoxC3mapyAA4ItemVqd__lF",
        "app.Box.map<A>(A1) -> app.Item", "Box.map<A>(A1)");
    row("protocol requirement", "$s3app4sortyyxSLRzlF",
        "app.sort<A where A: Swift.Comparable>(A) -> ()", "sort<A>(A)");
    row("same type requirement", "$s3app4sortyyxSTRzSi7ElementRtzlF",
        "app.sort<A where A: Swift.Sequence, A.Element == Swift.Int>(A) -> ()", "sort<A>(A)");
    row("base class requirement", "$s3app4sortyyxAA4CartCRbzlF",
        "app.sort<A where A: app.Cart>(A) -> ()", "sort<A>(A)");
    row("layout requirement", "$s3app4sortyyxRlzClF", "app.sort<A where A: AnyObject>(A) -> ()",
        "sort<A>(A)");
    row("inverse requirement", "$s3app4sortyyxRi_zlF",
        "app.sort<A where A: ~Swift.Copyable>(A) -> ()", "sort<A>(A)");
    row("associated type", "$s3app4headyy7ElementQzSTRzlF",
        "app.head<A where A: Swift.Sequence>(A.Element) -> ()", "head<A>(A.Element)");
    row("compound associated type", "$s3app4headyy11SubSequenceST_7ElementSTQZSTRzlF",
        "app.head<A where A: Swift.Sequence>(A.Swift.Sequence.SubSequence.Swift.Sequence.Element) "
        "-> ()",
        "head<A>(A.Sequence.SubSequence.Sequence.Element)");
    row("optional array dictionary", "$s3app4findySiSgSaySSG_SDySSSiGtF",
        "app.find([Swift.String], [Swift.String : Swift.Int]) -> Swift.Int?",
        "find([String], [String : Int])");
    row("optional function", "$s3app4callyyyycSgF", "app.call((() -> ())?) -> ()", "call((())?)");
    row("bound generic", "$s3app4findyyAA3BoxVySiGF", "app.find(app.Box<Swift.Int>) -> ()",
        "find(Box<Int>)");
    row("nested bound generic", "$s3app4findyyAA3BoxV5InnerVySi_SSGF",
        "app.find(app.Box<Swift.Int>.Inner<Swift.String>) -> ()", "find(Box<Int>.Inner<String>)");
    row("tuple", "$s3app4pairSi1x_SS1ytyF", "app.pair() -> (x: Swift.Int, y: Swift.String)",
        "pair()");
    row("inout", "$s3app4bumpyySizF", "app.bump(inout Swift.Int) -> ()", "bump(inout Int)");
    row("variadic", "$s3app4joinyySSd_SStF", "app.join(Swift.String..., Swift.String) -> ()",
        "join(String..., String)");
    row("owned and shared", "$s3app4takeyyAA4CartCn_ADtF",
        "app.take(__owned app.Cart, app.Cart) -> ()", "take(__owned Cart, Cart)");
    row("metatype", "$s3app4makeyyxmlF", "app.make<A>(A.Type) -> ()", "make<A>(A.Type)");
    row("existential metatype", "$s3app4makeyyAA5Drawn_pmF", "app.make(app.Drawn.Protocol) -> ()",
        "make(Drawn.Protocol)");
    row("existential", "$s3app4showyyypF", "app.show(Any) -> ()", "show(Any)");
    row("protocol composition", "$s3app4showyyAA5Drawn_AA5NamedpF",
        "app.show(app.Drawn & app.Named) -> ()", "show(Drawn & Named)");
    row("class and protocol", "$s3app4showyyAA5Drawn_AA4CartCXcF",
        "app.show(app.Cart & app.Drawn) -> ()", "show(Cart & Drawn)");
    row("any object", "$s3app4showyyyXlF", "app.show(Swift.AnyObject) -> ()",
        "show(Swift.AnyObject)");
    row("constrained existential", "$s3app4showyyAA5Shelf_pSi4ItemAaCPRts_XPF",
        "app.show(any app.Shelf<Self.app.Shelf.Item == Swift.Int>) -> ()",
        "show(any Shelf<Self.Shelf.Item == Int>)");
    row("opaque result", "$s3app4viewQryF", "app.view() -> some", "view()");
    row("opaque result type", "$s3app4show4viewyAA8makeViewQryFQOyQo__tF",
        "app.show(view: <<opaque return type of app.makeView() -> some>>.0) -> ()",
        "show(view: <<opaque return type of makeView()>>.0)");
    row("dynamic self", "$s3app4CartC4copyACXDyF", "app.Cart.copy() -> Self", "Cart.copy()");
    row("pack", "$s3app4eachyyxxQp_tRvzlF", "app.each<each A>(repeat A) -> ()",
        "each<each A>(repeat A)");
    row("integer parameter", "$s3app4gridyyAA4GridVy$3_GF", "app.grid(app.Grid<4>) -> ()",
        "grid(Grid<4>)");
    row("escaping closure", "$s3app4callyyyycF", "app.call(() -> ()) -> ()", "call(())");
    row("non-escaping closure", "$s3app4callyyyyXEF", "app.call(() -> ()) -> ()", "call(())");
    row("autoclosure", "$s3app4callyySbyXKF", "app.call(@autoclosure () -> Swift.Bool) -> ()",
        "call(@autoclosure ())");
    row("c function pointer", "$s3app4callyyyyXCF", "app.call(@convention(c) () -> ()) -> ()",
        "call(@convention(c) ())");
    row("block", "$s3app4callyyyyXBF", "app.call(@convention(block) () -> ()) -> ()",
        "call(@convention(block) ())");
    row("sendable closure", "$s3app4callyyyyYbcF", "app.call(@Sendable () -> ()) -> ()",
        "call(@Sendable ())");
    row("global actor closure", "$s3app4callyyyyScMYcXEF",
        "app.call(@Swift.MainActor () -> ()) -> ()", "call(@MainActor ())");
    row("isolated any closure", "$s3app4callyyyyYAcF", "app.call(@isolated(any) () -> ()) -> ()",
        "call(@isolated(any) ())");
    row("isolated parameter", "$s3app4callyyxYiScARzlF",
        "app.call<A where A: Swift.Actor>(isolated A) -> ()", "call<A>(isolated A)");
    row("sending parameter", "$s3app4callyyAA4CartCYuF", "app.call(sending app.Cart) -> ()",
        "call(sending Cart)");
    row("differentiable function", "$s3app4callyyS2fYjrcF",
        "app.call(@differentiable(reverse) (Swift.Float) -> Swift.Float) -> ()",
        "call(@differentiable(reverse) (Float))");
    row("builtin types", "$s3app4callyyBi64__BpBwBf32_tF",
        "app.call(Builtin.Int64, Builtin.RawPointer, Builtin.Word, Builtin.FPIEEE32) -> ()",
        "call(Builtin.Int64, Builtin.RawPointer, Builtin.Word, Builtin.FPIEEE32)");
    row("vector", "$s3app4callyyBi8_Bv16_F", "app.call(Builtin.Vec16xInt8) -> ()",
        "call(Builtin.Vec16xInt8)");
    row("word substitution", "$s3app10CartLoaderC04loadB0yyF", "app.CartLoader.loadCart() -> ()",
        "CartLoader.loadCart()");
    row("repeated substitution", "$s3app4moveyySi_S3itF",
        "app.move(Swift.Int, Swift.Int, Swift.Int, Swift.Int) -> ()", "move(Int, Int, Int, Int)");
    row("large repeat", "$s3app4CartC4moveyyAC_A2CtF",
        "app.Cart.move(app.Cart, app.Cart, app.Cart) -> ()", "Cart.move(Cart, Cart, Cart)");
    row("punycode", "$s3app007caf_dmayyF", "app.café() -> ()", "café()");
    row("infix operator", "$s3app2peoiyySi_SitF", "app.+= infix(Swift.Int, Swift.Int) -> ()",
        "+= infix(Int, Int)");
    row("prefix operator", "$s3app1popyySiF", "app.+ prefix(Swift.Int) -> ()", "+ prefix(Int)");
    row("concurrency types", "$s3app4waityySccySiGF",
        "app.wait(Swift.UnsafeContinuation<Swift.Int>) -> ()", "wait(UnsafeContinuation<Int>)");
}

void TestSwift::thunksAndSpecializations_data()
{
    addStyleColumns();
    row("objc thunk", "$s3app4CartC5clearyyFTo", "@objc app.Cart.clear() -> ()",
        "@objc Cart.clear()");
    row("curry thunk", "$s3app4CartC5clearyyFTc", "curry thunk of app.Cart.clear() -> ()",
        "curry thunk of Cart.clear()");
    row("dispatch thunk", "$s3app4CartC5clearyyFTj", "dispatch thunk of app.Cart.clear() -> ()",
        "dispatch thunk of Cart.clear()");
    row("vtable thunk", "$s3app4CartC5clearyyFAA4BaseCADyyFTV",
        "vtable thunk for app.Base.clear() -> () dispatching to app.Cart.clear() -> ()",
        "vtable thunk for Base.clear() dispatching to Cart.clear()");
    row("method descriptor", "$s3app4CartC5clearyyFTq",
        "method descriptor for app.Cart.clear() -> ()", "method descriptor for Cart.clear()");
    row("merged", "$s3app3runyyFTm", "merged app.run() -> ()", "run()");
    row("distributed thunk", "$s3app3runyyFTE", "distributed thunk app.run() -> ()", "run()");
    row("dynamic replacement", "$s3app3runyyFTI",
        "dynamically replaceable thunk for app.run() -> ()", "run()");
    row("partial apply", "$s3app3runyyFTA", "partial apply forwarder for app.run() -> ()",
        "partial apply for run()");
    row("partial apply of a specialised closure", "$s3app3runyyFyycfU_TATm",
        "merged partial apply forwarder for closure #1 () -> () in app.run() -> ()",
        "partial apply for closure #1 () in run()");
    row("async function pointer", "$s3app4loadyyYaFTu",
        "async function pointer to app.load() async -> ()", "async function pointer to load()");
    row("await resume", "$s3app4loadyyYaFTQ1_",
        "(2) await resume partial function for app.load() async -> ()", "load()");
    row("suspend resume", "$s3app4loadyyYaFTY0_",
        "(1) suspend resume partial function for app.load() async -> ()", "load()");
    row("back deployment", "$s3app3runyyFTwb", "back deployment thunk for app.run() -> ()",
        "run()");
    row("reabstraction", "$sSiIegy_SiIegn_TR",
        "reabstraction thunk helper from @escaping @callee_guaranteed (@unowned Swift.Int) -> () "
        "to @escaping @callee_guaranteed (@in_guaranteed Swift.Int) -> ()",
        "thunk for @escaping @callee_guaranteed (@unowned Int) -> ()");
    row("reabstraction with generics", "$sxIegn_xIegr_lTR",
        "reabstraction thunk helper <A> from @escaping @callee_guaranteed (@in_guaranteed A) -> () "
        "to @escaping @callee_guaranteed () -> (@out A)",
        "thunk for @escaping @callee_guaranteed (@in_guaranteed A) -> ()");
    row("block conversion", "$sIeyB_Ieg_TR",
        "reabstraction thunk helper from @escaping @callee_unowned @convention(block) () -> () to "
        "@escaping @callee_guaranteed () -> ()",
        "thunk for @escaping @callee_unowned @convention(block) () -> ()");
    row("protocol witness", "$s3app4CartCAA5DrawnA2aDP4drawyyFTW",
        "protocol witness for app.Drawn.draw() -> () in conformance app.Cart : app.Drawn in app",
        "protocol witness for Drawn.draw() in conformance Cart");
    row("key path getter", "$s3app4CartC5totalSivpACTK",
        "key path getter for app.Cart.total : Swift.Int : app.Cart",
        "key path getter for Cart.total : Cart");
    row("key path setter", "$s3app4CartC5totalSivpACTk",
        "key path setter for app.Cart.total : Swift.Int : app.Cart",
        "key path setter for Cart.total : Cart");
    row("type metadata", "$s3app4CartCN", "type metadata for app.Cart", "type metadata for Cart");
    row("metadata accessor", "$s3app4CartCMa", "type metadata accessor for app.Cart",
        "type metadata accessor for Cart");
    row("nominal type descriptor", "$s3app4CartCMn", "nominal type descriptor for app.Cart",
        "nominal type descriptor for Cart");
    row("metaclass", "$s3app4CartCMm", "metaclass for app.Cart", "metaclass for Cart");
    row("property descriptor", "$s3app4CartC5totalSivpMV",
        "property descriptor for app.Cart.total : Swift.Int", "property descriptor for Cart.total");
    row("module descriptor", "$s3appMXM", "module descriptor app", "module descriptor ");
    row("protocol descriptor", "$s3app5DrawnMp", "protocol descriptor for app.Drawn",
        "protocol descriptor for Drawn");
    row("value witness", "$s3app4CartVwxx", "destroy value witness for app.Cart",
        "destroy for Cart");
    row("value witness table", "$s3app4CartVWV", "value witness table for app.Cart",
        "value witness table for Cart");
    row("field offset", "$s3app4CartC5totalSivpWvd",
        "direct field offset for app.Cart.total : Swift.Int", "direct field offset for Cart.total");
    row("enum case", "$s3app4CardO3aceyA2CmFWC",
        "enum case for app.Card.ace(app.Card.Type) -> app.Card",
        "enum case for Card.ace(Card.Type)");
    row("protocol witness table", "$s3app4CartCAA5DrawnAAWP",
        "protocol witness table for app.Cart : app.Drawn in app",
        "protocol witness table for Cart");
    row("lazy witness table", "$sSaySiGSayxGSTsWl",
        "lazy protocol witness table accessor for type [Swift.Int] and conformance [A] : "
        "Swift.Sequence in Swift",
        "lazy protocol witness table accessor for type [Int] and conformance [A]");
    row("associated type accessor", "$s3app4CartCAA5DrawnAA4ViewWt",
        "associated type metadata accessor for View in app.Cart : app.Drawn in app",
        "associated type metadata accessor for View in Cart");
    row("conformance descriptor", "$s3app4CartCAA5DrawnAAMc",
        "protocol conformance descriptor for app.Cart : app.Drawn in app",
        "protocol conformance descriptor for Cart");
    row("outlined copy", "$s3app4CartCSgWOy", "outlined copy of app.Cart?",
        "outlined copy of Cart?");
    row("outlined destroy", "$s3app4ItemVWOh", "outlined destroy of app.Item",
        "outlined destroy of Item");
    row("outlined variable", "$s3app3runyyFTv0_", "outlined variable #1 of app.run() -> ()",
        "outlined variable #1 of run()");
    row("bridged method", "$sSo8NSStringC4trimSSyFToTepb_",
        "outlined bridged method (pb) of @objc __C.NSString.trim() -> Swift.String",
        "outlined bridged method (pb) of @objc NSString.trim()");
    row("generic specialisation", "$s3app4swapyyx_q_tr0_lFSi_SSTg5",
        "generic specialization <Swift.Int, Swift.String> of app.swap<A, B>(A, B) -> ()",
        "specialized swap<A, B>(A, B)");
    row("not re-abstracted specialisation", "$s3app4showyyxlFSi_TG5",
        "generic not re-abstracted specialization <Swift.Int> of app.show<A>(A) -> ()",
        "specialized show<A>(A)");
    row("partial specialisation", "$s3app4showyyxlFSiTp5",
        "generic partial specialization <Signature = Swift.Int> of app.show<A>(A) -> ()",
        "specialized show<A>(A)");
    row("pre-specialisation", "$s3app4showyyxlFSi_Ts5",
        "generic pre-specialization <Swift.Int> of app.show<A>(A) -> ()", "specialized show<A>(A)");
    row("dead argument", "$s3app4showyySi_SitFTf4dn_n",
        "function signature specialization <Arg[0] = Dead> of app.show(Swift.Int, Swift.Int) -> ()",
        "specialized show(Int, Int)");
    row("exploded argument", "$s3app4showyySiFTf4x_n",
        "function signature specialization <Arg[0] = Exploded> of app.show(Swift.Int) -> ()",
        "specialized show(Int)");
    row("constant argument", "$s3app4showyySiFTf4pi5_n",
        "function signature specialization <Arg[0] = [Constant Propagated Integer : 5]> of "
        "app.show(Swift.Int) -> ()",
        "specialized show(Int)");
    row("propagated closure", "$s3app4showyyyycF7captureSiTf4c_n",
        "function signature specialization <Arg[0] = [Closure Propagated : capture, Argument Types "
        ": [Swift.Int]> of app.show(() -> ()) -> ()",
        "specialized show(())");
    row("propagated function", "$s3app4showyyyycF13$s3app3runyyFTf3pf_n",
        "function signature specialization <Arg[0] = [Constant Propagated Function : app.run() -> "
        "()]> of app.show(() -> ()) -> ()",
        "specialized show(())");
    row("string argument", "$s3app4showyySSF5helloTf4psb_n",
        "function signature specialization <Arg[0] = [Constant Propagated String : u8'hello']> of "
        "app.show(Swift.String) -> ()",
        "specialized show(String)");
    row("two specialisations", "$s3app4showyyxlFSi_Tg5Tf4d_n",
        "function signature specialization <Arg[0] = Dead> of generic specialization <Swift.Int> "
        "of app.show<A>(A) -> ()",
        "specialized show<A>(A)");
    row("derivative", "$s3app4showyS2fFTJfSpSr",
        "forward-mode derivative of app.show(Swift.Float) -> Swift.Float with respect to "
        "parameters {0} and results {0}",
        "forward-mode derivative of show(Float)");
    row("derivative witness", "$s3app4showyS2fFWJrSpSr",
        "reverse-mode differentiability witness for app.show(Swift.Float) -> Swift.Float with "
        "respect to parameters {0} and results {0}",
        "reverse-mode differentiability witness for show(Float) with respect to parameters {0} and "
        "results {0}");
    row("macro expansion", "$s3app3runyyF7PreviewfMf_",
        "freestanding macro expansion #1 of Preview in app.run() -> ()",
        "freestanding macro expansion #1 of Preview in run()");
    row("attached macro", "$s3app4CartC5total10ObservablefMp_",
        "peer macro @Observable expansion #1 of total in app.Cart",
        "peer macro @Observable expansion #1 of total in Cart");
    row("macro unique name", "$s3app3runyyF4makefMu_", "unique name #1 of make in app.run() -> ()",
        "unique name #1 of make in run()");
    row("macro declaration", "$s3app4makeSiycfm", "app.make : () -> Swift.Int", "make");
    row("clang type", "$s3app4callyyyyXzC9_ZTSPFvvEF",
        "app.call(@convention(c, mangledCType: \"_ZTSPFvvE\") () -> ()) -> ()",
        "call(@convention(c, mangledCType: \"_ZTSPFvvE\") ())");
    row("unmangled suffix", "$s3app3runyyF.llvm.123",
        "app.run() -> () with unmangled suffix \".llvm.123\"", "run()");
    row("swift 5 with underscore", "_$s3app3runyyF", "app.run() -> ()", "run()");
    row("embedded", "$e3app3runyyF", "app.run() -> ()", "run()");
    row("swift 4.2", "$S3app3runyyF", "app.run() -> ()", "run()");
    row("swift 4", "_T03app4moveySi2to_Sd2bytF", "app.move(to: Swift.Int, by: Swift.Double) -> ()",
        "move(to: Int, by: Double)");
    row("swift 4 without labels", "_T03app4moveySi_SdtF", "app.move(Swift.Int, Swift.Double) -> ()",
        "move(Int, Double)");
}

void TestSwift::oldMangling_data()
{
    addStyleColumns();
    row("old function", "_TF3app4moveFT2toSi2bySd_T_",
        "app.move(to: Swift.Int, by: Swift.Double) -> ()", "move(to: Int, by: Double)");
    row("old method", "_TFC3app4Cart5clearfT_T_", "app.Cart.clear() -> ()", "Cart.clear()");
    row("old class", "_TtC3app4Cart", "app.Cart", "Cart");
    row("old class of an application", "_TtC3appP33_0123456789ABCDEF0123456789ABCDEF4Cart",
        "app.(Cart in _0123456789ABCDEF0123456789ABCDEF)", "Cart");
    row("old generic", "_TF3app4swapu0_rFTxq__T_", "app.swap<A, B>(A, B) -> ()",
        "swap<A, B>(A, B)");
    row("old generic with requirement", "_TF3app4sortuRxs10ComparablerFxT_",
        "app.sort<A where A: Swift.Comparable>(A) -> ()", "sort<A>(A)");
    row("old getter", "_TFC3app4Cartg5totalSi", "app.Cart.total.getter : Swift.Int",
        "Cart.total.getter");
    row("old subscript", "_TFC3app4Cartg9subscriptFSiSS",
        "app.Cart.subscript.getter : (Swift.Int) -> Swift.String", "Cart.subscript.getter");
    row("old closure", "_TFF3app3runFT_T_U_FT_T_", "closure #1 () -> () in app.run() -> ()",
        "closure #1 () in run()");
    row("old initializer", "_TFC3app4CartCfT5countSi_S0_",
        "app.Cart.__allocating_init(count: Swift.Int) -> app.Cart",
        "Cart.__allocating_init(count: Int)");
    row("old specialisation", "_TTSg5Si___TF3app4showurFxT_",
        "generic specialization <Swift.Int> of app.show<A>(A) -> ()", "specialized show<A>(A)");
    row("old function specialisation", "_TTSf4d_n___TF3app4showFTSiSi_T_",
        "function signature specialization <Arg[0] = Dead> of app.show(Swift.Int, Swift.Int) -> ()",
        "specialized show(Int, Int)");
    row("old partial apply", "_TPA__TF3app3runFT_T_", "partial apply forwarder for app.run() -> ()",
        "partial apply for run()");
    row("old metadata", "_TMaC3app4Cart", "type metadata accessor for app.Cart",
        "type metadata accessor for Cart");
    row("old witness", "_TTWC3app4CartS_5DrawnS_FS1_4drawfT_T_",
        "protocol witness for app.Drawn.draw() -> () in conformance app.Cart : app.Drawn in app",
        "protocol witness for Drawn.draw() in conformance Cart");
    row("old reabstraction", "_TTRXFo_dSi_dT__XFo_iSi_dT__",
        "reabstraction thunk helper from @callee_owned (@in Swift.Int) -> (@unowned ()) to "
        "@callee_owned (@unowned Swift.Int) -> (@unowned ())",
        "thunk for @callee_owned (@in Int) -> (@unowned ())");
    row("old bound generic", "_TtGSaSi_", "[Swift.Int]", "[Int]");
    row("old operator", "_TF3appoi1pFTSiSi_Si", "app.+ infix(Swift.Int, Swift.Int) -> Swift.Int",
        "+ infix(Int, Int)");
    row("old objc", "_TToFC3app4Cart5clearfT_T_", "@objc app.Cart.clear() -> ()",
        "@objc Cart.clear()");
}

void TestSwift::labelsWithoutTypes_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("labels") << QByteArray("$s3app4move2to2byySi_SdtF")
                            << QByteArray("move(to:by:)");
    QTest::newRow("one label") << QByteArray("$s3app4move_2byySi_SdtF")
                               << QByteArray("move(_:by:)");
    QTest::newRow("no label") << QByteArray("$s3app4bumpyySizF") << QByteArray("bump(_:)");
    QTest::newRow("no argument") << QByteArray("$s3app3runyyF") << QByteArray("run()");
    QTest::newRow("closure") << QByteArray("$s3app3runyyFyycfU_")
                             << QByteArray("closure #1 in run()");
    QTest::newRow("old labels") << QByteArray("_TF3app4moveFT2toSi2bySd_T_")
                                << QByteArray("move(to:by:)");
}

void TestSwift::labelsWithoutTypes()
{
    QFETCH(QByteArray, name);
    QTEST(QByteArray::fromStdString(
              readable(name, demangling::SwiftStyle::simplified()).value_or("")),
          "expected");
}

void TestSwift::whatIsNotUnderstood_data()
{
    QTest::addColumn<QByteArray>("name");
    nameRow("nothing", "");
    nameRow("only a prefix", "$s");
    nameRow("another language", "_ZN3foo3barEv");
    nameRow("C name", "_TIFFOpen");
    nameRow("C name that starts like a thunk", "_TPAGE");
    nameRow("C name that starts like metadata", "_TMxSlot");
    nameRow("unknown operator", "$s3app3runyyFW9");
    nameRow("operand missing", "$sF");
    nameRow("left over operands", "$s3app3runyyFSi");
    nameRow("left over mark", "$s3app3runyyFy");
    nameRow("substitution that is not there", "$s3appAZ");
    nameRow("word that is not there", "$s3app01Z0");
    nameRow("identifier longer than the name", "$s30app");
    nameRow("number that wraps", "$s99999999999999999999app");
    nameRow("damaged punycode", "$s00_1_yyF");
    nameRow("reference to another place", QByteArray("$s3app3runyy\x01\x00\x00\x00\x00cF", 18));
    nameRow("zero byte", QByteArray("$s3app3runyyF\0", 14));
    nameRow("attached macro without a name", "$s3app4CartC10ObservablefMm_");
    nameRow("specialisation without its argument's name", "$s3app4showyySiFTf4pf_n");
    nameRow("missing label", "$s3app4move2toySi_SdtF");
    nameRow("punycode of half a character", "_$s3app0020pathfoo_yuEHaaCiJskuyyF");
    nameRow("old: type missing", "_TF3app4move");
    nameRow("old: cut off inside an accessor", "_TFFa");
    nameRow("old: tuple without an end", "_TtTSiSi");
    nameRow("old: substitution that is not there", "_TtS9_");
}

void TestSwift::whatIsNotUnderstood()
{
    QFETCH(QByteArray, name);
    QVERIFY(!readable(name, demangling::SwiftStyle::full()));
    QVERIFY(!readable(name, demangling::SwiftStyle::symbol()));
}

void TestSwift::hostileNames_data()
{
    QTest::addColumn<QByteArray>("name");
    QByteArray doubling = "$s3app4showyySi_SitAA_";
    for (int i = 0; i < 26; ++i)
        doubling += QByteArray("A") + static_cast<char>('A' + i) + "Sg_AAt";
    QByteArray tuples = "$s3app4showyySi";
    for (int i = 0; i < 60; ++i)
        tuples += "SgA" + QByteArray(i < 26 ? 1 : 0, static_cast<char>('A' + i)) + "_t";
    nameRow("doubling substitutions", doubling + "F");
    nameRow("tuples of themselves", tuples + "F");
    nameRow("optionals of optionals", "$s3app4showyySi" + QByteArray("Sg").repeated(9'000) + "F");
    nameRow("repeats of repeats", "$s3app4show" + QByteArray("A2000A").repeated(400) + "yyF");
    nameRow("repeated types", "$s" + QByteArray("S2000i").repeated(400) + "tN");
    nameRow("nested generics", "$s3app" + QByteArray("1aC").repeated(3'000) + "y" +
                                   QByteArray("Si_").repeated(3'000) + "SiGN");
    nameRow("words of words",
            "$s20abcdefghijklmnopqrst" + QByteArray("0AAAAAAAAAAAAa0").repeated(900));
    nameRow("many parameters", "$s3app3runyyr999999999_lF");
    nameRow("names inside names", "$s3app3runyyF" + QByteArray("9$s1aTf3pf_n").repeated(50));
    nameRow("far too long", "$s" + QByteArray(100'000, 'y'));
    nameRow("old: pointers to pointers", "_Tt" + QByteArray(30'000, 'M') + "Si");
    nameRow("old: tuples in tuples", "_Tt" + QByteArray(30'000, 'T'));
    nameRow("old: contexts of contexts", "_T" + QByteArray(30'000, 'F'));
    nameRow("old: archetypes", "_Tt" + QByteArray(30'000, 'Q'));
    nameRow("old: generic of generic", "_Tt" + QByteArray("GSa").repeated(9'000));
}

void TestSwift::hostileNames()
{
    QFETCH(QByteArray, name);
    for (const demangling::SwiftStyle& style :
         {demangling::SwiftStyle::full(), demangling::SwiftStyle::symbol()}) {
        const auto text = readable(name, style);
        QVERIFY(!text || text->size() <= style.maxOutputBytes);
    }
}

void TestSwift::everyPrefixIsSafe()
{
    for (const QByteArray& name : someNames()) {
        for (int length = 0; length <= name.size(); ++length) {
            const auto text = readable(name.left(length), demangling::SwiftStyle::full());
            QVERIFY(!text || !text->empty());
        }
        for (int skipped = 2; skipped < name.size(); ++skipped)
            readable(name.left(skipped) + name.mid(skipped + 1), demangling::SwiftStyle::full());
    }
}

void TestSwift::outputIsLimited()
{
    demangling::SwiftStyle style = demangling::SwiftStyle::full();
    style.maxOutputBytes = 15;
    QCOMPARE(readable("$s3app3runyyF", style), std::optional<std::string>("app.run() -> ()"));
    style.maxOutputBytes = 14;
    QVERIFY(!readable("$s3app3runyyF", style));
}

void TestSwift::publicManglings_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<bool>("isSimplified");
    QTest::newRow("full") << "manglings.txt" << false;
    QTest::newRow("full with C types") << "manglings-with-clang-types.txt" << false;
    QTest::newRow("simplified") << "simplified-manglings.txt" << true;
}

/// The tables of the Swift project, test/Demangle/Inputs: "name ---> {class} text".
void TestSwift::publicManglings()
{
    QFETCH(QString, file);
    QFETCH(bool, isSimplified);
    const QString folder = qEnvironmentVariable("FAULTLINE_SWIFT_MANGLINGS");
    if (folder.isEmpty())
        QSKIP("FAULTLINE_SWIFT_MANGLINGS names no folder with Swift's manglings.txt");
    QFile table(folder + "/" + file);
    QVERIFY2(table.open(QIODevice::ReadOnly), qPrintable(table.fileName()));
    static const QRegularExpression line("^([^/].*?) *---> *(?:\\{[NCT][^}]*\\} ?)?(.*?) *$");
    demangling::SwiftStyle style =
        isSimplified ? demangling::SwiftStyle::simplified() : demangling::SwiftStyle::full();
    style.maxOutputBytes = 1 << 20;
    int rows = 0;
    int right = 0;
    while (!table.atEnd()) {
        const auto match = line.match(QString::fromUtf8(table.readLine()).chopped(1));
        if (!match.hasMatch())
            continue;
        const QByteArray name = match.captured(1).toUtf8();
        const QByteArray text =
            QByteArray::fromStdString(readable(name, style).value_or(name.toStdString()));
        ++rows;
        if (text == match.captured(2).toUtf8())
            ++right;
        else
            qWarning("%s is\n  %s\nand should be\n  %s", name.data(), text.data(),
                     qPrintable(match.captured(2)));
    }
    qInfo("%d of %d rows", right, rows);
    QVERIFY(rows > 0);
    QVERIFY(right * 100 >= rows * 99);
}

QTEST_GUILESS_MAIN(TestSwift)
#include "tst_swift.moc"

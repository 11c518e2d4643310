// Declarations of every kind; names.txt lists what LDC makes of them.
module shapes;
struct Point { int x; this(int a) { x = a; } ~this() {} this(this) {} int opCall() { return x; } bool opEquals(ref const Point o) const { return x == o.x; } invariant { assert(x >= 0); } }
struct Handle { this(this) pure nothrow @nogc @safe {} }
class Shape { private int v; abstract void draw(); final T scale(T)(T t) const { return t; } void lock() shared {} inout(int)* at() inout { return null; } @property ref int field() { return v; } static this() {} }
interface Movable { void move() shared; }
class Circle : Shape, Movable { override void draw() {} void move() shared {} }
void plain() {}
void strings(string[] args, wstring w, dstring d) {}
void callbacks(int delegate(int) pure nothrow @safe dg, void function(ref Point, out int, lazy int, scope const(char)*) fp, int delegate() const c, CFunction cf) {}
extern(C) alias CFunction = int function(int);
int numbers(byte a, ubyte b, short c, ushort d, int e, uint f, long g, ulong h, float i, double j, real k, bool l, char m, wchar n, dchar o) { return 0; }
int[string] containers(int[3] fixed, immutable(int)[] im, shared(int)* sh, Point[Shape] map, typeof(null) nothing) { return null; }
void variadic(int a, ...) {}
void typesafe(int[] a...) {}
T values(T, int n, uint u, long l, ulong m, bool b, char c, wchar w, dchar d, string s, double r, alias f)(T t) { return t; }
struct Pair { int a; int b; }
struct Fixed(Pair p) { void run() {} }
struct Table(int[] list, int[string] map) { void run() {} }
struct Many(T...) { void run() {} }
int nested(int a) { auto twice = (int b) => a + b; void inner(Point p) {} inner(Point(1)); return twice(3); }
int identity(int q) { return q; }
extern(C++) int fromCpp(int* a, const(char)* b) { return 0; }
extern(C++, ns) { void fromNamespace() {} }
ref int returned(return ref int a, return scope int* p) { return a; }
T[] twice(T)(T[] a, T[] b) { return a; }
enum Colour { red, green }
void paint(Colour c)() {}
void same() { { static int counter; counter++; } { static int counter; counter++; void helper() {} helper(); } }
__gshared int global; immutable double constant = 1.5;
void main()
{
    auto a = values!(int, -3, 4u, 5L, 6uL, true, 'x', 'é', '\U0001F600', "h\tello\x01 \"é\"", 1.5, identity)(3);
    auto b = values!(Point, 5, 0u, -1L, 0uL, false, '\n', 'a', 'b', "", double.nan, (int q) => q)(Point(2));
    auto c = values!(real, 5, 0u, -1L, 0uL, false, '\n', 'a', 'b', "w", -double.infinity, nested)(1);
    nested(3); callbacks(null, null, null, null); Circle s; s.scale(3L); s.scale("a"); s.scale(Point(1));
    Fixed!(Pair(1, -2))().run(); Table!([1, 2], ["a": 1])().run(); Many!(int, string, Shape)().run(); Many!()().run();
    twice!Point(null, null); twice!(Many!(Point, Point))(null, null); paint!(Colour.green)(); same();
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Classes, references, lambdas, templates and inlined functions of C++.
extern "C" {
#include "values.h"
}

#include <cstdint>
#include <string>

namespace geometry {

enum class Kind : std::uint8_t { Circle, Square = 9 };

class Base
{
public:
    explicit Base(int id) : m_id(id) {}

    virtual ~Base() = default;
    virtual int area() const = 0;

protected:
    int m_id;
};

class Mixin
{
public:
    virtual ~Mixin() = default;
    long mixed = 11;
};

struct Root
{
    virtual ~Root() = default;
    int root = 500;
};

struct Left : virtual Root
{
    int left = 501;
};

struct Right : virtual Root
{
    int right = 502;
};

struct Diamond : Left, Right
{
    int bottom = 503;
};

template <class T, int N>
struct Fixed
{
    T items[N];
    static constexpr int kCount = N;
};

class Square final : public Base, public Mixin
{
public:
    Square(int id, int side) : Base(id), m_side(side) {}

    __attribute__((noinline)) int area() const override
    {
        const auto doubled = m_side * 2 + opaque(0);
        POINTER("this", this);
        INT("(*this).m_id", m_id);
        INT("(*this).m_side", m_side);
        INT("(*this).mixed", mixed);
        INT("doubled", doubled);
        crash();
        return opaque(doubled);
    }

private:
    int m_side;
    Kind m_kind = Kind::Square;
};

} // namespace geometry

namespace {

using geometry::Diamond;
using geometry::Fixed;
using geometry::Square;

template <class T>
__attribute__((noinline)) int visit(const Square& square, T value, const int& alias)
{
    int member = 31 + opaque(0);
    auto captured = [&square, member, value] {
        INT("member", member);
        return square.area() + opaque(member) + static_cast<int>(value);
    };
    INT("value", value);
    INT("alias", alias);
    INT("member", member);
    const int result = captured();
    return opaque(result + alias + member);
}

inline __attribute__((always_inline)) int inlined(int given, const Square& square)
{
    const int local = given + 100;
    INT("given", given);
    INT("local", local);
    return visit(square, static_cast<short>(given), local) + opaque(local);
}

__attribute__((noinline)) int hold(Fixed<short, 3> fixed, Diamond& diamond, Square* square)
{
    INT("fixed.items[0]", fixed.items[0]);
    INT("fixed.items[2]", fixed.items[2]);
    INT("diamond.left", diamond.left);
    INT("diamond.right", diamond.right);
    INT("diamond.bottom", diamond.bottom);
    INT("diamond.root", diamond.root);
    int Square::* none = nullptr;
    int Diamond::* place = &Diamond::bottom;
    int outer = 5 + opaque(0);
    // Their real class is found by its table of virtual functions.
    const geometry::Base* base = square;
    geometry::Mixin* mixin = square;
    POINTER("base", base);
    INT("(*base).m_id", 3);
    INT("(*base).m_side", 8);
    POINTER("mixin", mixin);
    INT("(*mixin).m_side", 8);
    INT("outer", outer);
    const int result = inlined(opaque(40), *square);
    return opaque(result + fixed.items[1] + diamond.bottom + outer + (base != nullptr) +
                  (mixin != nullptr)) +
           (none == nullptr) + diamond.*place;
}

} // namespace

int main()
{
    Square square(opaque(3), opaque(8));
    Diamond diamond;
    diamond.bottom = opaque(503);
    Fixed<short, 3> fixed{{1, 2, static_cast<short>(opaque(3))}};
    const auto kind = static_cast<geometry::Kind>(opaque(9));
    WORD("kind", "Square");
    INT("diamond.bottom", diamond.bottom);
    INT("fixed.items[1]", fixed.items[1]);
    const int result = hold(fixed, diamond, &square);
    return opaque(result + static_cast<int>(kind) + diamond.left);
}

// Compiled by tst_dwarf_oracle in many ways. No headers, so that it builds for targets without a C
// library. It holds what debug info finds hard: inlining through several levels, blocks, local
// classes, lambdas, templates, nested namespaces, cold paths, a second file that is included, and
// functions in sections of their own.
#include "shapes.inc"

namespace shapes {

template <class T>
inline __attribute__((always_inline)) T square(T value)
{
    return value * value;
}

inline __attribute__((always_inline)) int area(int width, int height)
{
    if (width == height)
        return square(width);
    return width * height;
}

namespace detail {

inline __attribute__((always_inline)) int sum(const int* values, int count)
{
    int total = 0;
    for (int i = 0; i < count; ++i) {
        const int next = area(values[i], i);
        total += twice(next);
    }
    return total;
}

} // namespace detail

class Canvas
{
public:
    __attribute__((noinline)) int draw(const int* values, int count);
    virtual int paint(int colour);

private:
    int m_total = 0;
};

__attribute__((cold, noinline)) void report(int code)
{
    sink(code);
}

int Canvas::draw(const int* values, int count)
{
    struct Local
    {
        static __attribute__((noinline)) int clamp(int value)
        {
            return value > 100 ? 100 : twice(value);
        }
    };

    const auto scale = [this](int value)
                           __attribute__((noinline)) { return value * m_total + square(value); };
    if (count < 0) {
        report(count);
        return -1;
    }
    m_total = detail::sum(values, count);
    {
        const int scaled = scale(m_total);
        m_total += Local::clamp(scaled);
    }
    if (__builtin_expect(m_total == 12345, 0)) {
        report(m_total);
        report(detail::sum(values, 3));
    }
    return m_total;
}

int Canvas::paint(int colour)
{
    return area(colour, m_total) + square(static_cast<long>(colour)) % 7;
}

} // namespace shapes

static int helper(int depth)
{
    return depth <= 0 ? 1 : depth * helper(depth - 1);
}

extern "C" int run(const int* values, int count)
{
    shapes::Canvas canvas;
    int result = canvas.draw(values, count);
    for (int i = 0; i < count; ++i)
        result += canvas.paint(i) + helper(values[i]);
    return shapes::area(result, count);
}

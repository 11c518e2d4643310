// SPDX-License-Identifier: GPL-3.0-or-later
// A list and a tree of objects with virtual functions, and a crash. The tests of the Python module
// read its core.
#include <cstdio>
#include <cstring>
#include <deque>
#include <list>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace shapes {

struct Shape
{
    Shape(Shape* shapeAfter, int shapeNumber) : next(shapeAfter), number(shapeNumber) {}

    virtual ~Shape() = default;

    virtual double area() const = 0;

    Shape* next;
    int number;
};

struct Circle : Shape
{
    using Shape::Shape;

    double area() const override { return 3.0 * radius * radius; }

    double radius = 2;
};

struct Square : Shape
{
    using Shape::Shape;

    double area() const override { return side * side; }

    double side = 4;
    const char* label = "a square";
};

struct Branch
{
    Branch* left = nullptr;
    Branch* right = nullptr;
    int depth = 0;
};

struct Facts
{
    int rows[2][3] = {{1, 2, 3}, {4, 5, 6}};
    char letter = '1';
    bool odd = false;
};

struct Store
{
    std::vector<int> numbers = {3, 1, 4};
    std::vector<std::pair<int, int>> pairs = {{1, 2}, {3, 4}};
    std::deque<int> queue = {7, 8};
    std::list<int> list = {5, 6};
    std::set<int> seen = {10, 20};
    std::map<std::string, int> prices = {{"apple", 3}, {"pear", 5}};
    std::map<int, double> weights = {{-1, 0.5}, {40, 2.5}};
    std::unordered_map<std::string, std::vector<int>> groups = {{"even", {2, 4}}, {"odd", {1}}};
    std::map<std::string, int> nothing;
    std::string word = "pear";
};

Store g_store;
Shape* g_first = nullptr;
Facts g_facts;
Branch* g_root = nullptr;

Branch* grown(int depth)
{
    auto* branch = new Branch;
    branch->depth = depth;
    if (depth < 3) {
        branch->left = grown(depth + 1);
        branch->right = grown(depth + 1);
    }
    return branch;
}

int crash(const Shape* first, const int* nowhere)
{
    const int values[] = {1, 2, 3};
    std::printf("%f\n", first->area());
    return *nowhere + values[0];
}

} // namespace shapes

int main()
{
    using namespace shapes;
    for (int i = 5; i > 0; --i) {
        if (i % 2 == 0)
            g_first = new Square(g_first, i);
        else
            g_first = new Circle(g_first, i);
    }
    g_root = grown(0);
    std::memset(&g_facts.odd, 2, 1); // Neither true nor false.
    return crash(g_first, nullptr);
}

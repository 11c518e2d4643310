// SPDX-License-Identifier: GPL-3.0-or-later
// Linked lists, a tree, a list that leads back to itself, and pointers to pointers.
#include "values.h"

#include <stddef.h>

struct Link
{
    struct Link* next;
    struct Link* previous;
};

struct Job
{
    int id;
    struct Link link;
    const char* title;
};

struct Tree
{
    struct Tree* children[2];
    short key;

    union {
        int whole;
        unsigned char bytes[4];
    } data;
};

struct Ring
{
    struct Ring* next;
    unsigned level : 4;
    unsigned marked : 1;
};

__attribute__((noinline)) static int
walk(const struct Tree* tree, struct Ring* ring, struct Job* jobs, struct Job** current)
{
    const struct Tree* left = tree->children[0];
    int sum = tree->key + left->key + opaque(0);
    POINTER("tree", tree);
    INT("(*tree).key", tree->key);
    POINTER("left", left);
    INT("(*left).key", left->key);
    INT("(*left).data.whole", left->data.whole);
    INT("(*left).data.bytes[0]", left->data.bytes[0]);
    POINTER("(*(*tree).children[1]).children[0]", tree->children[1]->children[0]);
    INT("(*ring).level", ring->level);
    INT("(*(*ring).next).level", ring->next->level);
    INT("(*(*ring).next).marked", ring->next->marked);
    POINTER("(*(*ring).next).next", ring->next->next);
    INT("(*jobs).id", jobs->id);
    POINTER("(*current)", *current);
    INT("(*(*current)).id", (*current)->id);
    TEXT("(*(*current)).title", (*current)->title);
    INT("sum", sum);
    crash();
    return opaque(sum + jobs[1].id + (int)ring->level + (*current)->id);
}

__attribute__((noinline)) static int fill(int count)
{
    struct Job jobs[3] = {{.id = opaque(100), .title = "first"},
                          {.id = opaque(101), .title = "second"},
                          {.id = opaque(102), .title = "third"}};
    for (int i = 0; i < 3; ++i) {
        jobs[i].link.next = &jobs[(i + 1) % 3].link;
        jobs[i].link.previous = &jobs[(i + 2) % 3].link;
    }
    struct Tree leaves[2] = {{.key = (short)opaque(-5), .data.whole = opaque(0x01020304)},
                             {.key = (short)opaque(5)}};
    struct Tree root = {.children = {&leaves[0], &leaves[1]}, .key = (short)opaque(1)};
    struct Ring second = {.level = (unsigned)opaque(9), .marked = 1};
    struct Ring first = {.next = &second, .level = (unsigned)opaque(3)};
    second.next = &first;
    struct Job* chosen = &jobs[2];
    INT("count", count);
    INT("jobs[0].id", jobs[0].id);
    TEXT("jobs[1].title", jobs[1].title);
    POINTER("jobs[2].link.next", jobs[2].link.next);
    INT("leaves[1].key", leaves[1].key);
    POINTER("root.children[1]", root.children[1]);
    INT("second.level", second.level);
    POINTER("first.next", first.next);
    POINTER("chosen", chosen);
    int result = walk(&root, &first, jobs, &chosen);
    return opaque(result + count + root.key + jobs[0].id);
}

int main(void)
{
    int count = opaque(3);
    INT("count", count);
    return opaque(fill(count) + count);
}

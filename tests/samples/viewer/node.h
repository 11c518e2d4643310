#pragma once

#include "box.h"

#if defined(__clang__)
#define SCENE_FRAME [[gnu::noinline]]
#else
#define SCENE_FRAME [[gnu::noipa]]
#endif
#define SCENE_INLINED [[gnu::always_inline]]

namespace scene {

/// What the scene is made of.
class Node
{
public:
    explicit Node(Box box) : m_bounds(box) {}

    /// Hidden nodes take no room.
    SCENE_INLINED Box bounds() const
    {
        if ((m_flags & kHidden) != 0)
            return Box::empty();
        return m_bounds;
    }

private:
    static constexpr unsigned kHidden = 1;

    const char* m_name = "node";
    long m_layer = 0;
    unsigned m_flags = 0;
    Box m_bounds;
};

} // namespace scene

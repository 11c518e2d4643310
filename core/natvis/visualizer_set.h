// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/natvis/natvis_file.h"

#include <map>
#include <span>

namespace faultline::natvis {

/// What the name of a type matches.
struct Match
{
    std::shared_ptr<const Visualizer> visualizer;
    std::vector<std::string> arguments; ///< $T1, $T2, …
};

/// The visualizers of several files. Immutable once it is shared.
class VisualizerSet
{
public:
    /// Files that are added earlier count before later ones of the same priority.
    void add(NatvisFile file);

    /// All that fit a type's name, the first being the one to try first.
    std::vector<Match> find(std::string_view typeName) const;
    /// The intrinsic functions with a name of the file that a visualizer is from.
    std::vector<const Intrinsic*> intrinsicsOf(std::string_view file, std::string_view name) const;

    const std::vector<FileProblem>& problems() const { return m_problems; }

private:
    struct Entry
    {
        TypePattern pattern;
        std::shared_ptr<const Visualizer> visualizer;
        std::size_t order = 0;
    };

    std::multimap<std::string, Entry, std::less<>> m_entries;        // By the head of the pattern.
    std::vector<Entry> m_open;                                       // Patterns that are open.
    std::multimap<std::string, Intrinsic, std::less<>> m_intrinsics; // By file.
    std::vector<FileProblem> m_problems;
    std::size_t m_count = 0;
};

/// A file that is a part of the program.
struct BuiltInFile
{
    std::string_view name;
    std::string_view text;
};

std::span<const BuiltInFile> builtInFiles();

/// The files of the program after those of users. Never null.
std::shared_ptr<const VisualizerSet> withBuiltInFiles(std::vector<NatvisFile> ofUsers);

} // namespace faultline::natvis

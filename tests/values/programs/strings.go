// SPDX-License-Identifier: GPL-3.0-or-later
// Strings, slices and structures of Go.
package main

import "fmt"

type point struct {
	x int32
	y int32
}

//go:noinline
func opaque(number int) int {
	return number
}

// The test names functions without what follows a dot.
func say(function, path, kind string, value any) {
	fmt.Printf("%s\t%s\t%s\t%v\n", function, path, kind, value)
}

//go:noinline
func collections() int {
	text := "a text"
	empty := ""
	numbers := []int{1, 2, opaque(3)}
	part := numbers[1:2]
	texts := []string{"one", "two"}
	points := []point{{1, 2}, {3, int32(opaque(4))}}
	array := [3]int16{5, 6, int16(opaque(7))}
	var none []byte
	where := &points[1]
	say("main", "text", "text", text)
	say("main", "empty", "text", empty)
	say("main", "numbers", "summary", "{ len=3, cap=3 }")
	say("main", "numbers[2]", "int", numbers[2])
	say("main", "part", "summary", "{ len=1, cap=2 }")
	say("main", "part[0]", "int", part[0])
	say("main", "texts[1]", "text", texts[1])
	say("main", "points[1].y", "int", points[1].y)
	say("main", "array[2]", "int", array[2])
	say("main", "none", "summary", "{ len=0, cap=0 }")
	say("main", "(*where).y", "int", where.y)
	crash()
	return len(text) + len(empty) + numbers[0] + part[0] + len(texts) + int(points[0].x) + int(array[0]) + len(none) + int(where.x)
}

//go:noinline
func crash() {
	var nothing *point
	nothing.x = int32(opaque(1))
}

func main() {
	collections()
}

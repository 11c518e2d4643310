@file:JvmName("Parts")
@file:JvmMultifileClass

package app.kt

fun partA(n: Int): Int = partB(n) + 1

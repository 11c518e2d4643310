package app.modern;

import java.util.List;
import java.util.Map;

final class Records {
    record Point(int x, int y) {
        Point {
            if (x < 0)
                throw new IllegalArgumentException("x " + x);
        }

        Point(int both) {
            this(both, both);
        }

        double slope() {
            return divide(y, x);
        }

        private static int divide(int a, int b) {
            return a / b;
        }
    }

    record Named(String name, Point place) {
        String shortName() {
            return name.substring(0, 3);
        }

        @Override
        public String toString() {
            return shortName() + place.toString();
        }
    }

    record Holder<T extends Comparable<T>>(T least, T most) {
        boolean isOrdered() {
            return least.compareTo(most) <= 0;
        }
    }

    static Object constructor(int n) {
        return new Point(-n);
    }

    static double method(int n) {
        return new Point(n - n, n).slope();
    }

    static String text(String name) {
        return "named " + new Named(name, new Point(1, 2));
    }

    static boolean generic(String text) {
        return new Holder<>(text, null).isOrdered();
    }

    static int component(int n) {
        return new Named("abcdef", n > 0 ? null : new Point(n)).place().x();
    }

    static Object copies(String key) {
        record Pair(String left, Integer right) {
            Integer twice() {
                return right * 2;
            }
        }
        return List.of(new Pair("a", 1), new Pair(key, null)).stream()
            .map(Pair::twice)
            .toList();
    }

    static Object immutable(String key) {
        return Map.of(key, 1).put(key, 2);
    }
}

package app.legacy;

import java.util.Comparator;
import java.util.TreeSet;

final class Bridges {
    static final class Version implements Comparable<Version> {
        final String text;

        Version(String text) {
            this.text = text;
        }

        @Override
        public int compareTo(Version other) {
            return text.length() - other.text.length();
        }
    }

    abstract static class Visitor<R> {
        abstract R visit(Object node);

        R accept(Object node) {
            return visit(node);
        }
    }

    static final class Counter extends Visitor<Integer> {
        @Override
        Integer visit(Object node) {
            return ((Number) node).intValue();
        }
    }

    static class Shape implements Cloneable {
        Shape copy() throws CloneNotSupportedException {
            return (Shape) super.clone();
        }
    }

    static final class Circle extends Shape {
        @Override
        Circle copy() throws CloneNotSupportedException {
            throw new CloneNotSupportedException("circle");
        }
    }

    interface Source<T> {
        T next(T seed);
    }

    static final class Texts implements Source<String> {
        @Override
        public String next(String seed) {
            return seed.substring(5);
        }
    }

    static void compare(String text) {
        TreeSet<Version> versions = new TreeSet<>();
        versions.add(new Version("1.0"));
        versions.add(new Version(text.length() > 90 ? text : null));
    }

    static <T> T drain(Source<T> source, T seed) {
        return source.next(seed);
    }

    static Object visit(Object node) {
        Visitor<?> visitor = new Counter();
        return visitor.accept(node);
    }

    static Object copy(boolean round) throws CloneNotSupportedException {
        Shape shape = round ? new Circle() : new Shape();
        return shape.copy();
    }

    static Comparator<Object> order() {
        return new Comparator<Object>() {
            @Override
            public int compare(Object a, Object b) {
                return rank(a) - rank(b);
            }

            private int rank(Object o) {
                return ((int[]) o)[1];
            }
        };
    }
}

package app.legacy;

import java.util.HashMap;
import java.util.Map;

/** Crashes whose messages, written by the virtual machine, name classes, methods and fields. */
final class Messages {
    static class Animal {
        Animal next;
        int[] ages;

        Animal follow() {
            return next;
        }

        String name() {
            return "animal";
        }
    }

    static final class Dog extends Animal {
        @Override
        String name() {
            return "dog";
        }
    }

    static final class Cat extends Animal {
        @Override
        String name() {
            return "cat";
        }
    }

    static class Loaded {
        static final int SIZE = compute();

        static int compute() {
            return new int[0][Integer.parseInt("0")].length / new int[] {1}[1];
        }

        static int size() {
            return SIZE;
        }
    }

    private static final Map<String, Animal> ZOO = new HashMap<>();

    static void fill(int n) {
        ZOO.put("dog", new Dog());
        ZOO.put("cat", n > 99 ? null : new Cat());
    }

    static String cast(int n) {
        fill(n);
        return ((Dog) ZOO.get("cat")).name();
    }

    static String castText(int n) {
        fill(n);
        Object text = n > 50 ? "text" : ZOO.get("dog");
        return ((String) text).trim();
    }

    static void arrayStore(int n) {
        fill(n);
        Animal[] dogs = new Dog[n + 1];
        dogs[0] = ZOO.get("cat");
    }

    static String nullCall(int n) {
        fill(n);
        return ZOO.get("dog").follow().name();
    }

    static String nullField(int n) {
        fill(n);
        Animal animal = ZOO.get(n > 50 ? "dog" : "cat");
        return animal.next.name();
    }

    static int nullArray(int n) {
        fill(n);
        return ZOO.get("cat").ages[n];
    }

    static void initializer() {
        try {
            System.out.println(Loaded.size());
        } catch (ExceptionInInitializerError e) {
            System.out.println("first");
        }
        System.out.println(Loaded.size());
    }

    static void initializerOnce() {
        System.out.println(Lazy.VALUE.length());
    }

    static final class Lazy {
        static final String VALUE = System.getProperty("no.such.property.here").trim();
    }

    static void own(Object object) {
        throw new IllegalStateException("unexpected " + object.getClass().getName() + " (" + object.getClass() + ")");
    }
}

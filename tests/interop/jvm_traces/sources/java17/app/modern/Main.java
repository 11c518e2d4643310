package app.modern;

import java.util.List;

/** Runs every scenario in a thread of its own, which prints its trace like any program that ends with an exception. */
public final class Main implements Runnable {
    private static final String[] NAMES = {
        "recordConstructor", "recordMethod", "recordText", "recordGeneric", "recordComponent", "recordCopies", "immutable", "sealedTree",
        "sealedMissing", "modeFast", "modeSafe", "modeOff", "streamSum", "modeParse", "nestmates", "audit", "future", "modification",
        "concatenation",
    };

    private final String suite;
    private final String name;
    private final int n;

    private Main(String suite, String name, int n) {
        this.suite = suite;
        this.name = name;
        this.n = n;
    }

    @Override
    public void run() {
        try {
            switch (suite) {
            case "java8" -> app.legacy.Scenarios.run(name, n);
            case "kotlin" -> app.kt.Scenarios.run(name, n);
            default -> modern(name, n);
            }
            System.err.println("no crash: " + name);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("checked", e);
        }
    }

    private static void modern(String name, int n) {
        switch (name) {
        case "recordConstructor" -> Records.constructor(n);
        case "recordMethod" -> Records.method(n);
        case "recordText" -> Records.text("ab");
        case "recordGeneric" -> Records.generic("text");
        case "recordComponent" -> Records.component(n);
        case "recordCopies" -> Records.copies("key");
        case "immutable" -> Records.immutable("key");
        case "sealedTree" -> Sealed.tree(n);
        case "sealedMissing" -> Sealed.missing();
        case "modeFast" -> Sealed.mode(Sealed.Mode.values()[n - 1]);
        case "modeSafe" -> Sealed.mode(Sealed.Mode.values()[n]);
        case "modeOff" -> Sealed.mode(Sealed.Mode.values()[n + 1]);
        case "streamSum" -> Sealed.sum(n + 2);
        case "modeParse" -> Sealed.parse("none");
        case "nestmates" -> Nestmates.read();
        case "audit" -> Nestmates.audit();
        case "future" -> Nestmates.future(n);
        case "modification" -> Nestmates.iterate(List.of(1, 2, 3, 4));
        case "concatenation" -> Nestmates.concat("a", n, new Records.Point(n));
        default -> throw new IllegalArgumentException(name);
        }
    }

    private static void all(String suite, String[] names, int n) throws InterruptedException {
        for (String name : names) {
            Thread thread = new Thread(new Main(suite, name, n), suite + "." + name);
            thread.setDaemon(true);
            thread.start();
            thread.join(10_000);
            if (thread.isAlive())
                System.err.println("no end: " + name); // An optimizer may break a program.
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int n = Integer.parseInt(args[0]); // Always 1, but no optimizer may know it.
        all("java8", app.legacy.Scenarios.NAMES, n);
        all("java17", NAMES, n);
        all("kotlin", app.kt.Scenarios.names, n);
    }
}

package app.legacy;

import java.util.Arrays;

public final class Scenarios {
    public static final String[] NAMES = {
        "accessMethod", "accessStatic", "accessConstructor", "lambdaEach", "lambdaCompose", "lambdaStream", "lambdaNested", "lambdaArray",
        "lambdaOptional", "lambdaSort", "bridgeCompare", "bridgeDrain", "bridgeVisit", "bridgeCopy", "bridgeOrder", "switchMix",
        "switchUnknown", "switchWord", "switchNamed", "inlineDeep", "inlineBuilder", "recursive", "mutual", "twoCalls", "overloadNumbers",
        "overloadConstructors", "overloadVariable", "mergePlus", "mergeMinus", "mergeTimes", "mergeVertical", "mergeShared", "causeChain",
        "suppressed", "circular", "task", "finallyBlock", "cast", "castText", "arrayStore", "nullCall", "nullField", "nullArray",
        "initializer", "initializerOnce", "ownMessage", "iterate", "anonymous", "local", "fields", "defaultMethods",
    };

    private Scenarios() {}

    public static void run(String name, int n) throws Exception {
        switch (name) {
        case "accessMethod": Accessors.ofMethod(n); break;
        case "accessStatic": Accessors.ofStatic(n); break;
        case "accessConstructor": Accessors.ofConstructor(n); break;
        case "lambdaEach": new Lambdas().each(Arrays.asList("a", "b", "c"), n); break;
        case "lambdaCompose": Lambdas.compose("12"); break;
        case "lambdaStream": Lambdas.stream(Arrays.asList("name", "", "no")); break;
        case "lambdaNested": Lambdas.nested(n); break;
        case "lambdaArray": Lambdas.constructor(n); break;
        case "lambdaOptional": Lambdas.optional("key"); break;
        case "lambdaSort": Lambdas.sorted(); break;
        case "bridgeCompare": Bridges.compare("1.1"); break;
        case "bridgeDrain": Bridges.drain(new Bridges.Texts(), "seed"); break;
        case "bridgeVisit": Bridges.visit("node"); break;
        case "bridgeCopy": Bridges.copy(n > 0); break;
        case "bridgeOrder": Arrays.sort(new Object[] {new int[2], new int[n]}, Bridges.order()); break;
        case "switchMix": Switches.mix(Switches.Color.values()[n], n); break;
        case "switchUnknown": Switches.mix(Switches.Color.values()[n + 1], n); break;
        case "switchWord": Switches.word("two"); break;
        case "switchNamed": Switches.named("PINK"); break;
        case "inlineDeep": Inlining.first(n); break;
        case "inlineBuilder": Inlining.builder(n > 50 ? "x" : ""); break;
        case "recursive": Inlining.recursive(n + 20); break;
        case "mutual": Inlining.even(n + 7); break;
        case "twoCalls": Inlining.twoCalls(n); break;
        case "overloadNumbers": Overloads.numbers(n); break;
        case "overloadConstructors": Overloads.constructors(n); break;
        case "overloadVariable": Overloads.variable(new String[n - n]); break;
        case "mergePlus": Merging.steps(n - 1); break;
        case "mergeMinus": Merging.steps(n); break;
        case "mergeTimes": Merging.steps(n + 1); break;
        case "mergeVertical": Merging.vertical(n + 1); break;
        case "mergeShared": Merging.shared(n - 1); break;
        case "causeChain": Causes.chain(n); break;
        case "suppressed": Causes.suppressed(); break;
        case "circular": Causes.circular(); break;
        case "task": Causes.task(n); break;
        case "finallyBlock": Causes.finallyBlock(n - 1); break;
        case "cast": Messages.cast(n); break;
        case "castText": Messages.castText(n); break;
        case "arrayStore": Messages.arrayStore(n); break;
        case "nullCall": Messages.nullCall(n); break;
        case "nullField": Messages.nullField(n); break;
        case "nullArray": Messages.nullArray(n); break;
        case "initializer": Messages.initializer(); break;
        case "initializerOnce": Messages.initializerOnce(); break;
        case "ownMessage": Messages.own(Bridges.order()); break;
        case "iterate": Nesting.iterate(n); break;
        case "anonymous": Nesting.anonymous(n); break;
        case "local": Nesting.local(n); break;
        case "fields": Nesting.fields(n); break;
        case "defaultMethods": Nesting.defaults(n > 50 ? "" : "name"); break;
        default: throw new IllegalArgumentException(name);
        }
    }
}

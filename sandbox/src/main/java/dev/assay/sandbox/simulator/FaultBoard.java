package dev.assay.sandbox.simulator;

import dev.assay.runtime.Clock;
import dev.assay.sandbox.answers.AnswerHash;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The faults in force. A prompt may ask for its own: {@code [[fault:status=503]]} strikes every call with that
 * prompt, {@code [[fault:status=503;times=2]]} the first two; markers go before rules, and of the rules the first that
 * fits strikes.
 */
public final class FaultBoard {
    private static final Pattern MARKER = Pattern.compile("\\[\\[fault:([^;\\]]+)(?:;times=([0-9]{1,6}))?]]");
    private static final int PROMPTS_COUNTED = 100_000;

    private final Clock clock;
    private final long seed;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Integer> markersStruck = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
            return size() > PROMPTS_COUNTED;
        }
    };
    private volatile List<ArmedRule> rules = List.of();

    FaultBoard(Clock clock, long seed) {
        this.clock = clock;
        this.seed = seed;
    }

    /** What strikes a call. */
    record Struck(String name, Fault fault) {}

    /** Replaces all rules; the windows of the new ones count from now. */
    public void replace(List<FaultRule> wanted) {
        lock.lock();
        try {
            rules = armed(List.of(), wanted);
        } finally {
            lock.unlock();
        }
    }

    /** Adds rules behind those in force; their windows count from now. */
    public void add(FaultRule... wanted) {
        lock.lock();
        try {
            rules = armed(rules, List.of(wanted));
        } finally {
            lock.unlock();
        }
    }

    /** Takes back all rules; markers in prompts go on striking. */
    public void clear() {
        replace(List.of());
    }

    /** The rules in force. */
    public List<FaultRule> rules() {
        return rules.stream().map(ArmedRule::rule).toList();
    }

    List<ArmedRule> armed() {
        return rules;
    }

    /**
     * What strikes the call, or null.
     *
     * @param identity what tells this call from others
     * @throws IllegalArgumentException when the prompt asks for an unknown fault
     */
    @Nullable
    Struck strike(ChatRequest request, String identity) {
        Struck marked = marked(request.prompt());
        if (marked != null) {
            return marked;
        }
        for (ArmedRule rule : rules) {
            if (rule.strikes(request, identity, clock.now())) {
                return new Struck(rule.rule().fault(), rule.fault());
            }
        }
        return null;
    }

    private @Nullable Struck marked(String prompt) {
        if (!prompt.contains("[[fault:")) {
            return null;
        }
        Matcher marker = MARKER.matcher(prompt);
        if (!marker.find()) {
            throw new IllegalArgumentException(
                    "marker (expected: [[fault:NAME]], [[fault:NAME=VALUE]] or" + " [[fault:NAME=VALUE;times=N]])");
        }
        Fault fault = FaultNames.parse(marker.group(1));
        String times = marker.group(2);
        boolean strikes = times == null || strikesAgain(prompt, Integer.parseInt(times));
        return strikes ? new Struck(marker.group(1), fault) : null;
    }

    private boolean strikesAgain(String prompt, int times) {
        lock.lock();
        try {
            return markersStruck.merge(prompt, 1, Integer::sum) <= times;
        } finally {
            lock.unlock();
        }
    }

    private List<ArmedRule> armed(List<ArmedRule> before, List<FaultRule> wanted) {
        List<ArmedRule> all = new ArrayList<>(before);
        for (FaultRule rule : wanted) {
            all.add(new ArmedRule(rule, clock.now(), AnswerHash.of(seed, rule.fault() + all.size())));
        }
        return List.copyOf(all);
    }
}

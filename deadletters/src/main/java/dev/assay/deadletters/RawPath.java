package dev.assay.deadletters;

import com.fasterxml.jackson.core.JsonPointer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A place in a JSON text, by the names of members and the numbers of elements on the way to it. Only the containers on
 * that way are written anew when its value changes; every other value stays as it is written.
 *
 * @param steps names and numbers, from the outermost inwards
 */
record RawPath(List<String> steps) {
    private static final Pattern STEP = Pattern.compile("([^.\\[\\]]+)|\\[(\\d{1,9})]");

    RawPath {
        steps = List.copyOf(steps);
    }

    /**
     * Reads a path as people write it, {@code messages[1].content}, or as a JSON pointer, {@code /messages/1/content}.
     *
     * @param root what the text is called, with which the path begins in complaints
     */
    static RawPath parse(String root, String path) throws BadFieldException {
        List<String> steps = new ArrayList<>();
        if (path.startsWith("/")) {
            for (JsonPointer rest = JsonPointer.compile(path); !rest.matches(); rest = rest.tail()) {
                steps.add(rest.getMatchingProperty());
            }
            return new RawPath(steps);
        }
        Matcher step = STEP.matcher(path);
        int at = 0;
        while (at < path.length()) {
            if (!step.find(at) || step.start() != at) {
                throw new BadFieldException(root + "." + path, "no path (expected: such as messages[1].content)");
            }
            steps.add(step.group(1) != null ? step.group(1) : step.group(2));
            at = step.end();
            if (at < path.length() && path.charAt(at) == '.') {
                at++;
            }
        }
        return new RawPath(steps);
    }

    /** The path one step further in. */
    RawPath child(String step) {
        List<String> further = new ArrayList<>(steps);
        further.add(step);
        return new RawPath(further);
    }

    /** The value there as it is written; null where there is none. */
    @Nullable
    String get(String json) {
        String at = json;
        for (String step : steps) {
            String next = isObject(at) ? RawJson.members(at).get(step) : null;
            if (isArray(at)) {
                List<String> elements = RawJson.elements(at);
                int index = index(step);
                next = index >= 0 && index < elements.size() ? elements.get(index) : null;
            }
            if (next == null) {
                return null;
            }
            at = next;
        }
        return at;
    }

    /**
     * The text with another value there; objects on the way that are not there are made.
     *
     * @param value the value as it is to be written; null takes it away
     */
    String set(String json, @Nullable String value) throws BadFieldException {
        String changed = set(json, steps, value, "");
        return changed == null ? json : changed;
    }

    @Override
    public String toString() {
        StringBuilder path = new StringBuilder();
        for (String step : steps) {
            if (index(step) >= 0 && !path.isEmpty()) {
                path.append('[').append(step).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(step);
            }
        }
        return path.toString();
    }

    private @Nullable String set(String json, List<String> way, @Nullable String value, String where)
            throws BadFieldException {
        if (way.isEmpty()) {
            return value;
        }
        String step = way.getFirst();
        List<String> rest = way.subList(1, way.size());
        String there = where.isEmpty() ? step : where + "." + step;
        if (isObject(json)) {
            Map<String, String> members = RawJson.members(json);
            String member = members.get(step);
            if (member == null && value == null) {
                return json;
            }
            put(members, step, set(member == null ? "{}" : member, rest, value, there));
            return RawJson.object(members);
        }
        if (isArray(json)) {
            List<String> elements = new ArrayList<>(RawJson.elements(json));
            int index = index(step);
            boolean isThere = index >= 0 && index < elements.size();
            if (!isThere && (index != elements.size() || value == null)) {
                throw new BadFieldException(there, "no such element (the array has " + elements.size() + ")");
            }
            String changed = set(isThere ? elements.get(index) : "{}", rest, value, there);
            if (isThere) {
                elements.remove(index);
            }
            if (changed != null) {
                elements.add(index, changed);
            }
            return RawJson.array(elements);
        }
        throw new BadFieldException(there, "what it is in is neither an object nor an array");
    }

    private static void put(Map<String, String> members, String name, @Nullable String value) {
        if (value == null) {
            members.remove(name);
        } else {
            members.put(name, value);
        }
    }

    private static int index(String step) {
        return step.matches("\\d{1,9}") ? Integer.parseInt(step) : -1;
    }

    static boolean isObject(String json) {
        return json.stripLeading().startsWith("{");
    }

    static boolean isArray(String json) {
        return json.stripLeading().startsWith("[");
    }
}

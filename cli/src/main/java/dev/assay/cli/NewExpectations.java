package dev.assay.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.producer.Expectations;
import dev.assay.schemas.Expectation;
import dev.assay.schemas.Expecting;
import dev.assay.schemas.Result;
import dev.assay.schemas.ScorerUse;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** How the jobs of a run are to be judged now: another scorer for all of them, or a file that says it. */
sealed interface NewExpectations {
    /** What the job's answer is judged by; empty where nothing is said of it, and it keeps its own. */
    Optional<Expectation> of(Result result);

    /** In words for people. */
    String description();

    /** SHA-256 in hexadecimal over everything that it says. */
    String hash();

    /** Another scorer, which keeps the targets of each job: those of the first of its scorers that has some. */
    record OfScorer(String scorer, Map<String, String> options) implements NewExpectations {
        @Override
        public Optional<Expectation> of(Result result) {
            List<String> targets = result.getExpectation().getScorers().stream()
                    .map(ScorerUse::getTargets)
                    .filter(some -> !some.isEmpty())
                    .findFirst()
                    .orElse(List.of());
            return Optional.of(Expecting.of(Expecting.use(scorer, targets, options, 1)));
        }

        @Override
        public String description() {
            return scorer + (options.isEmpty() ? "" : " " + new TreeMap<>(options)) + ", each job's own targets";
        }

        @Override
        public String hash() {
            return sha256(description());
        }
    }

    /** One expectation for all jobs. */
    record OfAll(Expectation expectation, String description, String hash) implements NewExpectations {
        @Override
        public Optional<Expectation> of(Result result) {
            return Optional.of(expectation);
        }
    }

    /** A file's expectations, by the id of the job or of its sample. */
    record ById(Map<String, Expectation> byId, String description, String hash) implements NewExpectations {
        @Override
        public Optional<Expectation> of(Result result) {
            Expectation found = byId.get(result.getJobId());
            String sample = result.getExpectation().getSample();
            return Optional.ofNullable(found == null && sample != null ? byId.get(sample) : found);
        }
    }

    /**
     * Reads a file: lines with an {@code id} and the job's expectation, as job files have them, or one object without an
     * id that holds for all. All of it is kept in memory, some 500 bytes a line.
     */
    static NewExpectations file(Path file) {
        JsonMapper mapper = JsonMapper.builder().build();
        Map<String, Expectation> byId = new HashMap<>();
        MessageDigest digest = digest();
        long number = 0;
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            Optional<Expectation> all = Optional.empty();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                if (line.isBlank()) {
                    continue;
                }
                digest.update((line.strip() + "\n").getBytes(StandardCharsets.UTF_8));
                if (!(mapper.readTree(line) instanceof ObjectNode object)) {
                    throw new IllegalArgumentException("no JSON object (expected: one with id and expectation)");
                }
                JsonNode id = object.remove("id");
                JsonNode full = object.get("expectation");
                Expectation expectation = Expectations.parse(full == null ? object.toString() : full.toString());
                if (all.isPresent() || (id == null && !byId.isEmpty())) {
                    throw new IllegalArgumentException("no id (expected: one on every line, or one line without)");
                }
                if (id == null) {
                    all = Optional.of(expectation);
                } else if (byId.put(id.asText(), expectation) != null) {
                    throw new IllegalArgumentException("id '" + id.asText() + "' was said before");
                }
            }
            String hash = HexFormat.of().formatHex(digest.digest());
            String name = String.valueOf(file.getFileName());
            if (all.isEmpty() && byId.isEmpty()) {
                throw new IllegalArgumentException("empty (expected: at least one expectation)");
            }
            return all.isPresent()
                    ? new OfAll(all.get(), "one for all from " + name, hash)
                    : new ById(byId, byId.size() + " from " + name, hash);
        } catch (JsonProcessingException e) {
            throw bad(file, number, "no JSON: " + e.getOriginalMessage(), e);
        } catch (IllegalArgumentException e) {
            throw bad(file, number, String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw new Trouble(ExitCode.BAD_INPUT, file + ": cannot be read: " + e.getMessage(), "", e);
        }
    }

    private static Trouble bad(Path file, long line, String reason, Exception cause) {
        return new Trouble(ExitCode.BAD_INPUT, file + ":" + line + ": " + reason, "", cause);
    }

    private static String sha256(String text) {
        return HexFormat.of().formatHex(digest().digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}

package dev.assay.worker.route;

import static java.util.Objects.requireNonNull;

import dev.assay.schemas.Attempt;
import dev.assay.schemas.EliminatedCandidate;
import dev.assay.schemas.FailureKind;
import dev.assay.worker.call.Candidate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The candidates of a route as one job stands with each: who may be asked, in which order, and who is out and why. */
final class Lines {
    private final List<Line> lines = new ArrayList<>();
    private @Nullable String preferredProvider;
    private @Nullable FailureKind fallbackReason;

    Lines(Route route, Demand demand) {
        for (Candidate candidate : route.candidates()) {
            Line line = new Line(candidate, lines.size());
            Suitability.misfit(candidate, demand).ifPresent(misfit -> putOut(line, misfit.kind(), misfit.words()));
            lines.add(line);
        }
    }

    Line of(Candidate candidate) {
        return lines.stream()
                .filter(line -> line.candidate.equals(candidate))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("not of this route: " + candidate));
    }

    /** Takes up an attempt that was made before the job was parked. */
    void resume(Attempt attempt) {
        for (Line line : lines) {
            if (line.toString().equals(attempt.getProvider() + "/" + attempt.getRequestModel())) {
                line.attempts++;
                if (line.index == 0 && attempt.getFailureKind() != null) {
                    note(attempt.getFailureKind());
                }
            }
        }
    }

    /** Takes up that a candidate was out before the job was parked. */
    void resume(EliminatedCandidate gone) {
        for (Line line : lines) {
            if (line.toString().equals(gone.getCandidate()) && line.isUsable()) {
                line.out = gone.getReason();
            }
        }
    }

    /** Those that may be asked, in their order; of a preferred provider, its others come right after the first. */
    List<Line> usable() {
        List<Line> usable =
                new ArrayList<>(lines.stream().filter(Line::isUsable).toList());
        String preferred = preferredProvider;
        if (preferred != null) {
            usable.sort(Comparator.comparing((Line line) -> line.index != 0)
                    .thenComparing(line -> !line.candidate.provider().equals(preferred))
                    .thenComparingInt(line -> line.index));
        }
        return usable;
    }

    void prefer(String provider) {
        preferredProvider = provider;
    }

    boolean hasUsableBeside(Line line) {
        return lines.stream().anyMatch(other -> other != line && other.isUsable());
    }

    boolean hasCheaper() {
        return lines.stream().anyMatch(line -> line.isUsable() && line.candidate.isCheaper());
    }

    /** The lines that share a line's account, itself included. */
    List<Line> ofAccountOf(Line line) {
        return lines.stream()
                .filter(other -> other.candidate.account().equals(line.candidate.account()))
                .toList();
    }

    void putOut(Line line, FailureKind kind, String words) {
        line.out = kind + ": " + words;
        if (line.index == 0) {
            note(kind);
        }
    }

    /** Puts out whoever is not known to read longer requests than this one. */
    void putOutShorterThan(Line line, FailureKind kind) {
        for (Line shorter : lines) {
            if (shorter.isUsable() && !Suitability.readsMore(shorter.candidate, line.candidate)) {
                putOut(shorter, kind, "its context is not known to be longer");
            }
        }
    }

    /** Notes why the first candidate does not answer; the first reason holds. */
    void note(FailureKind kind) {
        if (fallbackReason == null) {
            fallbackReason = kind;
        }
    }

    Optional<FailureKind> fallbackReason() {
        return Optional.ofNullable(fallbackReason);
    }

    int retries() {
        return lines.stream().mapToInt(line -> Math.max(line.attempts - 1, 0)).sum();
    }

    List<EliminatedCandidate> eliminated() {
        return lines.stream()
                .filter(line -> line.out != null)
                .map(line -> eliminated(line, requireNonNull(line.out)))
                .toList();
    }

    List<EliminatedCandidate> passedOver(Optional<Candidate> chosen) {
        List<EliminatedCandidate> passed = new ArrayList<>();
        for (Line line : lines) {
            if (chosen.isPresent() && line.candidate.equals(chosen.get())) {
                continue;
            }
            if (line.out != null) {
                passed.add(eliminated(line, line.out));
            } else if (line.closed != null) {
                passed.add(eliminated(line, line.closed.kind() + ": " + line.closed.words()));
            }
        }
        return passed;
    }

    /** Who is out, and why, in words. */
    @Override
    public String toString() {
        return eliminated().stream()
                .map(out -> out.getCandidate() + " " + out.getReason())
                .collect(Collectors.joining("; "));
    }

    private static EliminatedCandidate eliminated(Line line, String reason) {
        return EliminatedCandidate.newBuilder()
                .setCandidate(line.toString())
                .setReason(reason)
                .build();
    }
}

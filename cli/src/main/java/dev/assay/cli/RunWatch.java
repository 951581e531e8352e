package dev.assay.cli;

import dev.assay.cli.read.RunReader;
import dev.assay.cli.read.RunView;
import dev.assay.cli.terminal.LiveBlock;
import dev.assay.cli.terminal.Screen;
import dev.assay.cli.terminal.Style;
import dev.assay.cli.view.Pace;
import dev.assay.cli.view.RunFrame;
import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Follows a run until it is over: a block redrawn in place on a terminal, a plain line now and then elsewhere. */
final class RunWatch {
    private static final Duration FRAME = Duration.ofMillis(250);
    private static final Duration PLAIN_LINE = Duration.ofSeconds(2);
    private static final Duration PACE_WINDOW = Duration.ofSeconds(5);

    private final Screen screen;
    private final Clock clock;
    private final boolean isAnswer;

    /** How the following ended. */
    sealed interface End {
        RunView last();

        record Over(RunView last) implements End {}

        record TimedOut(RunView last) implements End {}
    }

    /** Sees the run as it goes on. */
    @FunctionalInterface
    interface Listener {
        /** The run has changed. */
        void see(RunView run);

        /** What is to be said meanwhile; asked for with every frame. */
        default List<String> remarks() {
            return List.of();
        }
    }

    private RunWatch(Screen screen, Clock clock, boolean isAnswer) {
        this.screen = screen;
        this.clock = clock;
        this.isAnswer = isAnswer;
    }

    /** Beside the answer, on standard error. */
    static RunWatch aside(Screen screen, Clock clock) {
        return new RunWatch(screen, clock, false);
    }

    /** As part of the answer. */
    static RunWatch asAnswer(Screen screen, Clock clock) {
        return new RunWatch(screen, clock, true);
    }

    /** @param timeout how long to follow at most; null for as long as it takes */
    End follow(KafkaClients clients, String runId, @Nullable Duration timeout, Listener listener) {
        long start = clock.nanos();
        Pace pace = new Pace(PACE_WINDOW);
        try (RunReader reader = RunReader.of(clients, runId);
                LiveBlock block = isAnswer ? screen.liveBlock() : screen.noteBlock()) {
            reader.refresh();
            RunView last = new RunView(runId, null, null, null);
            long lineAt = start;
            while (true) {
                RunView run = reader.run(runId).orElse(last);
                pace.add(clock.nanos(), run.finished());
                if (!run.equals(last)) {
                    listener.see(run);
                    last = run;
                }
                if (run.state() == RunView.State.OVER) {
                    block.clear();
                    return new End.Over(run);
                }
                if (timeout != null && clock.nanos() - start > timeout.toNanos()) {
                    block.clear();
                    return new End.TimedOut(run);
                }
                List<String> frame = RunFrame.lines(run, pace, style(), screen.columns());
                listener.remarks().forEach(remark -> remark(block, remark, frame));
                block.draw(frame);
                if (!block.isShown() && clock.nanos() - lineAt >= PLAIN_LINE.toNanos()) {
                    line(RunFrame.line(run, pace));
                    lineAt = clock.nanos();
                }
                long frameStart = clock.nanos();
                for (long left = FRAME.toNanos(); left > 0; left = FRAME.toNanos() - (clock.nanos() - frameStart)) {
                    reader.await(Duration.ofNanos(left));
                }
            }
        }
    }

    private void remark(LiveBlock block, String remark, List<String> frame) {
        if (block.isShown()) {
            block.above(remark, frame);
        } else {
            line(remark);
        }
    }

    private void line(String line) {
        if (isAnswer) {
            screen.say(line);
        } else {
            screen.note(line);
        }
    }

    private Style style() {
        return isAnswer ? screen.style() : screen.noteStyle();
    }
}

package dev.assay.worker.call;

import dev.assay.budget.client.Answer;
import dev.assay.budget.client.Budgets;
import dev.assay.budget.client.Grant;
import dev.assay.budget.client.Wish;
import dev.assay.budget.ledger.BudgetView;
import dev.assay.budget.ledger.LimitView;
import dev.assay.runtime.Clock;
import dev.assay.schemas.Amounts;
import dev.assay.schemas.BudgetLimit;
import dev.assay.schemas.BudgetMeasure;
import dev.assay.schemas.BudgetWindow;
import dev.assay.schemas.LedgerRefusal;
import dev.assay.schemas.Throttled;
import dev.assay.worker.spend.Spent;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** Budgets that answer as a test tells them to, granting where it does not, and write down what becomes of grants. */
final class ScriptedBudgets implements Budgets {
    /** How a grant ended. */
    record End(String budget, Amounts used, boolean isUncertain) {}

    final List<Wish> wishes = Collections.synchronizedList(new ArrayList<>());
    final List<End> settled = Collections.synchronizedList(new ArrayList<>());
    final List<String> cancelled = Collections.synchronizedList(new ArrayList<>());
    final Map<String, Throttled> throttled = new HashMap<>();
    private final Map<String, Deque<Answer>> answers = new HashMap<>();
    private final Map<String, BudgetView> views = new HashMap<>();
    private final List<String> limited = new ArrayList<>();
    private int late;
    private int lapsing;
    Duration takes = Duration.ZERO;

    void limit(String budget) {
        limited.add(budget);
    }

    void answer(String budget, Answer answer) {
        answers.computeIfAbsent(budget, key -> new ArrayDeque<>()).add(answer);
    }

    void refuse(String budget, LedgerRefusal reason, String limit, Duration retryAfter) {
        answer(budget, new Answer.Refused(budget, reason, limit, retryAfter));
    }

    /** The next so many grants come too late. */
    void grantLate(int grants) {
        late = grants;
    }

    /** A quota of tokens a day, with the ledger's limit at a fifth more. */
    void quota(String budget, long tokens, long used) {
        limit(budget);
        BudgetLimit limit = BudgetLimit.newBuilder()
                .setMeasure(BudgetMeasure.TOKENS)
                .setWindow(BudgetWindow.DAY)
                .setAmount(tokens * 120 / 100)
                .build();
        views.put(
                budget,
                new BudgetView(
                        budget,
                        null,
                        List.of(new LimitView(limit, 0, used)),
                        0,
                        0,
                        null,
                        1,
                        Spent.NOTHING,
                        Spent.NOTHING,
                        Spent.NOTHING,
                        Spent.NOTHING));
    }

    /** The next so many grants are good when they come, and over when they are asked about again. */
    void lapse(int grants) {
        lapsing = grants;
    }

    @Override
    public boolean isLimited(String budget) {
        return limited.contains(budget);
    }

    @Override
    public Answer reserve(Wish wish) throws InterruptedException {
        wishes.add(wish);
        Clock.system().pause(takes);
        Deque<Answer> scripted = answers.getOrDefault(wish.budget(), new ArrayDeque<>());
        return scripted.isEmpty()
                ? new Answer.Granted(new Recorded(wish, late-- > 0, lapsing-- > 0))
                : scripted.remove();
    }

    @Override
    public void throttled(String budget, Throttled event) {
        throttled.put(budget, event);
    }

    @Override
    public Optional<BudgetView> view(String budget) {
        return Optional.ofNullable(views.get(budget));
    }

    @Override
    public void close() {}

    private final class Recorded implements Grant {
        private final Wish wish;
        private final boolean late;
        private final boolean lapses;
        private int looks;
        private final AtomicBoolean ended = new AtomicBoolean();

        Recorded(Wish wish, boolean late, boolean lapses) {
            this.wish = wish;
            this.late = late;
            this.lapses = lapses;
        }

        @Override
        public Amounts amounts() {
            return wish.amounts();
        }

        @Override
        public boolean isLate() {
            return late || (lapses && looks++ > 0);
        }

        @Override
        public void settle(Amounts used, boolean uncertain) {
            if (ended.compareAndSet(false, true)) {
                settled.add(new End(wish.budget(), used, uncertain));
            }
        }

        @Override
        public void cancel() {
            if (ended.compareAndSet(false, true)) {
                cancelled.add(wish.budget());
            }
        }
    }
}

package dev.assay.worker.simulation;

import dev.assay.worker.call.Candidate;
import dev.assay.worker.call.Reply;
import dev.assay.worker.route.Demand;
import dev.assay.worker.route.Route;
import dev.assay.worker.route.RoutePlan;
import dev.assay.worker.route.Step;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** How a job goes on after each thing that happens to it. */
interface Conduct {
    Step next(long now, Duration left, Duration entryLeft);

    void replied(Candidate candidate, Reply reply, long now);

    /** The conduct of the same job when it comes back from parking. */
    Conduct resumed();

    /** As the worker's own plan says. */
    static Conduct planned(Route route, Random random) {
        return new Planned(route, new RoutePlan(route, Demand.plain(), random), random);
    }

    /** See {@link RoutePlan}; the evidence of the attempts so far goes along into a parking. */
    record Planned(Route route, RoutePlan plan, Random random, List<Reply> replies) implements Conduct {
        Planned(Route route, RoutePlan plan, Random random) {
            this(route, plan, random, new java.util.ArrayList<>());
        }

        @Override
        public Step next(long now, Duration left, Duration entryLeft) {
            return plan.next(now, left, entryLeft);
        }

        @Override
        public void replied(Candidate candidate, Reply reply, long now) {
            replies.add(reply);
            plan.replied(candidate, reply, now);
        }

        @Override
        public Conduct resumed() {
            RoutePlan again = new RoutePlan(route, Demand.plain(), random);
            again.resume(
                    replies.stream().flatMap(reply -> reply.attempts().stream()).toList(), plan.eliminated());
            return new Planned(route, again, random, replies);
        }
    }
}

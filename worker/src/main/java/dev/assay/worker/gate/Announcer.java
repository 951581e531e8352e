package dev.assay.worker.gate;

import dev.assay.schemas.AccountBlock;
import dev.assay.schemas.AccountUnblock;
import dev.assay.schemas.GateClosed;

/** Who tells the fleet what this worker found out. It is called in the order of the findings and must not block. */
public interface Announcer {
    /** An account is blocked, or its next probe is taken and moved. */
    void blocked(AccountBlock block);

    void unblocked(AccountUnblock unblock);

    /** A gate is closed, or closed for longer than was known. */
    void closed(GateClosed gate);
}

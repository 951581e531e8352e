package dev.assay.schemas.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class NamesTest {
    @Test
    void goodNamesAreGivenBack() {
        for (String name : List.of("a", "0", "prompt-lab", "run_2026.03.01-a", "A.b-C_9", "x".repeat(100))) {
            assertThat(Names.isName(name)).as(name).isTrue();
            assertThat(Names.require("lane", name)).isEqualTo(name);
        }
    }

    @Test
    void badNamesAreNamedWithWhatIsAllowed() {
        for (String name : List.of(
                "",
                " ",
                ".",
                "..",
                "-a",
                "_a",
                ".a",
                "a/b",
                "a b",
                "a\n",
                "\na",
                "ü",
                "a\u0000",
                "a:b",
                "名",
                "x".repeat(101))) {
            assertThat(Names.isName(name)).as(name).isFalse();
            assertThatThrownBy(() -> Names.require("lane", name))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("lane: '" + name
                            + "' (expected: 1 to 100 letters, digits, '.', '_' or '-', the first a letter or digit)");
        }
    }
}

package dev.assay.dashboards;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.assay.scorer.ScorerMeters;
import dev.assay.worker.meters.BreakerMeters;
import dev.assay.worker.meters.BudgetMeters;
import dev.assay.worker.meters.GateMeters;
import dev.assay.worker.meters.WorkerMeters;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A query over a metric that nobody exposes draws an empty panel, and an alert over it never fires. */
class DashboardsTest {
    private static final Pattern METRIC = Pattern.compile("\\b(?:assay|gen_ai_client)_[a-z_]+");
    private static final List<String> SUFFIXES =
            List.of("_seconds_bucket", "_seconds_count", "_seconds_sum", "_token_sum", "_token_count", "_total", "");

    @Test
    void everyMetricInPanelsIsOneThatAServiceRegisters() throws IOException {
        int checked = 0;
        for (Path file : dashboards()) {
            for (String expression : expressions(file)) {
                assertThat(unknownIn(expression)).as(file + ": " + expression).isEmpty();
                checked++;
            }
        }
        assertThat(checked).isGreaterThan(20);
    }

    @Test
    void everyMetricInAlertsIsOneThatAServiceRegisters() throws IOException {
        String rules = Files.readString(Path.of("prometheus/rules.yml"));
        assertThat(METRIC.matcher(rules).results().count()).isGreaterThan(5);
        assertThat(unknownIn(rules)).isEmpty();
    }

    @Test
    void everyPanelSaysWhatItShowsAndWhatToDo() throws IOException {
        for (Path file : dashboards()) {
            JsonNode dashboard = new JsonMapper().readTree(Files.readString(file));
            assertThat(dashboard.path("uid").asText()).as(file + ": uid").startsWith("assay-");
            assertThat(dashboard.path("editable").asBoolean(true))
                    .as(file + ": editable")
                    .isFalse();
            assertThat(dashboard.path("schemaVersion").asInt())
                    .as(file + ": schemaVersion")
                    .isGreaterThanOrEqualTo(39);
            assertThat(dashboard.path("panels")).as(file + ": panels").hasSizeGreaterThan(5);
            for (JsonNode panel : dashboard.path("panels")) {
                String where = file + ": " + panel.path("title").asText();
                assertThat(panel.path("title").asText()).as(where).isNotBlank();
                assertThat(panel.path("description").asText()).as(where).hasSizeGreaterThan(40);
                assertThat(panel.at("/fieldConfig/defaults/unit").asText())
                        .as(where)
                        .isNotBlank();
                assertThat(panel.at("/datasource/uid").asText()).as(where).isEqualTo("${datasource}");
                for (JsonNode target : panel.path("targets")) {
                    String expression = target.path("expr").asText();
                    if (expression.contains("rate(")) {
                        assertThat(expression).as(where).contains("[$__rate_interval]");
                    }
                }
            }
        }
    }

    private static List<Path> dashboards() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("grafana"))) {
            List<Path> found = files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
            assertThat(found).hasSizeGreaterThanOrEqualTo(2);
            return found;
        }
    }

    private static List<String> expressions(Path file) throws IOException {
        List<String> expressions = new ArrayList<>();
        JsonNode dashboard = new JsonMapper().readTree(Files.readString(file));
        for (JsonNode panel : dashboard.path("panels")) {
            for (JsonNode target : panel.path("targets")) {
                expressions.add(target.path("expr").asText());
            }
        }
        for (JsonNode variable : dashboard.at("/templating/list")) {
            expressions.add(variable.at("/query/query").asText());
        }
        return expressions;
    }

    private static Set<String> unknownIn(String expression) {
        Set<String> unknown = new TreeSet<>();
        Set<String> registered = registered();
        Matcher names = METRIC.matcher(expression);
        while (names.find()) {
            String name = names.group();
            boolean known = SUFFIXES.stream()
                    .anyMatch(suffix -> name.endsWith(suffix)
                            && registered.contains(name.substring(0, name.length() - suffix.length())));
            if (!known) {
                unknown.add(name);
            }
        }
        return unknown;
    }

    /** The names in the services' lists of meters, in Prometheus' spelling and without unit and type. */
    private static Set<String> registered() {
        Set<String> names = new TreeSet<>();
        for (Class<?> list : List.of(
                WorkerMeters.class, BreakerMeters.class, GateMeters.class, BudgetMeters.class, ScorerMeters.class)) {
            for (Field field : list.getFields()) {
                if (Modifier.isStatic(field.getModifiers()) && field.getType() == String.class) {
                    names.add(valueOf(field).replace('.', '_'));
                }
            }
        }
        return names;
    }

    private static String valueOf(Field field) {
        try {
            return (String) field.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(field.getName(), e);
        }
    }
}

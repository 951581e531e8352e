package dev.assay.producer;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * Everything besides the input's content that shapes the jobs of a run, by name.
 *
 * @param byName values by the names that people know from options
 */
record RunSettings(Map<String, String> byName) {
    RunSettings {
        byName = new TreeMap<>(byName);
    }

    static RunSettings of(JobSettings jobs, JobInput input, String format) {
        Map<String, String> all = new TreeMap<>(jobs.byName());
        all.put("format", format);
        switch (input) {
            case JobInput.OfFile file -> all.putAll(file.options().byName());
            case JobInput.OfStream stream -> all.putAll(stream.options().byName());
            case JobInput.OfRecords records -> {
                // A program's jobs say everything themselves.
            }
        }
        return new RunSettings(all);
    }

    /** SHA-256 in hexadecimal. */
    String hash() {
        MessageDigest digest = Fingerprint.sha256();
        byName.forEach((name, value) -> {
            digest.update((name + "=" + value.length() + ":" + value + "\n").getBytes(StandardCharsets.UTF_8));
        });
        return HexFormat.of().formatHex(digest.digest());
    }
}

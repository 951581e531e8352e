package dev.assay.worker.call;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A certificate of this machine's loopback address that nobody but a test trusts.
 *
 * @param keyStore PKCS12 file of certificate and key
 * @param pem the certificate alone
 */
record TestCertificate(Path keyStore, Path pem) {
    static final String PASSWORD = "changeit";

    static TestCertificate make(Path directory) throws IOException, InterruptedException, GeneralSecurityException {
        Path keyStore = directory.resolve("simulator.p12");
        Path log = directory.resolve("keytool.log");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "simulator",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=simulator",
                        "-ext",
                        "san=ip:127.0.0.1,dns:localhost",
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        keyStore.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
            keytool.destroyForcibly();
            throw new IllegalStateException("keytool: " + Files.readString(log));
        }
        byte[] der = load(keyStore).getCertificate("simulator").getEncoded();
        Path pem = directory.resolve("simulator.pem");
        Files.writeString(
                pem,
                "-----BEGIN CERTIFICATE-----\n"
                        + Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                                .encodeToString(der)
                        + "\n-----END CERTIFICATE-----\n");
        return new TestCertificate(keyStore, pem);
    }

    /** For a server. */
    SSLContext context() throws IOException, GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(load(keyStore), PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    private static KeyStore load(Path file) throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, PASSWORD.toCharArray());
            return store;
        }
    }
}

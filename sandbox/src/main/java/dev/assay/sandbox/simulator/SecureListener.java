package dev.assay.sandbox.simulator;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** Opens a port that speaks TLS. */
final class SecureListener {
    private static final int BACKLOG = 1_024;

    private SecureListener() {}

    /**
     * Opens it.
     *
     * @param port 0 for a free one
     * @throws IllegalArgumentException naming the key store that cannot be used
     */
    static ServerSocket open(SimulatorSettings.Tls tls, InetAddress host, int port) throws IOException {
        SSLContext context;
        try (InputStream in = Files.newInputStream(tls.keyStore())) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, tls.password().toCharArray());
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, tls.password().toCharArray());
            context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    "tls.keyStore: " + tls.keyStore() + ": " + e.getMessage() + " (expected: a PKCS12 file)", e);
        }
        return context.getServerSocketFactory().createServerSocket(port, BACKLOG, host);
    }
}

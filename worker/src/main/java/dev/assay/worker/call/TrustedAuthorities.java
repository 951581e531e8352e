package dev.assay.worker.call;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/** The certificate authorities of one PEM file, in the place of those that Java trusts. */
record TrustedAuthorities(SSLSocketFactory sockets, X509TrustManager manager) {
    /**
     * Reads them.
     *
     * @throws IllegalArgumentException naming the file and what is wrong with it
     */
    static TrustedAuthorities read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            Collection<? extends Certificate> certificates =
                    CertificateFactory.getInstance("X.509").generateCertificates(in);
            if (certificates.isEmpty()) {
                throw new IllegalArgumentException(
                        "trustStore: " + file + " holds no certificate (expected: a PEM file of certificates)");
            }
            return of(certificates);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "trustStore: " + file + " cannot be read (expected: a PEM file of certificates)", e);
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    "trustStore: " + file + ": " + e.getMessage() + " (expected: a PEM file of certificates)", e);
        }
    }

    private static TrustedAuthorities of(Collection<? extends Certificate> certificates)
            throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        int number = 0;
        for (Certificate certificate : certificates) {
            store.setCertificateEntry("authority-" + number++, certificate);
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        for (TrustManager manager : factory.getTrustManagers()) {
            if (manager instanceof X509TrustManager x509) {
                SSLContext context = SSLContext.getInstance("TLS");
                context.init(null, new TrustManager[] {x509}, null);
                return new TrustedAuthorities(context.getSocketFactory(), x509);
            }
        }
        throw new GeneralSecurityException("no trust manager for X.509");
    }
}

package io.manta.provider.kubernetes.access;

import io.manta.spi.model.ProblemException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** TLS with an authority and a certificate of one's own, both given as PEM text. */
final class Tls {
    /** A client's certificate, and its key. */
    record Identity(String certificate, String key) {}

    private Tls() {}

    static SSLContext context(Optional<String> authority, Optional<Identity> identity, boolean trustAnyone)
            throws ProblemException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    identity.isPresent() ? keys(identity.get()) : new KeyManager[0],
                    trustAnyone
                            ? new TrustManager[] {new Anyone()}
                            : authority.isPresent() ? trust(authority.get()) : null,
                    null);
            return context;
        } catch (GeneralSecurityException | IOException | IllegalArgumentException e) {
            throw AccessProblems.badKey("TLS", e);
        }
    }

    private static KeyManager[] keys(Identity identity) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        var chain = certificates(identity.certificate()).toArray(new Certificate[0]);
        store.setKeyEntry("client", PrivateKeys.read(identity.key()), new char[0], chain);
        var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, new char[0]);
        return factory.getKeyManagers();
    }

    private static TrustManager[] trust(String authority) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        int number = 0;
        for (Certificate certificate : certificates(authority)) {
            store.setCertificateEntry("ca" + number++, certificate);
        }
        var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    private static java.util.Collection<? extends Certificate> certificates(String pem)
            throws GeneralSecurityException {
        return CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8)));
    }

    /** For {@code insecure-skip-tls-verify}; extended, so that host names are not compared either. */
    private static final class Anyone extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, @Nullable Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, @Nullable Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, @Nullable SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, @Nullable SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}

package io.manta.provider.kubernetes.access;

import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Private keys as PEM text in the three forms kubeconfig files hold; Java reads only one of them. */
final class PrivateKeys {
    private static final Pattern PEM =
            Pattern.compile("-----BEGIN (RSA PRIVATE KEY|EC PRIVATE KEY|PRIVATE KEY)-----([A-Za-z0-9+/=\\s]+)-----END");

    private static final byte[] RSA = {
        0x30, 0x0d, 0x06, 0x09, 0x2a, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xf7, 0x0d, 1, 1, 1, 5, 0
    };
    private static final byte[] EC = {0x06, 0x07, 0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 0x02, 0x01};
    private static final int SEQUENCE = 0x30;
    private static final int OCTETS = 0x04;
    private static final int OBJECT_ID = 0x06;
    private static final int PARAMETERS = 0xa0;

    private PrivateKeys() {}

    static PrivateKey read(String pem) throws GeneralSecurityException {
        Matcher found = PEM.matcher(pem);
        if (!found.find()) {
            throw new GeneralSecurityException("not a private key in PEM form, or one that needs a password");
        }
        byte[] der = Base64.getMimeDecoder().decode(found.group(2).strip());
        byte[] wrapped = switch (found.group(1)) {
            case "RSA PRIVATE KEY" -> wrapped(RSA, der);
            case "EC PRIVATE KEY" -> wrapped(tagged(SEQUENCE, join(EC, curve(der))), der);
            default -> der;
        };
        GeneralSecurityException last = new GeneralSecurityException("no key");
        for (String algorithm : new String[] {"RSA", "EC", "Ed25519"}) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(wrapped));
            } catch (GeneralSecurityException e) {
                last = e;
            }
        }
        throw last;
    }

    /** PKCS #8: a version, the algorithm, and the key as it was. */
    private static byte[] wrapped(byte[] algorithm, byte[] key) {
        return tagged(SEQUENCE, join(new byte[] {2, 1, 0}, algorithm, tagged(OCTETS, key)));
    }

    /** The name of the curve, which stands behind the number in a key of its own form. */
    private static byte[] curve(byte[] der) throws GeneralSecurityException {
        for (int at = 0; at + 3 < der.length; at++) {
            if ((der[at] & 0xff) == PARAMETERS && der[at + 2] == OBJECT_ID && der[at + 1] == der[at + 3] + 2) {
                return Arrays.copyOfRange(der, at + 2, at + 4 + der[at + 3]);
            }
        }
        throw new GeneralSecurityException("the key does not name its curve");
    }

    private static byte[] tagged(int tag, byte[] content) {
        var out = new ByteArrayOutputStream();
        out.write(tag);
        if (content.length < 128) {
            out.write(content.length);
        } else if (content.length < 256) {
            out.write(0x81);
            out.write(content.length);
        } else {
            out.write(0x82);
            out.write(content.length >> 8);
            out.write(content.length & 0xff);
        }
        out.writeBytes(content);
        return out.toByteArray();
    }

    private static byte[] join(byte[]... parts) {
        var out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }
}

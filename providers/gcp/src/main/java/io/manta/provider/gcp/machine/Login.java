package io.manta.provider.gcp.machine;

import io.manta.provider.gcp.ground.Foundation;
import io.manta.provider.gcp.setting.GcpSettings;
import java.util.LinkedHashMap;
import java.util.Map;

/** Who a machine lets in, as its metadata says it. */
public final class Login {
    private Login() {}

    /**
     * @param others keys that the user put there
     */
    public static Map<String, String> metadata(GcpSettings settings, Foundation foundation, String others) {
        var items = new LinkedHashMap<String, String>();
        if (!foundation.login().isEmpty()) {
            items.put("enable-oslogin", "TRUE");
            return items;
        }
        String own = settings.auth().sshUser().orElse("ubuntu") + ":" + foundation.key();
        items.put("ssh-keys", others.isEmpty() ? own : others.strip() + "\n" + own);
        items.put("block-project-ssh-keys", "TRUE");
        items.put("enable-oslogin", "FALSE");
        return items;
    }
}

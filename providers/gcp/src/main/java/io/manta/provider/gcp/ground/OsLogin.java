package io.manta.provider.gcp.ground;

import io.manta.provider.gcp.api.Doc;
import io.manta.provider.gcp.api.GcpProblems;
import io.manta.provider.gcp.api.Reply;
import io.manta.provider.gcp.api.Request;
import io.manta.provider.gcp.api.Rest;
import io.manta.provider.gcp.api.Service;
import io.manta.provider.gcp.setting.GcpSettings;
import io.manta.provider.gcp.setting.Owned;
import io.manta.spi.provider.ProviderException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Lets the cluster's key in where machines ask OS Login instead of their metadata. The key goes into the caller's own login
 * profile, with the cluster's mark as its comment, so that it is found again without any file.
 */
public final class OsLogin {
    private final GcpSettings settings;
    private final Rest rest;
    private final Owned owned;
    private final Path state;

    /** @param state the cluster's directory */
    public OsLogin(GcpSettings settings, Rest rest, Owned owned, Path state) {
        this.state = state;
        this.settings = settings;
        this.rest = rest;
        this.owned = owned;
    }

    /** Whether machines have it: the configuration says so, or says nothing and the project has it on. */
    public boolean isOn() throws ProviderException, InterruptedException {
        return settings.osLogin().isPresent() ? settings.osLogin().get() : isOnInProject();
    }

    public boolean isOnInProject() throws ProviderException, InterruptedException {
        Doc project = rest.ask(
                "look at the metadata of project " + rest.project(),
                Request.get(Service.COMPUTE, "projects/" + rest.project()));
        return project.doc("commonInstanceMetadata").docs("items").stream()
                .anyMatch(item -> item.text("key").equals("enable-oslogin") && item.flag("value"));
    }

    /** The user brings a key that OS Login knows, and the name that goes with it. */
    public boolean isUsers() {
        return settings.auth().sshPrivateKey().isPresent()
                && settings.auth().sshUser().isPresent();
    }

    /** Whose login profile it is. */
    public String caller() throws ProviderException, InterruptedException {
        Optional<String> account = rest.identity().account();
        if (account.isPresent()) {
            return account.get();
        }
        Reply reply = rest.ask("ask who we are", Request.get(Service.USER_INFO, "userinfo"), Set.of(400, 401, 403));
        if (!reply.body().has("email")) {
            throw GcpProblems.nameless(rest.identity().source());
        }
        return reply.body().text("email");
    }

    private static String path(String email) {
        return "users/" + email;
    }

    /**
     * Lets a key in; the same one again changes nothing.
     *
     * @param line as in {@code authorized_keys}
     * @return the user to log in as
     */
    public String admit(String line) throws ProviderException, InterruptedException {
        String[] words = line.split(" ", 3);
        String marked = words[0] + " " + words[1] + " " + owned.mark();
        Doc profile = rest.ask(
                        "let the cluster's key in by OS Login",
                        Request.post(Service.OS_LOGIN, path(caller()) + ":importSshPublicKey", Map.of("key", marked))
                                .with("projectId", rest.project()))
                .doc("loginProfile");
        List<Doc> accounts = profile.docs("posixAccounts");
        return accounts.stream()
                .filter(account -> account.flag("primary"))
                .findFirst()
                .or(() -> accounts.stream().findFirst())
                .map(account -> account.text("username"))
                .orElseThrow(() -> GcpProblems.nameless(rest.identity().source()));
    }

    /** Fingerprints of this cluster's keys in the caller's profile; none where it cannot be seen. */
    public List<String> keys() throws ProviderException, InterruptedException {
        if (isUsers() || !mayHaveAdmitted()) {
            return List.of();
        }
        Reply reply = rest.ask(
                "look for the cluster's key in OS Login",
                Request.get(Service.OS_LOGIN, path(caller()) + "/loginProfile").with("projectId", rest.project()),
                Set.of(403, 404));
        var ours = new ArrayList<String>();
        Doc keys = reply.body().doc("sshPublicKeys");
        for (String fingerprint : keys.map().keySet()) {
            // At the end, or "region=us-west1" would be found in "region=us-west10".
            if (keys.doc(fingerprint).text("key").strip().endsWith(owned.mark())) {
                ours.add(fingerprint);
            }
        }
        return ours;
    }

    /** What was prepared tells without a question; where its file is lost, all must be asked. */
    private boolean mayHaveAdmitted() throws ProviderException, InterruptedException {
        try {
            Optional<Foundation> laid = Foundation.read(state);
            return laid.isPresent() ? !laid.get().login().isEmpty() : isOn();
        } catch (IOException e) {
            return isOn();
        }
    }

    public void remove() throws ProviderException, InterruptedException {
        for (String fingerprint : keys()) {
            rest.ask(
                    "take the cluster's key out of OS Login",
                    Request.delete(Service.OS_LOGIN, path(caller()) + "/sshPublicKeys/" + fingerprint),
                    Set.of(404));
        }
    }
}

package io.manta.provider.gcp.machine;

import io.manta.provider.gcp.api.Doc;
import io.manta.provider.gcp.api.Request;
import io.manta.provider.gcp.api.Rest;
import io.manta.provider.gcp.api.Service;
import io.manta.provider.gcp.ground.Networks;
import io.manta.spi.provider.ProviderException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Instance templates that node types start from. What we add to a machine would replace the template's own, so it is read. */
public final class Templates {
    private final Rest rest;
    private final Map<String, Doc> known = new ConcurrentHashMap<>();

    public Templates(Rest rest) {
        this.rest = rest;
    }

    /** Its path, as calls name it; empty when the node type has none. */
    static String path(Map<String, Object> nodeConfig, String project) {
        String given = new Doc(nodeConfig).text("sourceInstanceTemplate");
        return given.isEmpty() || given.contains("/")
                ? Networks.path(given)
                : "projects/" + project + "/global/instanceTemplates/" + given;
    }

    /** What the template brings; empty when there is none. */
    public Doc properties(Map<String, Object> nodeConfig) throws ProviderException, InterruptedException {
        String path = path(nodeConfig, rest.project());
        if (path.isEmpty()) {
            return Doc.EMPTY;
        }
        Doc there = known.get(path);
        if (there == null) {
            String full = path.startsWith("projects/") ? path : "projects/" + rest.project() + "/" + path;
            there = rest.ask("read the instance template " + Doc.lastPart(path), Request.get(Service.COMPUTE, full))
                    .doc("properties");
            known.put(path, there);
        }
        return there;
    }
}

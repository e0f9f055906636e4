package demo;

import io.manta.core.port.NodeProvider;
import io.manta.core.port.NodeProviderFactory;
import io.manta.core.port.ProviderContext;
import java.nio.file.Path;

/** What Manta finds by its name in META-INF/services. */
public final class DirectoryProviderFactory implements NodeProviderFactory {
    @Override
    public String type() {
        return "directories";
    }

    @Override
    public NodeProvider open(ProviderContext context) {
        Object root = context.config().provider().settings().get("directory");
        return new DirectoryProvider(Path.of(String.valueOf(root), context.config().name()));
    }
}

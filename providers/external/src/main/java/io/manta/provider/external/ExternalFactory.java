package io.manta.provider.external;

import io.manta.provider.external.plugin.Plugins;
import io.manta.spi.model.ProblemException;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeProviderFactory;
import io.manta.spi.provider.ProviderContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Clusters on providers that are not part of Manta. */
public final class ExternalFactory implements NodeProviderFactory {
    @Override
    public String type() {
        return "external";
    }

    @Override
    public NodeProvider open(ProviderContext context) throws ProblemException {
        ExternalSettings settings = ExternalSettings.of(context.config());
        return switch (settings.kind()) {
            case PLUGIN -> plugin(context, settings);
            case MODULE, COMMAND -> HelperOpening.open(context, settings);
        };
    }

    private static NodeProvider plugin(ProviderContext context, ExternalSettings settings) throws ProblemException {
        var luggage = new Luggage(context.state());
        Plugins plugins =
                context.onHead() ? Plugins.of(List.of(luggage.plugins())) : Plugins.of(classpath(context, settings));
        NodeProviderFactory factory = plugins.factory(settings.provider().text("plugin"));
        NodeProvider opened;
        try {
            opened = factory.open(context);
        } catch (RuntimeException | LinkageError e) {
            throw ExternalProblems.threw(settings.name(), "open", e);
        }
        var guarded = new GuardedNodeProvider(opened, settings.name(), settings.timeout());
        return new TravellingNodeProvider(
                guarded, context.state(), settings.isHere(), () -> luggage.pack(luggage.plugins(), plugins.jars()));
    }

    /** What the file names; without that, the directory for plug-ins in Manta's home. */
    private static List<Path> classpath(ProviderContext context, ExternalSettings settings) throws ProblemException {
        var entries = new ArrayList<Path>();
        settings.texts("classpath").forEach(entry -> entries.add(Path.of(entry)));
        if (entries.isEmpty()) {
            entries.addAll(Plugins.inside(context.runtime().resolveSibling("plugins")));
        }
        return entries;
    }
}

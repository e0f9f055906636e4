/** The pure heart of Manta: values, decisions, and the interfaces its edges implement. */
module io.manta.core {
    requires static transitive org.jspecify;

    exports io.manta.core.model;
    exports io.manta.core.plan;
    exports io.manta.core.port;
    exports io.manta.core.setup;
}

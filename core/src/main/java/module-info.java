/** The pure heart of Manta: what each node is, what to do, and why. */
module io.manta.core {
    requires static transitive org.jspecify;
    requires transitive io.manta.spi;

    exports io.manta.core.book;
    exports io.manta.core.event;
    exports io.manta.core.model;
    exports io.manta.core.plan;
    exports io.manta.core.schedule;
    exports io.manta.core.setup;
}

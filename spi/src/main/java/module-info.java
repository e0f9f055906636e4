/** Values and contracts that cross the border between Manta and whoever makes machines for it. */
module io.manta.spi {
    requires static transitive org.jspecify;

    exports io.manta.spi.model;
    exports io.manta.spi.provider;
    exports io.manta.spi.ray;
    exports io.manta.spi.remote;
    exports io.manta.spi.secret;
}

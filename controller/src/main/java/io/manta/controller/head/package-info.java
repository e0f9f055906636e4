/**
 * A head that is another machine than the user's: how the daemon and its Java runtime get there, how it is started and
 * stopped, and how its reports come back. Start with {@link io.manta.controller.head.RemoteDaemonControl}.
 */
@NullMarked
package io.manta.controller.head;

import org.jspecify.annotations.NullMarked;

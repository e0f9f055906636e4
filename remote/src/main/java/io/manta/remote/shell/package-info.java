/** Text for a POSIX shell on the other side: quoting, paths, and the wrapping every remote command gets. */
@NullMarked
package io.manta.remote.shell;

import org.jspecify.annotations.NullMarked;

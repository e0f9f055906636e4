/** Finds or makes what machines need before the first of them is launched, and joins the parts of one cluster. */
@NullMarked
package io.manta.provider.aws.prepare;

import org.jspecify.annotations.NullMarked;

/** What is brought to a head, with a directory of this machine in the head's place. */
@NullMarked
package io.manta.controller.head;

import org.jspecify.annotations.NullMarked;

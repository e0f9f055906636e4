/**
 * What can be made of a cluster file besides a cluster: a report, a print-out with the origin of every value, a modern form; and
 * what can be made of the schema: starter files, a JSON Schema, the reference page.
 */
@NullMarked
package io.manta.config.tool;

import org.jspecify.annotations.NullMarked;

/** Tests of the GCS client: pure mappings, errors against {@link io.manta.ray.FakeGcs}, and real Ray in the ITs. */
@NullMarked
package io.manta.ray;

import org.jspecify.annotations.NullMarked;

/** Looks at everything a launch needs and makes nothing: {@code doctor}, {@code plan} and what {@code up} asks first. */
@NullMarked
package io.manta.provider.aws.check;

import org.jspecify.annotations.NullMarked;

/** Tests of the AWS provider, against moto over HTTP. */
@NullMarked
package io.manta.provider.aws;

import org.jspecify.annotations.NullMarked;

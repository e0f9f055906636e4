/** Where machines stand: subnets and why each was refused, a network of our own, security groups, placement groups. */
@NullMarked
package io.manta.provider.aws.network;

import org.jspecify.annotations.NullMarked;

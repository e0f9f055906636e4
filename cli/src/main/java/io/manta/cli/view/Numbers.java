package io.manta.cli.view;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Numbers as Ray prints them, without the cost of a formatter. */
final class Numbers {
    private Numbers() {}

    static String fixed(double value, int decimals) {
        return BigDecimal.valueOf(value)
                .setScale(decimals, RoundingMode.HALF_EVEN)
                .toPlainString();
    }

    /** As Python prints a float: {@code 2.0}, {@code 0.5}; rounded to Ray's own precision. */
    static String shortest(double value) {
        BigDecimal exact =
                BigDecimal.valueOf(value).setScale(4, RoundingMode.HALF_EVEN).stripTrailingZeros();
        return exact.scale() < 1 ? exact.setScale(1).toPlainString() : exact.toPlainString();
    }
}

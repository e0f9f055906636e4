package io.manta.remote.process;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * While a program has the terminal, Ctrl-C is for that program and must not end us. The JDK offers this only through a
 * class that the compiler refuses to see, hence by name; where it is absent, Ctrl-C ends both.
 */
public final class TerminalInterrupts implements AutoCloseable {
    private final @Nullable Object before;

    private TerminalInterrupts(@Nullable Object before) {
        this.before = before;
    }

    public static TerminalInterrupts ignored() {
        try {
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            // A handler that does nothing, not SIG_IGN: the program would inherit that.
            Object nothing = Proxy.newProxyInstance(
                    handler.getClassLoader(), new Class<?>[] {handler}, (_, method, _) -> switch (method.getName()) {
                        case "hashCode" -> 1;
                        case "equals" -> false;
                        default -> null;
                    });
            return new TerminalInterrupts(install(nothing));
        } catch (ReflectiveOperationException e) {
            return new TerminalInterrupts(null);
        }
    }

    private static @Nullable Object install(Object handler) throws ReflectiveOperationException {
        Class<?> signal = Class.forName("sun.misc.Signal");
        Class<?> type = Class.forName("sun.misc.SignalHandler");
        try {
            Object interrupt = signal.getConstructor(String.class).newInstance("INT");
            return signal.getMethod("handle", signal, type).invoke(null, interrupt, handler);
        } catch (InvocationTargetException e) {
            // Somebody else owns the signal (-Xrs); then it does not end us either.
            return null;
        }
    }

    @Override
    public void close() {
        try {
            if (before != null) {
                install(before);
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the class was there a moment ago", e);
        }
    }
}

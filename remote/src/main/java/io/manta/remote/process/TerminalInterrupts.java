package io.manta.remote.process;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * While a program has the terminal, Ctrl-C is for that program and must not end us. The JDK offers this only through a
 * class that the compiler refuses to see, hence by name; where it is absent, Ctrl-C ends both.
 */
public final class TerminalInterrupts implements AutoCloseable {
    private final String signal;
    private final @Nullable Object before;

    private TerminalInterrupts(String signal, @Nullable Object before) {
        this.signal = signal;
        this.before = before;
    }

    public static TerminalInterrupts ignored() {
        return handled(() -> {});
    }

    /** Ctrl-C does this instead, until closed. */
    public static TerminalInterrupts handled(Runnable action) {
        return handled("INT", action);
    }

    /** The same for another signal, such as {@code WINCH} for a terminal that has another size now. */
    public static TerminalInterrupts handled(String signal, Runnable action) {
        try {
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            // A handler that does nothing, not SIG_IGN: the program would inherit that.
            Object own = Proxy.newProxyInstance(
                    handler.getClassLoader(), new Class<?>[] {handler}, (_, method, _) -> switch (method.getName()) {
                        case "hashCode" -> 1;
                        case "equals" -> false;
                        case "handle" -> {
                            action.run();
                            yield null;
                        }
                        default -> null;
                    });
            return new TerminalInterrupts(signal, install(signal, own));
        } catch (ReflectiveOperationException e) {
            return new TerminalInterrupts(signal, null);
        }
    }

    private static @Nullable Object install(String name, Object handler) throws ReflectiveOperationException {
        Class<?> signals = Class.forName("sun.misc.Signal");
        Class<?> type = Class.forName("sun.misc.SignalHandler");
        try {
            Object interrupt = signals.getConstructor(String.class).newInstance(name);
            return signals.getMethod("handle", signals, type).invoke(null, interrupt, handler);
        } catch (InvocationTargetException e) {
            // Somebody else owns the signal (-Xrs); then it does not end us either.
            return null;
        }
    }

    @Override
    public void close() {
        try {
            if (before != null) {
                install(signal, before);
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the class was there a moment ago", e);
        }
    }
}

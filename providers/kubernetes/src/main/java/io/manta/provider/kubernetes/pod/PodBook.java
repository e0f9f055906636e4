package io.manta.provider.kubernetes.pod;

import io.manta.provider.kubernetes.api.ApiException;
import io.manta.provider.kubernetes.api.KubeApi;
import io.manta.provider.kubernetes.api.Manifest;
import io.manta.provider.kubernetes.api.Watch;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The cluster's pods as they are now. The first look lists them; whoever looks again is answered from a watch, which lists anew when
 * it has missed something. What we changed ourselves is seen at once.
 */
public final class PodBook implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Duration SILENCE = Duration.ofMinutes(6);

    private final KubeApi api;
    private final String path;
    private final String selector;
    private final boolean watching;

    private final Map<String, Map<String, Object>> pods = new TreeMap<>();
    private final Set<String> deleted = new HashSet<>();
    private String version = "";
    private boolean current;
    private int generation;
    private long heard;
    private @Nullable Thread watcher;

    /** @param watching answer later looks from a watch; otherwise every look is a list */
    public PodBook(KubeApi api, String path, String selector, boolean watching) {
        this.api = api;
        this.path = path;
        this.selector = selector;
        this.watching = watching;
    }

    public List<Map<String, Object>> look() throws ApiException, InterruptedException {
        synchronized (this) {
            if (current && watcher != null && System.nanoTime() - heard > SILENCE.toNanos()) {
                // A connection can die without a word: the server would have sent a bookmark by now.
                watcher.interrupt();
                watcher = null;
                current = false;
            }
            if (current) {
                follow();
                return new ArrayList<>(pods.values());
            }
        }
        return lookNow();
    }

    public List<Map<String, Object>> lookNow() throws ApiException, InterruptedException {
        KubeApi.Listed listed = api.list(path, selector);
        synchronized (this) {
            take(listed);
            return new ArrayList<>(pods.values());
        }
    }

    private void take(KubeApi.Listed listed) {
        pods.clear();
        listed.items().forEach(pod -> pods.put(Manifest.name(pod), pod));
        version = listed.version();
        deleted.clear();
        current = watching;
        heard = System.nanoTime();
        generation++;
    }

    /** What an answer to a change of ours showed. */
    public synchronized void seen(Map<String, Object> pod) {
        String name = Manifest.name(pod);
        if (name.isEmpty() || deleted.contains(uid(pod))) {
            return;
        }
        Map<String, Object> known = pods.get(name);
        if (known == null || version(known) <= version(pod)) {
            pods.put(name, pod);
        }
    }

    public synchronized void gone(Map<String, Object> pod) {
        deleted.add(uid(pod));
        pods.values().removeIf(known -> uid(known).equals(uid(pod)));
    }

    public synchronized void forget() {
        current = false;
    }

    private synchronized void follow() {
        if (watcher == null) {
            watcher = Thread.ofVirtual().start(this::watch);
        }
    }

    private void watch() {
        try {
            while (true) {
                String from;
                int mine;
                synchronized (this) {
                    heard = System.nanoTime();
                    from = version;
                    mine = generation;
                }
                try {
                    new Watch(api, path, selector).follow(from, new Changes(mine));
                } catch (ApiException e) {
                    relist(e.isExpired());
                } catch (IOException e) {
                    relist(false);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whatever happened while nobody watched is found by listing; until then nobody is answered from memory. */
    private void relist(boolean atOnce) throws InterruptedException {
        forget();
        if (!atOnce) {
            Thread.sleep(PAUSE);
        }
        try {
            KubeApi.Listed listed = api.list(path, selector);
            synchronized (this) {
                take(listed);
            }
        } catch (ApiException e) {
            // The next look meets the same, and tells it.
            Thread.sleep(PAUSE);
        }
    }

    private final class Changes implements Watch.Listener {
        private final int mine;

        Changes(int mine) {
            this.mine = mine;
        }

        @Override
        public void changed(Map<String, Object> pod) {
            seen(pod);
        }

        @Override
        public void deleted(Map<String, Object> pod) {
            gone(pod);
        }

        @Override
        public void at(String seen) {
            synchronized (PodBook.this) {
                heard = System.nanoTime();
                if (mine == generation) {
                    version = seen;
                }
            }
        }
    }

    private static String uid(Map<String, Object> pod) {
        return Manifest.text(pod, "metadata", "uid").orElse(Manifest.name(pod));
    }

    /** Versions of one kind grow; what is no number is taken for new. */
    private static long version(Map<String, Object> pod) {
        try {
            return Long.parseLong(
                    Manifest.text(pod, "metadata", "resourceVersion").orElse(""));
        } catch (NumberFormatException e) {
            return Long.MAX_VALUE;
        }
    }

    @Override
    public synchronized void close() {
        if (watcher != null) {
            watcher.interrupt();
        }
    }
}

package io.manta.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/** The page in a real browser. */
@Tag("browser")
@Timeout(240)
class BrowserTest {
    private static Chrome chrome;

    @TempDir
    Path dir;

    private final List<Shown> shown = new CopyOnWriteArrayList<>();
    private UiServer server;

    @BeforeAll
    static void startBrowser() throws IOException {
        Assumptions.assumeTrue(
                Files.isExecutable(Chrome.BROWSER) && Files.isExecutable(Chrome.DRIVER),
                "Chromium is missing: apt-get install chromium chromium-driver");
        chrome = new Chrome();
    }

    @AfterAll
    static void endBrowser() throws IOException {
        if (chrome != null) {
            chrome.close();
        }
    }

    @BeforeEach
    void start() throws IOException {
        server = new UiServer(0, () -> shown, () -> line -> line);
        chrome.size(1440, 900, 1);
        chrome.dark(false);
        chrome.complaints();
    }

    @AfterEach
    void stop() {
        chrome.driver.get("about:blank");
        server.close();
    }

    @Test
    void aThousandNodesFitEverySizeAndBothThemesAndAxeFindsNothingSerious() throws Exception {
        shown.add(Recorded.cluster(dir.resolve("c"), 1000, Instant.now()).shown("c"));
        int[][] sizes = {{1440, 900, 1}, {820, 1180, 1}, {360, 740, 2}};
        String link = server.link("c");
        for (boolean dark : new boolean[] {false, true}) {
            chrome.dark(dark);
            for (int[] size : sizes) {
                chrome.size(size[0], size[1], size[2]);
                chrome.open(link);
                link = server.address() + "#/c";
                chrome.until("return document.querySelectorAll('.uplot').length === 2");
                String name = size[0] + (dark ? "-dark" : "-light");
                chrome.shoot("thousand-" + name);
                assertThat(chrome.ask("return document.documentElement.scrollWidth <= innerWidth"))
                        .as("nothing sticks out at " + name)
                        .isEqualTo(true);
                assertThat(seriousViolations()).as("axe at " + name).isEmpty();
            }
        }
        assertThat(chrome.complaints()).isEmpty();
    }

    @Test
    void aThousandNodesAreSmallToSendQuickToShowAndSmoothToScroll() throws Exception {
        shown.add(Recorded.cluster(dir.resolve("c"), 1000, Instant.now()).shown("c"));
        chrome.open(server.link("c"));
        Object sent =
                chrome.ask("return performance.getEntriesByType('resource').reduce((n, e) => n + e.transferSize, 0)"
                        + " + performance.getEntriesByType('navigation')[0].transferSize");
        assertThat(((Number) sent).longValue()).as("bytes").isLessThan(300_000);
        Object drawn = chrome.later("""
                const done = arguments[arguments.length - 1];
                const box = document.querySelector('.timeline-scroll');
                const times = [];
                let frames = 0;
                const step = () => {
                  const before = performance.now();
                  box.scrollTop = (frames * 37) % (box.scrollHeight - box.clientHeight + 1);
                  box.dispatchEvent(new Event('scroll'));
                  times.push(performance.now() - before);
                  if (++frames < 60) requestAnimationFrame(step);
                  else done(times.sort((a, b) => a - b)[30]);
                };
                requestAnimationFrame(step);""");
        Object ready = chrome.ask("return performance.getEntriesByName('ready')[0].startTime");
        System.out.println("page: " + sent + " bytes, ready after " + ready + " ms; to draw while scrolling, median: "
                + drawn + " ms");
        assertThat(drawn instanceof Number number ? number.doubleValue() : Double.NaN)
                .as("ms to draw, of 16.7 for a frame")
                .isLessThan(16);
    }

    @Test
    void eventsArriveLiveAndALostConnectionIsShownAndResumed() throws Exception {
        Recorded cluster = Recorded.cluster(dir.resolve("c"), 3, Instant.now());
        shown.add(cluster.shown("c"));
        chrome.open(server.link("c"));
        chrome.until("return document.querySelector('.connection').textContent === 'live'");
        long before = System.nanoTime();
        cluster.append(Recorded.line(Instant.now(), "NODE_REQUESTED", "ray-c-worker-new", "cpu", "demand came", ""));
        chrome.until("return document.querySelector('.story').textContent.includes('demand came')");
        assertThat((System.nanoTime() - before) / 1e9).as("seconds").isLessThan(1.5);
        cluster.status("stopping", "");
        chrome.until("return document.querySelector('.phase').textContent === 'stopping'");
        assertThat(chrome.ask("return document.querySelector('.why-list').textContent")
                        .toString())
                .contains("2 x {GPU: 8} can never be served.", "needs 8 GPU", "manta resume c gpu", "is skipped until");
        int port = server.port();
        server.close();
        chrome.until("return document.querySelector('.connection').classList.contains('lost')");
        assertThat(chrome.ask("return document.querySelector('.banner').hidden"))
                .isEqualTo(false);
        chrome.shoot("lost");
        server = new UiServer(port, () -> shown, () -> line -> line);
        chrome.until("return document.body.textContent.includes('not open to you')"
                + " || document.querySelector('.connection').textContent === 'live'");
    }

    @Test
    void whateverNodesSayStaysText() throws Exception {
        Recorded cluster = Recorded.cluster(dir.resolve("c"), 3, Instant.now());
        String evil = Recorded.HOSTILE;
        cluster.append(Recorded.line(Instant.now(), "NODE_REQUESTED", evil, evil, evil, ""));
        cluster.append(Recorded.line(
                Instant.now(),
                "SETUP_FAILED",
                evil,
                evil,
                "</script>" + evil,
                "\"last_lines\":" + JsonText.quote(evil)));
        cluster.status(
                "running",
                ",\"failures\":[{\"at\":\"" + Instant.now() + "\",\"node\":" + JsonText.quote(evil)
                        + ",\"node_type\":\"cpu\",\"what\":" + JsonText.quote(evil)
                        + ",\"step\":\"[6/7]\",\"last_lines\":["
                        + JsonText.quote(evil) + "]}]");
        shown.add(cluster.shown("c"));
        chrome.open(server.link("c"));
        chrome.until("return document.querySelector('.story').textContent.includes('onerror')");
        chrome.ask(
                "[...document.querySelectorAll('.story .link')].find(b => b.textContent.includes('onerror')).click()");
        chrome.until("return document.querySelector('dialog').open");
        chrome.ask(
                "document.querySelector('dialog').close();"
                        + "[...document.querySelectorAll('.story .link')].find(b => b.textContent === 'ray-c-head-0')?.click()");
        assertThat(chrome.ask("return document.querySelectorAll('img').length + (document.body.dataset.owned ? 1 : 0)"))
                .isEqualTo(0L);
        Path file = Files.writeString(
                dir.resolve("replay.html"), ReplayFile.html("c", ClusterLines.recording(cluster.shown("c"))));
        chrome.open(file.toUri().toString());
        assertThat(chrome.ask("return document.querySelectorAll('img').length + (document.body.dataset.owned ? 1 : 0)"))
                .isEqualTo(0L);
        assertThat(chrome.complaints()).isEmpty();
    }

    @Test
    void aNodeIsOpenedByKeyboardWithItsEventsAndTheEndOfItsLog() throws Exception {
        shown.add(Recorded.cluster(dir.resolve("c"), 3, Instant.now()).shown("c"));
        chrome.open(server.link("c"));
        var timeline = chrome.driver.findElement(By.cssSelector(".timeline-scroll"));
        timeline.sendKeys(Keys.ARROW_DOWN, Keys.ENTER);
        chrome.until("return document.querySelector('dialog').open");
        chrome.until("return document.querySelector('dialog .log').textContent.includes('ray start')");
        assertThat(chrome.ask("return document.querySelector('dialog').textContent")
                        .toString())
                .contains("ray-c-head-0", "head has joined", "$0.25 per hour", "manta logs c --node ray-c-head-0");
        assertThat(seriousViolations()).isEmpty();
        chrome.shoot("detail");
    }

    @Test
    void cardsEmptyPagesAndDepartedClustersAreDesigned() throws Exception {
        chrome.open(server.link(""));
        assertThat(chrome.ask("return document.querySelector('h1').textContent"))
                .isEqualTo("No clusters yet");
        chrome.shoot("none");
        shown.add(Recorded.cluster(dir.resolve("one"), 40, Instant.now()).shown("one"));
        shown.add(Recorded.cluster(dir.resolve("two"), 3, Instant.now()).shown("two"));
        Path empty = Files.createDirectories(dir.resolve("new"));
        shown.add(new Shown("new", empty, "{}"));
        chrome.open(server.address() + "#/");
        chrome.driver.navigate().refresh();
        chrome.until("return document.querySelectorAll('.cluster-card').length === 3");
        assertThat(seriousViolations()).isEmpty();
        chrome.shoot("cards");
        chrome.open(server.address() + "#/new");
        chrome.until("return document.body.textContent.includes('Nothing has been recorded')");
        chrome.shoot("new");
        chrome.open(server.address() + "#/gone");
        chrome.until("return document.body.textContent.includes('There is no cluster gone')");
    }

    @Test
    void aReplayPlaysTheTimeOfTwoClustersSideBySide() throws Exception {
        String lines = ClusterLines.recording(
                        Recorded.cluster(dir.resolve("a"), 60, Instant.now()).shown("a"))
                + ClusterLines.recording(
                        Recorded.cluster(dir.resolve("b"), 25, Instant.now()).shown("b"));
        Path file = Files.writeString(dir.resolve("replay.html"), ReplayFile.html("a and b", lines));
        chrome.size(1600, 1000, 1);
        chrome.open(file.toUri().toString());
        assertThat(chrome.ask("return document.querySelectorAll('.columns > .stack').length"))
                .isEqualTo(2L);
        String last =
                chrome.ask("return document.querySelector('.time').textContent").toString();
        chrome.ask(
                "const s = document.querySelector('input[type=range]'); s.value = 400; s.dispatchEvent(new Event('input'))");
        chrome.until("return document.querySelector('.time').textContent !== '" + last + "'");
        chrome.shoot("replay");
        chrome.ask("document.querySelector('.play').click()");
        chrome.until("return document.querySelector('input[type=range]').value > 405");
        assertThat(seriousViolations()).isEmpty();
        assertThat(chrome.complaints()).isEmpty();
    }

    private static List<String> seriousViolations() throws IOException {
        String axe;
        try (var in = BrowserTest.class.getResourceAsStream("/axe/axe.min.js")) {
            axe = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        chrome.driver.executeScript(axe);
        Object found = chrome.later("""
                const done = arguments[arguments.length - 1];
                axe.run().then((r) => done(r.violations.filter((v) => v.impact === 'serious' || v.impact === 'critical')
                  .map((v) => v.id + ': ' + v.nodes.map((n) => n.html.slice(0, 160) + ' ' + n.failureSummary).join(' | '))));""");
        var out = new ArrayList<String>();
        if (found instanceof List<?> lines) {
            lines.forEach(line -> out.add(String.valueOf(line)));
        } else {
            out.add("axe did not answer: " + found);
        }
        return out;
    }
}

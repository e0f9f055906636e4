package io.manta.ui;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A real browser without a window. */
final class Chrome implements AutoCloseable {
    static final Path BROWSER = Path.of("/usr/bin/chromium");
    static final Path DRIVER = Path.of("/usr/bin/chromedriver");

    final ChromeDriver driver;
    private final Path directory;

    Chrome() throws IOException {
        directory = Files.createTempDirectory("manta-browser");
        var options = new ChromeOptions();
        options.setBinary(BROWSER.toString());
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--hide-scrollbars",
                "--user-data-dir=" + directory.resolve("profile"));
        var logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        options.setCapability("goog:loggingPrefs", logs);
        var service = new ChromeDriverService.Builder()
                .usingDriverExecutable(DRIVER.toFile())
                // Where the browser leaves its own files, so that they go with the directory.
                .withEnvironment(Map.of("TMPDIR", directory.toString(), "HOME", directory.toString()))
                .build();
        driver = new ChromeDriver(service, options);
        driver.manage().timeouts().scriptTimeout(Duration.ofSeconds(60));
    }

    void size(int width, int height, double scale) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", scale, "mobile", false));
    }

    void dark(boolean dark) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    }

    /** Opens an address and waits until the page says that it is drawn. */
    void open(String url) throws InterruptedException {
        driver.get(url);
        until("return document.documentElement.dataset.ready === 'true'");
    }

    void until(String script) throws InterruptedException {
        long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!Boolean.TRUE.equals(ask(script))) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("never true: " + script + "\n" + ask("return document.body.innerText"));
            }
            Thread.sleep(20);
        }
    }

    Object ask(String script, Object... arguments) {
        Object answer = driver.executeScript(script, arguments);
        return answer == null ? "" : answer;
    }

    /** What a script hands to its last argument, when it does. */
    Object later(String script) {
        Object answer = driver.executeAsyncScript(script);
        return answer == null ? "" : answer;
    }

    void shoot(String name) throws IOException {
        var options = new LinkedHashMap<String, Object>();
        options.put("format", "png");
        options.put("captureBeyondViewport", true);
        Object data =
                driver.executeCdpCommand("Page.captureScreenshot", options).get("data");
        Path file = Path.of("target/screenshots", name + ".png");
        Files.createDirectories(file.getParent());
        Files.write(file, Base64.getDecoder().decode(String.valueOf(data)));
    }

    /** What the page complained about since the last time. */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(LogEntry::getMessage)
                .toList();
    }

    @Override
    public void close() throws IOException {
        driver.quit();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}

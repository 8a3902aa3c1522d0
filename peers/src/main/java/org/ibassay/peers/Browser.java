package org.ibassay.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A headless Chromium with one page, controlled through the DevTools protocol on loopback.
///
/// Records errors and warnings of pages, and the addresses that they request. Confined to one
/// thread.
public final class Browser implements AutoCloseable {
  /// The name of the program.
  public static final String PROGRAM = "chromium";

  private static final long PATIENCE_SECONDS = 60;
  private static final Pattern LISTENING = Pattern.compile("DevTools listening on (ws://\\S+)");
  private static final JsonMapper JSON = JsonMapper.shared();

  /// Finds text with insufficient contrast by WCAG 2.2, level AA.
  private static final String PALE_TEXT =
      """
      (() => {
        const numbers = color => color.match(/[\\d.]+/g).map(Number);
        const lights = new Map(), grounds = new Map();
        const light = color => {
          if (!lights.has(color)) {
            lights.set(color, numbers(color).slice(0, 3)
              .map(c => c / 255)
              .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
              .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0));
          }
          return lights.get(color);
        };
        const background = e => {
          if (!e) return 1;
          if (!grounds.has(e)) {
            const color = getComputedStyle(e).backgroundColor;
            const c = numbers(color);
            grounds.set(e, c.length < 4 || c[3] === 1 ? light(color) : background(e.parentElement));
          }
          return grounds.get(e);
        };
        const pale = new Set();
        for (const e of document.querySelectorAll("body *")) {
          const own = [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
          if (!own || !e.checkVisibility()) continue;
          const [a, b] = [light(getComputedStyle(e).color), background(e)];
          const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
          if (contrast < 4.5) pale.add(`${e.tagName}.${e.className} ${contrast.toFixed(2)}`);
        }
        return [...pale].join(", ");
      })()
      """;

  private final Process process;
  private final HttpClient http = HttpClient.newHttpClient();
  private final Map<Long, CompletableFuture<JsonNode>> calls = new ConcurrentHashMap<>();
  private final AtomicLong lastCall = new AtomicLong();
  private final List<String> complaints = new CopyOnWriteArrayList<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private volatile CompletableFuture<Void> loaded = new CompletableFuture<>();
  private @Nullable WebSocket socket;
  private @Nullable String session;

  private Browser(Process process) {
    this.process = process;
  }

  /// Starts a browser with a new profile.
  ///
  /// @param scratch folder for the profile and the browser's output
  public static Browser start(Path scratch) throws Exception {
    Path profile = Files.createTempDirectory(scratch, "profile");
    // Its sandbox wants rights that containers lack; it opens nothing but our own pages. Without
    // the
    // other options it calls home.
    List<String> command =
        List.of(
            Peers.ofThisMachine().find(PROGRAM).orElseThrow().toString(),
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-quic",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--no-first-run",
            "--hide-scrollbars",
            "--remote-debugging-address=127.0.0.1",
            "--remote-debugging-port=0",
            "--user-data-dir=" + profile,
            "about:blank");
    Process process =
        new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    Browser browser = new Browser(process);
    try {
      browser.connect();
      return browser;
    } catch (Exception e) {
      browser.close();
      throw e;
    }
  }

  private void connect() throws Exception {
    CompletableFuture<URI> address = new CompletableFuture<>();
    Thread.ofVirtual().start(() -> readErrors(address));
    socket =
        http.newWebSocketBuilder()
            .buildAsync(await(address), new Listener())
            .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    JsonNode target = call("Target.createTarget", Map.of("url", "about:blank"));
    session =
        call(
                "Target.attachToTarget",
                Map.of("targetId", target.get("targetId").stringValue(), "flatten", true))
            .get("sessionId")
            .stringValue();
    for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
      call(domain + ".enable", Map.of());
    }
  }

  /// Reads the output to its end, so that the browser never blocks.
  private void readErrors(CompletableFuture<URI> address) {
    List<String> said = new ArrayList<>();
    try (BufferedReader errors = process.errorReader(StandardCharsets.UTF_8)) {
      for (String line = errors.readLine(); line != null; line = errors.readLine()) {
        Matcher matcher = LISTENING.matcher(line);
        if (matcher.find()) {
          address.complete(URI.create(matcher.group(1)));
        }
        said.add(line);
      }
    } catch (IOException e) {
      said.add(e.toString());
    }
    address.completeExceptionally(new IOException("the browser ended: " + String.join("\n", said)));
  }

  /// Opens a page and waits until it and its resources are loaded.
  public void open(URI page) throws Exception {
    loaded = new CompletableFuture<>();
    JsonNode answer = call("Page.navigate", Map.of("url", page.toString()));
    if (answer.has("errorText")) {
      throw new IOException(page + ": " + answer.get("errorText"));
    }
    await(loaded);
  }

  /// Returns the value of a JavaScript expression; waits for a promise.
  ///
  /// @throws IOException if the expression throws
  public JsonNode evaluate(String expression) throws Exception {
    JsonNode answer =
        call(
            "Runtime.evaluate",
            Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
    if (answer.has("exceptionDetails")) {
      throw new IOException(expression + ": " + answer.get("exceptionDetails"));
    }
    return answer.at("/result/value");
  }

  /// Sets the size of the page in CSS pixels, and the color scheme.
  public void show(int width, int height, boolean isDark) throws Exception {
    call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    Map<String, String> scheme =
        Map.of("name", "prefers-color-scheme", "value", isDark ? "dark" : "light");
    call("Emulation.setEmulatedMedia", Map.of("features", List.of(scheme)));
  }

  /// Presses and releases a key.
  ///
  /// @param name value of `KeyboardEvent.key`: `Tab`, `Enter`, `a`
  public void press(String name) throws Exception {
    int code =
        switch (name) {
          case "Tab" -> 9;
          case "Enter" -> 13;
          case "Escape" -> 27;
          case " " -> 32;
          default -> name.length() == 1 ? Character.toUpperCase(name.charAt(0)) : 0;
        };
    String text = name.equals("Enter") ? "\r" : name.length() == 1 ? name : "";
    for (String type : List.of(text.isEmpty() ? "rawKeyDown" : "keyDown", "keyUp")) {
      call(
          "Input.dispatchKeyEvent",
          Map.of("type", type, "key", name, "text", text, "windowsVirtualKeyCode", code));
    }
  }

  /// Types text into the focused element.
  public void type(String text) throws Exception {
    call("Input.insertText", Map.of("text", text));
  }

  /// Returns the page's text with insufficient contrast; empty if there is none.
  public String paleText() throws Exception {
    return evaluate(PALE_TEXT).stringValue();
  }

  /// Writes a screenshot as a PNG file.
  public void screenshot(Path file) throws Exception {
    JsonNode answer = call("Page.captureScreenshot", Map.of("format", "png"));
    Files.write(file, Base64.getDecoder().decode(answer.get("data").stringValue()));
  }

  /// Errors and warnings of all pages so far: exceptions, log output, resources not loaded.
  public List<String> complaints() {
    return List.copyOf(complaints);
  }

  /// Addresses that pages have requested so far.
  public List<String> requests() {
    return List.copyOf(requests);
  }

  /// Calls a method of the DevTools protocol.
  JsonNode call(String method, Map<String, ?> parameters) throws Exception {
    long id = lastCall.incrementAndGet();
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    calls.put(id, answer);
    Map<String, Object> message = new HashMap<>();
    message.put("id", id);
    message.put("method", method);
    message.put("params", parameters);
    if (session != null) {
      message.put("sessionId", session);
    }
    WebSocket open = socket;
    if (open == null) {
      throw new IOException("not connected");
    }
    open.sendText(JSON.writeValueAsString(message), true).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    JsonNode reply = await(answer);
    if (reply.has("error")) {
      throw new IOException(method + ": " + reply.get("error"));
    }
    return reply.get("result");
  }

  private static <T> T await(CompletableFuture<T> future)
      throws IOException, InterruptedException, TimeoutException {
    try {
      return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    }
  }

  private void take(JsonNode message) {
    if (message.has("id")) {
      CompletableFuture<JsonNode> call = calls.remove(message.get("id").longValue());
      if (call != null) {
        call.complete(message);
      }
      return;
    }
    JsonNode event = message.path("params");
    switch (message.path("method").asString("")) {
      case "Page.loadEventFired" -> loaded.complete(null);
      case "Runtime.exceptionThrown" -> complaints.add(event.toString());
      case "Runtime.consoleAPICalled" -> complain(event.path("type").asString(""), event);
      case "Log.entryAdded" -> complain(event.at("/entry/level").asString(""), event);
      case "Network.requestWillBeSent" -> requests.add(event.at("/request/url").asString(""));
      default -> {}
    }
  }

  private void complain(String level, JsonNode event) {
    if (List.of("error", "warning", "assert").contains(level)) {
      complaints.add(event.toString());
    }
  }

  @Override
  public void close() {
    if (socket != null) {
      socket.abort();
    }
    http.shutdownNow();
    List<ProcessHandle> children = process.descendants().toList();
    process.destroy();
    try {
      process.waitFor(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
    children.forEach(ProcessHandle::destroyForcibly);
  }

  private final class Listener implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      text.append(data);
      if (last) {
        take(JSON.readTree(text.toString()));
        text.setLength(0);
      }
      from.request(1);
      return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
      calls.values().forEach(call -> call.completeExceptionally(error));
      loaded.completeExceptionally(error);
    }
  }
}

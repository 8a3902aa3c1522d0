package org.ibassay.suite;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.ibassay.link.mad.MadResponder;
import org.ibassay.link.mad.Route;
import org.ibassay.link.mad.UnaskedMad;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SmInfo;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.jspecify.annotations.Nullable;

/// The subnet manager that the tester simulates: answers SubnGet(SMInfo) and SubnSet(SMInfo) with
/// status 0, represses traps, announces itself, and sends commands. The test sets its state and
/// priority.
public final class TesterManager implements MadResponder {
  /// A value of SMInfo:SMState.
  public static final int NOT_ACTIVE = 0;

  /// A value of SMInfo:SMState.
  public static final int DISCOVERING = 1;

  /// A value of SMInfo:SMState.
  public static final int STANDBY = 2;

  /// A value of SMInfo:SMState.
  public static final int MASTER = 3;

  /// A bit of CapabilityMask.
  private static final int IS_SM = 1 << 1;

  private static final long TRANSACTIONS = 0x5A40_0000L;

  /// How long the port receives at a time on a real link.
  private static final Duration SLICE = Duration.ofMillis(20);

  /// How long requests to a manager may be in transit.
  private static final Duration UNDER_WAY = Duration.ofMillis(100);

  /// How many traps announce that IsSM is clear: one may be lost.
  private static final int FAREWELLS = 2;

  private static final Duration BETWEEN_FAREWELLS = Duration.ofMillis(500);
  private static final Duration BETWEEN_TRAPS = Duration.ofSeconds(3);

  private final MadExchange mads;
  private final long guid;
  private final long key;
  private final int lid;
  private final long capabilityMask;
  private final Queue<UnaskedMad> requests = new ConcurrentLinkedQueue<>();
  private final ArrayDeque<UnaskedSmp> unseen = new ArrayDeque<>();
  private volatile int state = NOT_ACTIVE;
  private volatile int priority;
  private volatile boolean isSilent;
  private boolean isSm;
  private final AtomicInteger actCount = new AtomicInteger();
  private int traps;

  /// @param guid GUID of the tester's port
  /// @param portInfo PortInfo of the tester's port
  /// @param key SM_Key of both managers
  public TesterManager(MadExchange mads, long guid, MadPacketSpec portInfo, long key) {
    this.mads = mads;
    this.guid = guid;
    this.lid = (int) portInfo.data(PortInfo.LID);
    this.capabilityMask = portInfo.data(PortInfo.CAPABILITY_MASK);
    this.key = key;
  }

  /// Becomes a subnet manager.
  ///
  /// @return whether the stack below the tester permits it
  public boolean begin() throws TestException {
    isSm = mads.manage(this, true);
    return isSm;
  }

  /// Ceases to be a subnet manager and announces to the DUT that IsSM is clear, so that the DUT
  /// updates its records. It answers meanwhile: a DUT that read IsSM before may still request
  /// SMInfo, and OpenSM over ibsim waits for that response forever (see [#fallSilent]).
  ///
  /// @param dutLid destination LID of trap 144
  public void end(int dutLid) throws TestException {
    isSm = false;
    mads.manage(this, false);
    for (int i = 0; i < FAREWELLS; i++) {
      mads.sendAsIs(trap(capabilityMask), new Route.Lid(dutLid));
      mads.steps().waitFor(BETWEEN_FAREWELLS);
    }
    mads.manage(null, false);
  }

  /// Sets SMState and Priority of the responses; resumes responding.
  public void is(int smState, int smPriority) throws TestException {
    state = smState;
    priority = smPriority;
    isSilent = false;
    if (!isSm) {
      begin();
    }
  }

  /// Stops responding. On a real link IsSM is cleared first: ibsim does not report to a manager
  /// that its request was not answered, and OpenSM would wait for the response forever.
  public void fallSilent() throws TestException {
    if (!mads.steps().port().isSimulated()) {
      isSm = false;
      mads.manage(this, false);
      mads.steps().waitFor(UNDER_WAY);
    }
    isSilent = true;
  }

  /// SMInfo:GUID.
  public long guid() {
    return guid;
  }

  @Override
  public @Nullable MemorySegment answer(UnaskedMad request) {
    if (MadHeader.METHOD.get(request.mad(), 0) == Method.TRAP) {
      MemorySegment repress = copy(request);
      MadHeader.METHOD.set(repress, 0, Method.TRAP_REPRESS);
      return repress;
    }
    if (MadHeader.ATTRIBUTE_ID.get(request.mad(), 0) != Attribute.SM_INFO.id()) {
      return null;
    }
    requests.add(request);
    if (isSilent) {
      return null;
    }
    MemorySegment response = copy(request);
    MadHeader.METHOD.set(response, 0, Method.GET_RESP);
    if (MadHeader.MGMT_CLASS.get(response, 0) == Smp.DIRECTED_ROUTE) {
      Smp.DIRECTION.set(response, 0, 1);
    }
    MemorySegment info = response.asSlice(Smp.DATA, Smp.DATA_BYTES).fill((byte) 0);
    SmInfo.GUID.set(info, 0, guid);
    SmInfo.SM_KEY.set(info, 0, key);
    SmInfo.ACT_COUNT.set(info, 0, actCount.incrementAndGet());
    SmInfo.PRIORITY.set(info, 0, priority);
    SmInfo.SM_STATE.set(info, 0, state);
    return response;
  }

  private static MemorySegment copy(UnaskedMad request) {
    return MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]).copyFrom(request.mad());
  }

  // --- requests of the DUT

  /// Whether a request is SubnGet(SMInfo).
  public static boolean isPoll(UnaskedSmp request) {
    return request.mad().header(MadHeader.METHOD) == Method.GET;
  }

  /// Whether a request is a command, a SubnSet(SMInfo).
  public static boolean isCommand(UnaskedSmp request) {
    return request.mad().header(MadHeader.METHOD) == Method.SET;
  }

  /// Matches a command.
  ///
  /// @param command AttributeModifier
  public static Predicate<UnaskedSmp> isCommand(int command) {
    return request ->
        isCommand(request) && request.mad().header(MadHeader.ATTRIBUTE_MODIFIER) == command;
  }

  /// Discards all requests of the DUT so far.
  public void forget() {
    mads.takeUnasked();
    requests.clear();
    unseen.clear();
  }

  /// Waits for a request and discards those before it.
  public Optional<UnaskedSmp> await(Predicate<UnaskedSmp> which, Duration patience)
      throws TestException {
    Steps steps = mads.steps();
    long end = steps.now() + patience.toNanos();
    while (true) {
      take();
      while (!unseen.isEmpty()) {
        UnaskedSmp next = unseen.remove();
        if (which.test(next)) {
          return Optional.of(next);
        }
      }
      if (steps.now() >= end) {
        return Optional.empty();
      }
      steps.waitFor(SLICE);
    }
  }

  /// As [#await], but repeatedly sends trap 144 meanwhile, to report a change of the tester's port.
  ///
  /// @param dutLid destination LID of the traps
  public Optional<UnaskedSmp> announce(Predicate<UnaskedSmp> which, int dutLid, Duration patience)
      throws TestException {
    long end = mads.steps().now() + patience.toNanos();
    Optional<UnaskedSmp> found = await(which, Duration.ZERO);
    while (found.isEmpty() && mads.steps().now() < end) {
      mads.sendAsIs(trap(capabilityMask | IS_SM), new Route.Lid(dutLid));
      found = await(which, BETWEEN_TRAPS);
    }
    return found;
  }

  private MadPacketSpec trap(long newMask) {
    return LocalChanges.trap(lid, newMask, TRANSACTIONS + ++traps);
  }

  /// Returns all requests received so far and within a time.
  public List<UnaskedSmp> during(Duration duration) throws TestException {
    mads.steps().waitFor(duration);
    take();
    List<UnaskedSmp> all = new ArrayList<>(unseen);
    unseen.clear();
    return all;
  }

  private void take() {
    for (UnaskedMad next = requests.poll(); next != null; next = requests.poll()) {
      unseen.add(UnaskedSmp.of(next));
    }
  }

  // --- commands

  /// Returns a command to the DUT, which may be changed before it is sent.
  ///
  /// @param command AttributeModifier
  /// @param as SMState in the SMInfo
  public MadPacketSpec command(int command, int as) {
    return MadPacketSpec.subnSet(Attribute.SM_INFO)
        .attributeModifier(command)
        .setData(SmInfo.GUID, guid)
        .setData(SmInfo.SM_KEY, key)
        .setData(SmInfo.ACT_COUNT, actCount.incrementAndGet())
        .setData(SmInfo.PRIORITY, priority)
        .setData(SmInfo.SM_STATE, as);
  }
}

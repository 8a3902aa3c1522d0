package org.ibassay.suite.c14;

import static org.ibassay.wire.attribute.Attribute.PORT_INFO;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.mad.Route;
import org.ibassay.suite.MadExchange;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Shown;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.MadStatus;
import org.jspecify.annotations.Nullable;

/// The M_Key that a test sets on the DUT port that it communicates with: installs it, reads
/// PortInfo with it, and removes it.
final class MKeyProtection {
  /// The components of the protection.
  private static final List<Field> SET_UP =
      List.of(
          PortInfo.M_KEY,
          PortInfo.M_KEY_PROTECT_BITS,
          PortInfo.M_KEY_LEASE_PERIOD,
          PortInfo.M_KEY_VIOLATIONS);

  /// Those of them that only a Set changes.
  private static final List<Field> GIVEN =
      List.of(PortInfo.M_KEY, PortInfo.M_KEY_PROTECT_BITS, PortInfo.M_KEY_LEASE_PERIOD);

  /// Components that change without a Set.
  private static final Set<Field> MAY_MOVE =
      Set.of(
          PortInfo.M_KEY_VIOLATIONS,
          PortInfo.P_KEY_VIOLATIONS,
          PortInfo.Q_KEY_VIOLATIONS,
          PortInfo.PORT_STATE,
          PortInfo.PORT_PHYSICAL_STATE);

  private final MadExchange mads;
  private final int retries;
  private final boolean isLossless;
  private final long key;

  /// @param key M_Key to install: M_KEY_DUT, or 0 for none
  MKeyProtection(MadExchange mads, MadPort port, long key) {
    this(mads, port.timing().retries(), port.isLossless(), key);
  }

  private MKeyProtection(MadExchange mads, int retries, boolean isLossless, long key) {
    this.mads = mads;
    this.retries = retries;
    this.isLossless = isLossless;
    this.key = key;
  }

  /// Returns the components of a port's M_Key protection.
  static List<Field> fields() {
    return SET_UP;
  }

  /// Reads PortInfo with the key; if it is the right one, that stops the lease period timer.
  MadPacketSpec read() throws TestException {
    mads.send(MadPacketSpec.subnGet(PORT_INFO).mKey(key));
    return mads.receiveOk();
  }

  /// Receives the response to the request sent last. Where packets can be lost, the request is
  /// retried before the check.
  ///
  /// @param way route of the request
  /// @return the response; null, after a failed check, if there is none although the DUT responds
  ///   to requests with the key
  /// @throws TestException if the DUT does not respond at all
  @Nullable MadPacketSpec verifyAnswered(MadPacketSpec request, Route way) throws TestException {
    MadPacketSpec response = mads.receiveIfAny();
    if (response == null) {
      read();
      if (!isLossless) {
        mads.send(request, way);
        response = mads.receiveIfAny();
      }
    }
    return verifyThere(response, request);
  }

  private @Nullable MadPacketSpec verifyThere(
      @Nullable MadPacketSpec response, MadPacketSpec request) {
    mads.steps()
        .checks()
        .verify(
            response == null ? 0 : response.frame(),
            response != null,
            () -> "a response to " + request,
            () -> "none, though the DUT responds to requests with the M_Key");
    return response;
  }

  /// Verifies that the read-write components of PortInfo are unchanged, except for those that
  /// change without a Set.
  ///
  /// @param changed components that are expected to differ
  boolean verifyUnchanged(MadPacketSpec before, MadPacketSpec after, Field... changed) {
    List<Field> leftOut = List.of(changed);
    boolean unchanged = true;
    for (Field field : PortInfo.LAYOUT.fields()) {
      if (field.access() == Access.RW && !MAY_MOVE.contains(field) && !leftOut.contains(field)) {
        unchanged &= mads.checks().verifyData(after, field, 0, before.data(field));
      }
    }
    return unchanged;
  }

  /// Returns a Set of PortInfo with the key: all components as read, except for values that must
  /// not be written back.
  MadPacketSpec setOf(MadPacketSpec portInfo) {
    MadPacketSpec set = MadPacketSpec.subnSet(PORT_INFO).dataOf(portInfo).mKey(key);
    return PortInfoWrites.makeWritable(set);
  }

  /// Sends a Set that may change the key. Once executed, such a Set cannot be repeated with the old
  /// key. Each try therefore carries the key that the DUT currently shows; every second one carries
  /// the test's own key, in case the DUT hides its key even from requesters that have it.
  ///
  /// @param send step at which the Set is sent
  /// @param receive step at which the response is received
  /// @return the response, or null if it was lost but the Set was executed
  @Nullable MadPacketSpec install(MadPacketSpec set, String send, String receive)
      throws TestException {
    for (int tries = 0; tries <= retries; tries++) {
      mads.steps().step(send);
      long shown = read().data(PortInfo.M_KEY);
      mads.sendOnce(set.mKey(shown == 0 && tries % 2 == 1 ? key : shown), mads.toDut());
      mads.steps().step(receive);
      MadPacketSpec response = mads.receiveIfAny();
      if (response != null || isStored(set, read())) {
        return response;
      }
    }
    throw new TestException(
        TestException.Cause.DUT,
        "step %s: no response to the Set that installs M_Key 0x%016X"
            .formatted(receive, set.data(PortInfo.M_KEY)));
  }

  /// Verifies that a Set answered with a code other than 0 has installed nothing; if it has,
  /// removes it.
  ///
  /// @param before PortInfo before the Set
  /// @param response response to the Set; null if it was lost but the Set was executed
  /// @return why the DUT is considered unprotected, as text; null if it is protected
  @Nullable String verifyRefusal(MadPacketSpec before, @Nullable MadPacketSpec response)
      throws TestException {
    boolean isRefused = response != null && response.header(MadStatus.CODE) != MadStatus.OK;
    MadPacketSpec held = isRefused ? read() : before;
    boolean isUntouched = GIVEN.stream().allMatch(f -> held.data(f) == before.data(f));
    mads.steps()
        .checks()
        .verify(
            held.frame(),
            isUntouched,
            () -> "the former values, as Status.Code of the response was not 0: " + shown(before),
            () -> shown(held));
    if (response == null || response.status() == MadStatus.OK) {
      return null;
    }
    if (!isUntouched) {
      remove();
    }
    String did = isUntouched ? ", and changed nothing" : ", and installed it all the same";
    return "the Set that installs M_KEY_DUT was answered with status 0x%04X%s"
        .formatted(response.status(), isRefused ? did : "");
  }

  /// Replaces the key by another one. A Set whose response is lost may have been executed: the new
  /// key then opens the port.
  ///
  /// @param level M_KeyProtectBits
  /// @return the protection with the new key
  MKeyProtection change(String step, long newKey, int level) throws TestException {
    MKeyProtection changed = new MKeyProtection(mads, retries, isLossless, newKey);
    for (int tries = 0; tries <= retries; tries++) {
      mads.steps().step(step);
      MadPacketSpec set = setOf(read()).setData(PortInfo.M_KEY, newKey);
      set.setData(PortInfo.M_KEY_PROTECT_BITS, level);
      set.setData(PortInfo.M_KEY_LEASE_PERIOD, 0);
      mads.sendOnce(set, mads.toDut());
      MadPacketSpec answer = mads.receiveIfAny();
      if (answer != null) {
        mads.steps()
            .needs(
                mads.checks().verifyStatusCode(answer, MadStatus.OK) && changed.verifyHeld(answer),
                "the DUT does not store another M_Key");
        return changed;
      }
      if (changed.isOpening()) {
        return changed;
      }
    }
    throw new TestException(
        TestException.Cause.DUT,
        "step %s: no response to the Set that changes M_Key to 0x%016X".formatted(step, newKey));
  }

  /// Verifies that a response to a requester with the key shows it, or hides it.
  private boolean verifyHeld(MadPacketSpec answer) {
    long shown = answer.data(PortInfo.M_KEY);
    return mads.steps()
        .checks()
        .verify(
            answer.frame(),
            shown == key || shown == 0,
            () -> "M_Key " + Shown.of(PortInfo.M_KEY, key),
            () -> "M_Key " + Shown.of(PortInfo.M_KEY, shown));
  }

  /// Whether the DUT has this key.
  boolean isOpening() throws TestException {
    mads.send(MadPacketSpec.subnGet(PORT_INFO).mKey(key));
    MadPacketSpec read = mads.receiveIfAny();
    return read != null && read.data(PortInfo.M_KEY) == key;
  }

  private static String shown(MadPacketSpec portInfo) {
    return GIVEN.stream()
        .map(field -> "%s %s".formatted(field.name(), Shown.of(field, portInfo.data(field))))
        .collect(Collectors.joining(", "));
  }

  private static boolean isStored(MadPacketSpec set, MadPacketSpec held) {
    return SET_UP.stream().allMatch(field -> held.data(field) == set.data(field));
  }

  /// Sets M_Key, M_KeyProtectBits and M_KeyViolations to 0.
  void remove() throws TestException {
    MadPacketSpec set = setOf(read());
    set.setData(PortInfo.M_KEY, 0);
    set.setData(PortInfo.M_KEY_PROTECT_BITS, 0);
    set.setData(PortInfo.M_KEY_VIOLATIONS, 0);
    mads.send(set);
    mads.receive();
  }
}

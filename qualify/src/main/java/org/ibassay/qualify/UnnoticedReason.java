package org.ibassay.qualify;

import java.util.Set;

/// Why no deviation fails a check alone at its step, as far as known. Reasons are assigned by
/// patterns, because each applies to many checks.
public enum UnnoticedReason {
  /// The step checks several fields in one loop.
  ONE_OF_MANY("as the step checks several fields alike, and another one is seen to fail"),

  /// Responses of a kind are checked alike.
  OTHER_STEP("as the field is checked alike at other steps, and is seen to fail at one of them"),

  /// The check follows the last iteration of a loop, each of which checks it.
  LAST_OF_LOOP("as a device that does this is seen to do it in the loop before"),

  /// On the page it is a check; of a DUT it is a fact.
  OF_SUBNET("as it is a condition on the links of the subnet, not on a response"),

  /// The procedure depends on requests of that kind.
  REFUSED_BEFORE(
      "as a device that rejects that request rejects an earlier one, which ends the part"),

  /// A device that changes its key no longer answers the tester's requests.
  KEY_CHANGED("as a device that changes its M_Key does not answer what would show it"),

  /// The snapshot sends requests to the LID in MasterSMLID.
  NOT_RUN("as a test that changes a subnet is not run where no node responds at MasterSMLID"),

  /// On the page it is a check; in the procedure it is also a branch.
  BRANCH(
      "as it says which steps follow, and a device that declares otherwise takes the other branch"),

  /// A response is recognized by its OpCode and PSN.
  OTHER_ANSWER("as the n-th answer is seen to have another OpCode or PSN, for n up to 8"),

  /// Packets are distinguished by their QP.
  OTHER_QP("as a packet for another QP is taken for none, and the missing one fails"),

  /// Deviations are tried over Ethernet with IPv4.
  OTHER_FRAMING("as one check serves all framings, and is seen to fail with IPv4"),

  /// The check may be superfluous, or a deviation is missing.
  UNKNOWN("");

  private static final Set<String> STATUS = Set.of("Status", "Status.Code");
  private static final Set<String> BRANCHES = Set.of("MulticastFDBCap", "IsLEDInfoSupported");
  private static final Set<String> ANSWERS = Set.of("BTH_OpCode", "BTH_PSN");
  private static final String ATTRIBUTES = "C14_024_.*|R14_.*";
  private static final String TRANSPORT = "[CRUWF]09_.*|M12_.*";
  private static final String ADMINISTRATION = "S15_.*|C15_.*";
  private static final String MASTER_STEP = "I4";
  private static final Set<String> LAST_STEPS = Set.of("R09_Immediate 6", "U09_InTurn 5");
  private static final Set<String> LINK_STEPS =
      Set.of("C15_0_1_012_17_02_1 A3.16", "C15_0_1_012_17_02_3 4.18");

  private final String text;

  UnnoticedReason(String text) {
    this.text = text;
  }

  /// The text after "not noticed"; empty if no reason is known.
  public String text() {
    return text;
  }

  /// @param step its id on the page
  /// @param field the field checked; empty for a condition on more than one field
  /// @param isOneOfMany whether a deviation fails another field of the same step
  /// @param isSeenElsewhere whether a deviation fails the field at another step
  static UnnoticedReason of(
      String test, String step, String field, boolean isOneOfMany, boolean isSeenElsewhere) {
    UnnoticedReason reason = of(test, step, field, isOneOfMany);
    return reason == UNKNOWN && isSeenElsewhere ? OTHER_STEP : reason;
  }

  private static UnnoticedReason of(String test, String step, String field, boolean isOneOfMany) {
    String place = test + " " + step;
    if (field.isEmpty() && LAST_STEPS.contains(place)) {
      return LAST_OF_LOOP;
    }
    if (field.isEmpty() && LINK_STEPS.contains(place)) {
      return OF_SUBNET;
    }
    if (STATUS.contains(field) && test.matches(ATTRIBUTES)) {
      return REFUSED_BEFORE;
    }
    if (field.equals("M_Key")) {
      return KEY_CHANGED;
    }
    if (test.matches(TRANSPORT)) {
      UnnoticedReason reason = ofPacket(field);
      return reason == UNKNOWN && isOneOfMany ? ONE_OF_MANY : reason;
    }
    if (test.matches(ADMINISTRATION) && step.equals(MASTER_STEP) && field.isEmpty()) {
      return NOT_RUN;
    }
    if (BRANCHES.contains(field)) {
      return BRANCH;
    }
    return isOneOfMany ? ONE_OF_MANY : UNKNOWN;
  }

  private static UnnoticedReason ofPacket(String field) {
    if (field.equals("BTH_DestQP")) {
      return OTHER_QP;
    }
    if (ANSWERS.contains(field)) {
      return OTHER_ANSWER;
    }
    return field.matches("(IPv6|LRH)[:_].*|framing") ? OTHER_FRAMING : UNKNOWN;
  }
}

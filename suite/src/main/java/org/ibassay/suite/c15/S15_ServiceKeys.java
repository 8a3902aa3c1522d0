package org.ibassay.suite.c15;

import static org.ibassay.suite.Parameter.SERVICE_ID;
import static org.ibassay.suite.Parameter.SM_KEY;
import static org.ibassay.suite.Shown.counted;
import static org.ibassay.wire.sa.ServiceRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_KEY;

import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.SaPacketSpec;
import org.ibassay.suite.SaRecord;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.SaStatus;
import org.ibassay.wire.sa.ServiceRecord;

/// # A ServiceKey is compared whole, and shown to trusted requesters only
///
/// - Section: 15.2.5.14
/// - Coverage: none
/// - Topology: any
/// - DUT qualifiers: the DUT runs the subnet manager and subnet administration
/// - Assertions: ia-s15-service-keys#01, ia-s15-service-keys#02, ia-s15-service-keys#03,
///   ia-s15-service-keys#04, ia-s15-service-keys#05
///
/// The tester registers two services with different ServiceKeys. No response without an SM_Key
/// shows a ServiceKey, not even to who names it, and no service is found by another ServiceKey than
/// its own.
///
/// ## Notes
///
/// - This test is the suite's own. The services are those of S15_Services. OpenSM's source cites
///   that ServiceKey shall be 0 in the response, except for a trusted request: one with the SM_Key.
/// - The response to the Set, whose sender knows the key, may repeat it.
/// - Whether a request without SM_Key finds a service by its ServiceKey is open, as it must not
///   learn the key.
/// - Wrong ServiceKeys are that of the other service, and those that differ in the first bit of an
///   octet, in turn each of the 16, or in the last bit of the last one.
/// - The SM_Key is the parameter of that name. If the DUT returns no record for it, another key may
///   be the right one, and steps A7 and A8 are inconclusive.
///
/// ## Procedure
///
/// - A1: SubnAdmGet(ServiceRecord) with ServiceID, ServiceGID and ServiceP_Key of each candidate.
///   ONE and TWO are the first two that are not registered.
/// - A2: SubnAdmSet(ServiceRecord) of ONE and of TWO, each with a ServiceKey of its own; verify
///   Status 0 and each component, and that ServiceKey is 0 or as set. [ia-s15-service-keys#01]
/// - A3: SubnAdmGet and SubnAdmGetTable(ServiceRecord) with ServiceID, ServiceGID and ServiceP_Key
///   of each; verify Status 0, each component, and ServiceKey 0. [ia-s15-service-keys#02]
/// - A4: Repeat step A3 with the ServiceKey of the service; verify that a record in the response is
///   that of the service, and has ServiceKey 0. [ia-s15-service-keys#02]
/// - A5: Repeat step A3 for ONE with each wrong ServiceKey; verify that there are no records.
///   [ia-s15-service-keys#03]
/// - A6: Repeat step A3 for ONE with the SM_Key; verify that ServiceKey is that of ONE, or 0.
///   [ia-s15-service-keys#04]
/// - A7: If it was that of ONE, repeat step A4 for ONE with the SM_Key; verify that there is one
///   record, that of ONE. [ia-s15-service-keys#05]
/// - A8: Repeat step A5 with the SM_Key; verify that there are no records. [ia-s15-service-keys#05]
/// - A9: SubnAdmDelete(ServiceRecord) of both; verify that ServiceKey is 0.
///   [ia-s15-service-keys#02]
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.CHANGES,
    changes = Change.SERVICE_RECORD,
    parameters = {SERVICE_ID, SM_KEY})
public final class S15_ServiceKeys extends C15_0_1_012 {
  private static final int LEASE = 600;
  private static final long UNTRUSTED = 0;
  private static final byte[] KEY = "ibassay's secret".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] OTHER_KEY = "its other secret".getBytes(StandardCharsets.US_ASCII);

  @Override
  public boolean execute() throws TestException {
    repeatForSubnets(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("A1");
    List<OfferedService> free = freeServices(parameter(SERVICE_ID), 2);
    OfferedService one = free.getFirst();
    OfferedService two = free.getLast();
    part(() -> verifyKeys(one, two));
    for (OfferedService service : free) {
      step("A9");
      SaPacketSpec answer = ask(service.identity(subnAdmDelete(ATTRIBUTE)));
      if (answer.status() == 0) {
        verifyNoKey(answer.record());
      }
    }
  }

  private void verifyKeys(OfferedService one, OfferedService two) throws TestException {
    register(one, KEY);
    register(two, OTHER_KEY);
    for (SaRequest request : List.of(subnAdmGet(ATTRIBUTE), subnAdmGetTable(ATTRIBUTE))) {
      verifyHidden(request, one, KEY);
    }
    for (SaRequest request : List.of(subnAdmGet(ATTRIBUTE), subnAdmGetTable(ATTRIBUTE))) {
      verifyHidden(request, two, OTHER_KEY);
    }
    verifyNoneBy("A5", one, UNTRUSTED);
    verifyTrusted(one);
  }

  private void register(OfferedService service, byte[] key) throws TestException {
    step("A2");
    SaPacketSpec answer = ask(service.whole(subnAdmSet(ATTRIBUTE), LEASE).with(SERVICE_KEY, key));
    needs(verifyStatus(answer, SaStatus.OK), "a service was not registered");
    service.verify(checks(), answer.record());
    verifyKeyOrNone(answer.record(), key);
  }

  /// Steps A3 and A4.
  private void verifyHidden(SaRequest request, OfferedService service, byte[] key)
      throws TestException {
    step("A3");
    SaPacketSpec plain = ask(service.identity(request));
    SaRecord record = one(plain);
    service.verify(checks(), record);
    verifyNoKey(record);
    step("A4");
    for (SaRecord named : recordsOf(ask(request.with(SERVICE_KEY, key)))) {
      service.verify(checks(), named);
      verifyNoKey(named);
    }
  }

  private void verifyNoneBy(String step, OfferedService service, long smKey) throws TestException {
    List<byte[]> keys = wrongKeys();
    for (int i = 0; i < keys.size(); i++) {
      byte[] wrong = keys.get(i);
      at(
          "ServiceKey",
          i + 1,
          () -> {
            for (SaRequest request : List.of(subnAdmGet(ATTRIBUTE), subnAdmGetTable(ATTRIBUTE))) {
              step(step);
              verifyNoRecords(ask(service.identity(request).with(SERVICE_KEY, wrong).smKey(smKey)));
            }
          });
    }
  }

  private static List<byte[]> wrongKeys() {
    List<byte[]> keys = new ArrayList<>();
    for (int i = 0; i < KEY.length; i++) {
      keys.add(changed(i, 0x80));
    }
    keys.add(changed(KEY.length - 1, 1));
    keys.add(OTHER_KEY);
    return keys;
  }

  private static byte[] changed(int octet, int bit) {
    byte[] key = KEY.clone();
    key[octet] ^= (byte) bit;
    return key;
  }

  /// Steps A6 to A8.
  private void verifyTrusted(OfferedService one) throws TestException {
    step("A6");
    sendMad(one.identity(subnAdmGet(ATTRIBUTE)).smKey(parameter(SM_KEY)));
    SaPacketSpec answer = receiveMadIfAny();
    needs(
        answer != null && answer.status() == 0,
        "the DUT gives no ServiceRecord with SM_KEY: if its SM_Key is another, give it with"
            + " --param SM_KEY=KEY");
    boolean isShown = true;
    for (SaRequest request : List.of(subnAdmGet(ATTRIBUTE), subnAdmGetTable(ATTRIBUTE))) {
      SaRecord record = one(ask(one.identity(request).smKey(parameter(SM_KEY))));
      verifyKeyOrNone(record, KEY);
      isShown &= record.has(SERVICE_KEY) && Arrays.equals(key(record), KEY);
    }
    step("A7");
    if (isShown) {
      for (SaRequest request : List.of(subnAdmGet(ATTRIBUTE), subnAdmGetTable(ATTRIBUTE))) {
        SaRequest named = one.identity(request).with(SERVICE_KEY, KEY).smKey(parameter(SM_KEY));
        one.verify(checks(), one(ask(named)));
      }
    } else {
      notApplicable("the SA shows no ServiceKey");
    }
    verifyNoneBy("A8", one, parameter(SM_KEY));
  }

  // --- checks

  /// Returns the one record of a response.
  private SaRecord one(SaPacketSpec answer) {
    List<SaRecord> records = recordsOf(answer);
    boolean isOne =
        verify(
            answer,
            records.size() == 1,
            () -> "1 record",
            () ->
                "status %s, %s".formatted(answer.statusText(), counted(records.size(), "record")));
    return isOne ? records.getFirst() : answer.missing("record");
  }

  private void verifyNoKey(SaRecord record) {
    verifyData(record, SERVICE_KEY, new byte[0]);
  }

  private void verifyKeyOrNone(SaRecord record, byte[] key) {
    if (!record.has(SERVICE_KEY) || !Arrays.equals(key(record), key)) {
      verifyNoKey(record);
    }
  }

  private static byte[] key(SaRecord record) {
    return record.slice(ServiceRecord.SERVICE_KEY).toArray(ValueLayout.JAVA_BYTE);
  }
}

package org.ibassay.suite.c15;

import static org.ibassay.wire.sa.MultiPathRecord.D_GID_COUNT;
import static org.ibassay.wire.sa.MultiPathRecord.S_GID_COUNT;
import static org.ibassay.wire.sa.PathRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.PathRecord.DGID;
import static org.ibassay.wire.sa.PathRecord.DLID;
import static org.ibassay.wire.sa.PathRecord.MTU;
import static org.ibassay.wire.sa.PathRecord.NUMB_PATH;
import static org.ibassay.wire.sa.PathRecord.PACKET_LIFE_TIME;
import static org.ibassay.wire.sa.PathRecord.P_KEY;
import static org.ibassay.wire.sa.PathRecord.RATE;
import static org.ibassay.wire.sa.PathRecord.SGID;
import static org.ibassay.wire.sa.PathRecord.SL;
import static org.ibassay.wire.sa.PathRecord.SLID;
import static org.ibassay.wire.sa.Selector.EXACTLY;
import static org.ibassay.wire.sa.Selector.GREATER_THAN;
import static org.ibassay.wire.sa.Selector.LESS_THAN;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Reading;
import org.ibassay.suite.SaPacketSpec;
import org.ibassay.suite.SaRecord;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.sa.ClassPortInfo;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.MultiPathRecord;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.SaStatus;

/// # MultiPathRecord finds paths from any of several ports to any of several others
///
/// - Section: 15.2.5.20
/// - Coverage: none
/// - Topology: any of up to 64 nodes
/// - DUT qualifiers: the DUT runs the subnet manager and subnet administration
/// - Assertions: ia-s15-multi-path#01, ia-s15-multi-path#02, ia-s15-multi-path#03,
///   ia-s15-multi-path#04, ia-s15-multi-path#05, ia-s15-multi-path#06, ia-s15-multi-path#07
///
/// The tester requests paths between ports with SubnAdmGetMulti, from one to one and from several
/// to several. The response holds PathRecords between these ports only, and SubnAdmGet(PathRecord)
/// returns each of these paths, too.
///
/// ## Notes
///
/// - This test is the suite's own. MultiPathRecord is optional: if the DUT does not declare
///   IsMultiPathSupported in ClassPortInfo, only step A2 applies. How it rejects the method is the
///   reading `sa-wrong-method`.
/// - Requests are sent by RMPP, in one segment, as 15.4 requires for SubnAdmGetMulti; OpenSM
///   rejects others. S15_RmppRequest covers requests of several segments.
/// - NumbPath limits the total number of paths in a response, so that not every pair of ports need
///   have one. With two ports at either end and NumbPath 2, OpenSM returns paths that share as
///   little as possible.
/// - Whether a port that is named twice has its paths twice is open.
/// - How "no such path" is reported is open: by a status, or by an empty table. A path that the
///   stack below the tester did not deliver is not checked.
///
/// ## Procedure
///
/// - A1: SubnAdmGet(ClassPortInfo); read IsMultiPathSupported.
/// - A2: Without IsMultiPathSupported: SubnAdmGetMulti(MultiPathRecord) from the tester to the DUT,
///   sent once; verify that a response has a Status other than 0, and leave out the remaining
///   steps. [ia-s15-multi-path#02]
/// - A3: Read the subnet by directed routes from the tester's port, up to 64 nodes.
/// - A4: SubnAdmGetMulti(MultiPathRecord) from the tester to the DUT with NumbPath 2. Verify:
///   - A4.1: Status == 0; Method is GetMultiResp, and AttributeID that of PathRecord.
///     [ia-s15-multi-path#03]
///   - A4.2: There are one or two paths, each from the tester to the DUT. [ia-s15-multi-path#04]
/// - A5: For each path, SubnAdmGet(PathRecord) by SGID, DGID, SLID and DLID; verify that it has the
///   same Mtu, Rate and PacketLifeTime, and that the selectors are 2. [ia-s15-multi-path#05]
/// - A6: Repeat step A4 with one more component, as in the path of step A4: P_Key, SL; Mtu, Rate
///   and PacketLifeTime "exactly"; verify that there is a path with the requested value. With SL
///   11, verify that there is no path, or one with that SL. [ia-s15-multi-path#06]
/// - A7: Repeat step A4 with values that no path has: an Mtu or Rate greater than that of the
///   slower end, or less than the least; a PacketLifeTime greater than 63 or less than 0; the P_Key
///   of a partition of which neither end is a member; verify that there is no path.
///   [ia-s15-multi-path#07]
/// - A8: From the tester to all ports, from all to the tester, and from two to two, each with
///   NumbPath 1, 2 and 3, checked as in steps A4.1 and A5; verify that there are 1 to NumbPath
///   paths, each between two of these ports. [ia-s15-multi-path#04]
/// - A9: From the tester to a GID that no port has, and from that GID to the DUT; SGIDCount 0;
///   DGIDCount 0; without the component SGIDCount, without DGIDCount; DGIDCount 200 with two GIDs.
///   Verify that there is no path; of all but the first two, Status can be
///   ERR_REQ_INSUFFICIENT_COMPONENTS, too. [ia-s15-multi-path#01]
/// - A10: Repeat step A4; verify Status == 0. [ia-s15-multi-path#03]
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.READS)
public final class S15_MultiPath extends C15_0_1_012 {
  private static final long NOBODY = 0x021B_A5FF_FE5A_0001L;
  private static final int LEAST_MTU = 1;
  private static final int FIRST_RATE = 2;
  private static final int GREATEST_LIFE_TIME = 63;
  private static final int OTHER_SL = 11;
  private static final int FEW = 2;
  private static final int TOO_MANY = 200;
  private static final int MOST_GIDS = 5;

  @Override
  public boolean execute() throws TestException {
    repeatForSubnets(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    MultiPathQuery toDut =
        MultiPathQuery.of(List.of(tester().gid()), List.of(dut().gid()))
            .with(PathQuery.ofNothing().with(NUMB_PATH, FEW));
    step("A1");
    sendMad(subnAdmGet(ClassPortInfo.ATTRIBUTE));
    SaPacketSpec info = receiveMad();
    needs(info.status() == 0, "the SA did not return its ClassPortInfo");
    if (info.record().data(ClassPortInfo.IS_MULTIPATH_SUPPORTED) == 0) {
      verifyUnsupported(toDut);
      leaveOut("the SA does not declare IsMultiPathSupported", "A3", "A10");
      return;
    }
    leaveOut("the SA declares IsMultiPathSupported", "A2", "A2");
    step("A3");
    FabricView subnet = readSubnet();
    if (subnet == null) {
      return;
    }
    final List<Gid> ports =
        PathPairs.of(subnet, ends(), mads()).ports().stream()
            .map(DirectEndPort::gid)
            .limit(MOST_GIDS)
            .toList();
    List<SaRecord> paths = ask("A4", toDut, FEW);
    verifyComponents(toDut, paths);
    verifySeveral(ports);
    verifyNobody(toDut);
    step("A10");
    sendMad(toDut.request());
    verifyStatusOk(receiveMad());
  }

  private void verifyUnsupported(MultiPathQuery query) throws TestException {
    step("A2");
    sendMadOnce(query.request());
    SaPacketSpec answer = receiveMadIfAny();
    long frame = answer == null ? 0 : answer.frame();
    verify(
        frame,
        answer == null || answer.status() != 0,
        () -> "a Status other than 0, as IsMultiPathSupported is 0",
        () -> String.valueOf(answer));
    long code = answer == null ? 0 : answer.header(MadStatus.CODE);
    String answered =
        code == MadStatus.BAD_METHOD_ATTRIBUTE
            ? "code-3"
            : code == MadStatus.BAD_METHOD ? "code-2" : "other-code";
    reading(frame, Reading.SA_WRONG_METHOD, answer == null ? "silence" : answered);
  }

  /// Returns the delivered paths of a response, each checked.
  ///
  /// @param most greatest number of paths allowed
  private List<SaRecord> ask(String step, MultiPathQuery query, int most) throws TestException {
    step(step.equals("A4") ? "A4.1" : step);
    sendMad(query.request());
    SaPacketSpec answer = receiveMad();
    step("A4.1");
    verifyStatusOk(answer);
    long method = answer.header(MadHeader.METHOD);
    long attribute = answer.header(MadHeader.ATTRIBUTE_ID);
    verify(
        answer,
        method == SaMethod.GET_MULTI_RESP && attribute == ATTRIBUTE.id(),
        () -> "Method 0x94 and AttributeID 0x0035",
        () -> "Method 0x%02X and AttributeID 0x%04X".formatted(method, attribute));
    step(step.equals("A4") ? "A4.2" : step);
    int count = answer.records().size();
    verify(
        answer,
        count >= 1 && count <= most,
        () -> "1 to " + counted(most, "path"),
        () -> counted(count, "path"));
    List<SaRecord> paths = answer.records().stream().filter(this::isWhole).toList();
    for (SaRecord path : paths) {
      verify(
          path,
          DGID,
          query.isBetween(path.gid(SGID), path.gid(DGID)),
          () -> "a path between ports that were named",
          () -> MultiPathQuery.ends(path));
    }
    for (SaRecord path : paths) {
      verifySingle(path);
    }
    return paths;
  }

  private boolean isWhole(SaRecord path) {
    return path.has(PACKET_LIFE_TIME);
  }

  /// Verifies that SubnAdmGet returns the same path.
  private void verifySingle(SaRecord path) throws TestException {
    step("A5");
    SaRequest request =
        subnAdmGet(ATTRIBUTE)
            .with(SGID, path.gid(SGID))
            .with(DGID, path.gid(DGID))
            .with(SLID, path.data(SLID))
            .with(DLID, path.data(DLID));
    sendMad(request);
    SaPacketSpec single = receiveMad();
    boolean isGiven =
        verify(
            single,
            single.status() == 0,
            () -> "the path of %s in response to SubnAdmGet".formatted(path),
            () -> "status " + single.statusText());
    if (isGiven) {
      for (Field field : List.of(MTU, RATE, PACKET_LIFE_TIME)) {
        verifyData(path, field, single.record().data(field));
        verifyData(path, PathQuery.selectorOf(field), EXACTLY);
      }
    }
  }

  private void verifyComponents(MultiPathQuery toDut, List<SaRecord> paths) throws TestException {
    step("A6");
    needs(!paths.isEmpty(), "no path is known");
    SaRecord path = paths.getFirst();
    PathQuery nothing = toDut.wish();
    List<PathQuery> met = new ArrayList<>();
    for (Field field : List.of(P_KEY, SL)) {
      met.add(nothing.with(field, path.data(field)));
    }
    for (Field field : List.of(MTU, RATE, PACKET_LIFE_TIME)) {
      met.add(nothing.with(field, EXACTLY, path.data(field)));
    }
    for (PathQuery wish : met) {
      at(wish.what(), wish.value(), () -> verifyMet(toDut.with(wish)));
    }
    at("SL", OTHER_SL, () -> verifyMetOrNone(toDut.with(nothing.with(SL, OTHER_SL))));
    for (PathQuery wish : impossible(nothing)) {
      at(wish.what(), wish.value(), () -> verifyNone("A7", toDut.with(wish).request()));
    }
  }

  private void verifyMet(MultiPathQuery query) throws TestException {
    step("A6");
    sendMad(query.request());
    SaPacketSpec answer = receiveMad();
    int count = answer.status() == 0 ? answer.records().size() : 0;
    verify(
        answer,
        count > 0,
        () -> "a path",
        () -> "status %s, %s".formatted(answer.statusText(), counted(count, "path")));
    if (count > 0) {
      for (SaRecord path : answer.records().stream().filter(this::isWhole).toList()) {
        query.wish().verifyMet(checks(), path);
      }
    }
  }

  private void verifyMetOrNone(MultiPathQuery query) throws TestException {
    step("A6");
    sendMad(query.request());
    SaPacketSpec answer = receiveMad();
    if (answer.hasNoRecords() || answer.isRefusal()) {
      verifyNoRecords(answer);
    } else {
      answer.records().stream()
          .filter(this::isWhole)
          .forEach(path -> query.wish().verifyMet(checks(), path));
    }
  }

  private List<PathQuery> impossible(PathQuery nothing) {
    List<PathQuery> all = new ArrayList<>();
    all.add(nothing.with(MTU, GREATER_THAN, Math.min(tester().mtu(), dut().mtu())));
    all.add(nothing.with(MTU, LESS_THAN, LEAST_MTU));
    all.add(nothing.with(RATE, LESS_THAN, FIRST_RATE));
    tester()
        .rate()
        .flatMap(one -> dut().rate().map(other -> one.compareTo(other) < 0 ? one : other))
        .ifPresent(slower -> all.add(nothing.with(RATE, GREATER_THAN, slower.code())));
    all.add(nothing.with(PACKET_LIFE_TIME, GREATER_THAN, GREATEST_LIFE_TIME));
    all.add(nothing.with(PACKET_LIFE_TIME, LESS_THAN, 0));
    all.add(nothing.with(P_KEY, ends().foreignPKey()));
    return all;
  }

  private void verifyNone(String step, SaRequest request) throws TestException {
    step(step);
    sendMad(request);
    verifyNoRecords(receiveMad());
  }

  private void verifySeveral(List<Gid> ports) throws TestException {
    List<Gid> self = List.of(tester().gid());
    List<Gid> two = ports.subList(0, Math.min(2, ports.size()));
    for (MultiPathQuery query :
        List.of(
            MultiPathQuery.of(self, ports),
            MultiPathQuery.of(ports, self),
            MultiPathQuery.of(two, two))) {
      for (int most = 1; most <= 3; most++) {
        int limit = most;
        PathQuery wish = PathQuery.ofNothing().with(NUMB_PATH, limit);
        at("NumbPath", limit, () -> ask("A8", query.with(wish), limit));
      }
    }
  }

  private void verifyNobody(MultiPathQuery toDut) throws TestException {
    List<Gid> nobody = List.of(new Gid(tester().gid().prefix(), NOBODY));
    long named = toDut.request().componentMask();
    List<SaRequest> requests =
        List.of(
            MultiPathQuery.of(toDut.from(), nobody).request(),
            MultiPathQuery.of(nobody, toDut.to()).request(),
            MultiPathQuery.of(List.of(), toDut.to()).request(),
            MultiPathQuery.of(toDut.from(), List.of()).request(),
            toDut.request().componentMask(named & ~bit(S_GID_COUNT)),
            toDut.request().componentMask(named & ~bit(D_GID_COUNT)),
            toDut.request().carrying(D_GID_COUNT, TOO_MANY));
    for (int i = 0; i < requests.size(); i++) {
      SaRequest request = requests.get(i);
      boolean isIncomplete = i >= 2;
      at("request", i + 1, () -> verifyRejected(request, isIncomplete));
    }
  }

  private void verifyRejected(SaRequest request, boolean isIncomplete) throws TestException {
    step("A9");
    sendMad(request);
    SaPacketSpec answer = receiveMad();
    boolean isInsufficient = answer.isRefusedWith(SaStatus.REQ_INSUFFICIENT_COMPONENTS);
    if (isInsufficient && isIncomplete) {
      verifyRefused(answer, SaStatus.REQ_INSUFFICIENT_COMPONENTS);
    } else {
      verifyNoRecords(answer);
    }
  }

  private static long bit(Field component) {
    return MultiPathRecord.ATTRIBUTE.mask(component);
  }
}

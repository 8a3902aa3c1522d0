package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.SaEdits.deviation;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.ibassay.device.sa.RecordAnswer;
import org.ibassay.device.sa.ReportRules;
import org.ibassay.device.sa.SaCall;
import org.ibassay.device.sa.SaRules;
import org.ibassay.device.sm.EndPort;
import org.ibassay.device.sm.Subnet;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.Notice;
import org.ibassay.wire.attribute.NoticeDetails;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.InformInfo;
import org.ibassay.wire.sa.NodeRecord;
import org.ibassay.wire.sa.PathRecord;
import org.ibassay.wire.sa.PortInfoRecord;
import org.ibassay.wire.sa.SaAttribute;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaNotice;
import org.jspecify.annotations.Nullable;

/// Deviations in the Reports of ports that join or leave the subnet.
final class PortReportDeviations {
  private static final int IN_SERVICE = 64;
  private static final int OUT_OF_SERVICE = 65;
  private static final Field GID_ADDR =
      NoticeDetails.of(IN_SERVICE).orElseThrow().fields().getFirst();

  private static final Field PORT_GUID = NodeRecord.NODE_INFO.of(NodeInfo.PORT_GUID);

  private PortReportDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(events(), subscribers(), contents(), stale())
        .flatMap(List::stream)
        .map(made -> made.on(SimParameter.SWITCHES, 1).on(SimParameter.HOST, 1))
        .toList();
  }

  /// Whether a trap about a port is sent after a sweep.
  private interface Event {
    boolean is(int trap, Gid port, boolean isNew, boolean isGone);
  }

  private static List<DeviationSpec> events() {
    return List.of(
        event("none-returned", "does not report ports that are new", t -> t != IN_SERVICE),
        event("none-left", "does not report ports that have left", t -> t != OUT_OF_SERVICE),
        event(
            "swapped",
            "reports new ports as out of service, and vice versa",
            () -> (trap, _, isNew, isGone) -> trap == IN_SERVICE ? isGone : isNew),
        event(
            "both",
            "reports each change of a port by both traps",
            () -> (_, _, isNew, isGone) -> isNew || isGone),
        event(
            "each-sweep",
            "reports all ports as new after each sweep",
            () -> (trap, _, _, isGone) -> (trap == IN_SERVICE) != isGone),
        event(
            "all-left",
            "reports all ports as out of service after each sweep",
            () -> (trap, _, isNew, _) -> trap == OUT_OF_SERVICE || isNew),
        event(
            "again", "reports a new port again after the next sweep", PortReportDeviations::again),
        event("once", "reports a port only the first time", PortReportDeviations::once),
        event("itself", "reports itself as new after each sweep", PortReportDeviations::itself));
  }

  /// Records of ports that have left.
  private static List<DeviationSpec> stale() {
    return List.of(
        stale(
            "node-record-kept",
            NodeRecord.ATTRIBUTE,
            (call, port) ->
                call.means(NodeRecord.ATTRIBUTE, NodeRecord.LID)
                    && port.has((int) call.asked(NodeRecord.LID))),
        stale(
            "guid-kept",
            NodeRecord.ATTRIBUTE,
            (call, port) ->
                call.means(NodeRecord.ATTRIBUTE, PORT_GUID)
                    && port.guid() == call.asked(PORT_GUID)),
        stale(
            "port-record-kept",
            PortInfoRecord.ATTRIBUTE,
            (call, port) ->
                call.means(PortInfoRecord.ATTRIBUTE, PortInfoRecord.ENDPORT_LID)
                    && port.has((int) call.asked(PortInfoRecord.ENDPORT_LID))),
        stale(
            "path-kept",
            PathRecord.ATTRIBUTE,
            (call, port) ->
                call.means(PathRecord.ATTRIBUTE, PathRecord.DGID)
                    && port.gid().equals(call.askedGid(PathRecord.DGID))));
  }

  private static DeviationSpec stale(
      String name, SaAttribute attribute, BiPredicate<SaCall, EndPort> isOf) {
    return deviation(
        "portreport." + name,
        "still returns the %s of a port that has left".formatted(attribute.name()),
        seams -> {
          List<EndPort> left = new ArrayList<>();
          List<EndPort> present = new ArrayList<>();
          seams.administration.deviate(rules ->
              new SaRules.Overlay(rules) {
                @Override
                public Subnet subnet(Subnet swept) {
                  left.addAll(present);
                  present.clear();
                  present.addAll(swept.ports());
                  left.removeIf(
                      port -> present.stream().anyMatch(other -> other.guid() == port.guid()));
                  return super.subnet(swept);
                }

                @Override
                public RecordAnswer answer(SaCall call, RecordAnswer found) {
                  RecordAnswer answer = super.answer(call, found);
                  boolean isStale =
                      call.isFor(attribute)
                          && call.isGet()
                          && answer.records().isEmpty()
                          && left.stream().anyMatch(port -> isOf.test(call, port));
                  return isStale
                      ? RecordAnswer.of(
                          List.of(call.mad().asSlice(SaHeader.DATA, attribute.layout().bytes())))
                      : answer;
                }
              });
        });
  }

  private static Event again() {
    Set<Gid> due = new HashSet<>();
    return (trap, port, isNew, isGone) -> {
      if (trap == OUT_OF_SERVICE) {
        return isGone;
      }
      boolean isDue = due.remove(port);
      return isNew ? due.add(port) : isDue && !isGone;
    };
  }

  private static Event once() {
    Set<Gid> left = new HashSet<>();
    return (trap, port, isNew, isGone) -> trap == IN_SERVICE ? isNew : isGone && left.add(port);
  }

  /// The first port of a sweep is its own.
  private static Event itself() {
    @Nullable Gid[] own = new Gid[1];
    return (trap, port, isNew, isGone) -> {
      if (own[0] == null) {
        own[0] = port;
      }
      return trap == IN_SERVICE ? isNew || port.equals(own[0]) : isGone;
    };
  }

  private static DeviationSpec event(String name, String text, IntPredicate traps) {
    return event(
        name,
        text,
        () ->
            (trap, _, isNew, isGone) -> traps.test(trap) && (trap == IN_SERVICE ? isNew : isGone));
  }

  private static DeviationSpec event(String name, String text, Supplier<Event> made) {
    return rules(
        name,
        text,
        () -> {
          Event event = made.get();
          return new ReportRules() {
            @Override
            public boolean isEvent(int trap, Gid port, boolean isNew, boolean isGone) {
              return event.is(trap, port, isNew, isGone);
            }
          };
        });
  }

  private static List<DeviationSpec> subscribers() {
    return List.of(
        rules("returned-to-all", "reports new ports to every port", () -> new ToAll(IN_SERVICE)),
        rules(
            "left-to-all",
            "reports ports that have left to every port",
            () -> new ToAll(OUT_OF_SERVICE)),
        rules(
            "trap-number-ignored",
            "treats a subscription to trap 65 as one to trap 64, too",
            () ->
                new ReportRules() {
                  @Override
                  public boolean isForTrap(MemorySegment informInfo, MemorySegment notice) {
                    return ReportRules.super.isForTrap(informInfo, notice)
                        || (InformInfo.TRAP_NUMBER_DEVICE_ID.get(informInfo, 0) == OUT_OF_SERVICE
                            && Notice.TRAP_NUMBER_DEVICE_ID.get(notice, 0) == IN_SERVICE);
                  }
                }));
  }

  private static final class ToAll implements ReportRules {
    private final int which;
    private int last;

    ToAll(int which) {
      this.which = which;
    }

    @Override
    public boolean reports(int trap) {
      last = trap;
      return true;
    }

    @Override
    public boolean reportsAll() {
      return last == which;
    }
  }

  private static List<DeviationSpec> contents() {
    return List.of(
        edit(
            "gid-low-bit",
            "the GID of another port",
            notice -> {
              Gid gid = Gid.get(GID_ADDR, notice, 0);
              new Gid(gid.prefix(), gid.guid() ^ 1).set(GID_ADDR, notice, 0);
            }),
        edit(
            "gid-guid-only",
            "a GID without prefix",
            notice -> new Gid(0, Gid.get(GID_ADDR, notice, 0).guid()).set(GID_ADDR, notice, 0)),
        edit(
            "gid-is-issuer",
            "the GID of the subnet manager",
            notice -> Gid.get(SaNotice.ISSUER_GID, notice, 0).set(GID_ADDR, notice, 0)),
        edit(
            "issuer-is-port",
            "the GID of the port as IssuerGID",
            notice -> Gid.get(GID_ADDR, notice, 0).set(SaNotice.ISSUER_GID, notice, 0)),
        field("issuer-lid-0", "IssuerLID 0", Notice.ISSUER_LID, 0),
        field("producer-type-1", "ProducerType 1", Notice.PRODUCER_TYPE_VENDOR_ID, 1),
        field("type-4", "Type 4", Notice.TYPE, 4),
        field("is-generic-0", "IsGeneric 0", Notice.IS_GENERIC, 0));
  }

  private static DeviationSpec field(String name, String text, Field field, long value) {
    return edit(name, text, notice -> field.set(notice, 0, value));
  }

  private static DeviationSpec edit(String name, String text, Consumer<MemorySegment> edit) {
    return rules(
        name,
        "reports changes of ports with " + text,
        () ->
            new ReportRules() {
              @Override
              public void edit(MemorySegment report) {
                MemorySegment notice = report.asSlice(SaHeader.DATA);
                if (Notice.TRAP_NUMBER_DEVICE_ID.get(notice, 0) <= OUT_OF_SERVICE) {
                  edit.accept(notice);
                }
              }
            });
  }

  private static DeviationSpec rules(String name, String text, Supplier<ReportRules> wrong) {
    return deviation("portreport." + name, text, seams -> seams.reports.deviate(_ -> wrong.get()));
  }
}

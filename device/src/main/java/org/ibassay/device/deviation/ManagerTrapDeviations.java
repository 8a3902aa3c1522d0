package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.ManagerDeviations.rule;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.ibassay.device.sm.ManagerRules;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Notice;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;

/// Deviations of a subnet manager when it receives traps.
final class ManagerTrapDeviations {
  private static final long LOWER_HALF = 0xFFFF_FFFFL;
  private static final long LINK_STATE = 128;
  private static final long LOCAL_CHANGES = 144;

  private ManagerTrapDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(repressed(), headers(), notices(), sweeps()).flatMap(List::stream).toList();
  }

  private static List<DeviationSpec> repressed() {
    return List.of(
        represses("trap-unrepressed", "represses no trap", () -> _ -> false),
        represses(
            "trap-change-repressed",
            "represses only traps that report a change",
            () -> trap -> trap == LINK_STATE || trap == LOCAL_CHANGES),
        represses(
            "trap-144-unrepressed",
            "does not repress trap 144",
            () -> trap -> trap != LOCAL_CHANGES),
        represses(
            "trap-first-repressed", "represses the first trap only", ManagerTrapDeviations::first),
        represses(
            "trap-third-unrepressed",
            "does not repress every third trap",
            () -> {
              int[] traps = {0};
              return _ -> ++traps[0] % 3 != 0;
            }));
  }

  private static List<DeviationSpec> headers() {
    return List.of(
        repress("transaction-0", MadHeader.TRANSACTION_ID, _ -> 0),
        repress("transaction-next", MadHeader.TRANSACTION_ID, id -> id + 1),
        repress("transaction-lower-half", MadHeader.TRANSACTION_ID, id -> id & LOWER_HALF),
        repress("method-response", MadHeader.METHOD, _ -> Method.GET_RESP),
        repress("method-trap", MadHeader.METHOD, _ -> Method.TRAP),
        repress("class-directed", MadHeader.MGMT_CLASS, _ -> Smp.DIRECTED_ROUTE),
        repress("class-version", MadHeader.CLASS_VERSION, _ -> 2),
        repress("status", MadHeader.STATUS, _ -> 0x1C),
        repress("attribute", MadHeader.ATTRIBUTE_ID, id -> id + 1),
        repress("modifier", MadHeader.ATTRIBUTE_MODIFIER, modifier -> modifier + 1));
  }

  private static List<DeviationSpec> notices() {
    return List.of(
        notice("notice-empty", "without the Notice", notice -> notice.fill((byte) 0)),
        notice(
            "notice-details-empty",
            "without DataDetails",
            notice -> notice.asSlice(10).fill((byte) 0)),
        notice(
            "notice-issuer-0", "with IssuerLID 0", notice -> Notice.ISSUER_LID.set(notice, 0, 0)),
        notice(
            "notice-number",
            "with another trap's number",
            notice -> Notice.TRAP_NUMBER_DEVICE_ID.set(notice, 0, LINK_STATE)));
  }

  private static List<DeviationSpec> sweeps() {
    return List.of(
        sweep("trap-144-no-sweep", "does not sweep after trap 144", () -> t -> t == LINK_STATE),
        sweep("trap-128-no-sweep", "does not sweep after trap 128", () -> t -> t == LOCAL_CHANGES)
            .on(SimParameter.SWITCHES, 1)
            .on(SimParameter.TRAPS, 1),
        sweep("trap-first-sweep", "sweeps after the first trap only", ManagerTrapDeviations::first),
        rule(
            "traps-ignored",
            "ignores all traps",
            rules ->
                new ManagerRules.Overlay(rules) {
                  @Override
                  public boolean represses(long trap) {
                    return false;
                  }

                  @Override
                  public boolean sweepsAfter(long trap) {
                    return false;
                  }
                }));
  }

  private static LongPredicate first() {
    boolean[] isFirst = {true};
    return _ -> {
      boolean was = isFirst[0];
      isFirst[0] = false;
      return was;
    };
  }

  // --- kinds of deviations

  /// @param which of a device's own
  private static DeviationSpec represses(String name, String does, Supplier<LongPredicate> which) {
    return rule(
        name,
        does,
        rules -> {
          LongPredicate repressed = which.get();
          return new ManagerRules.Overlay(rules) {
            @Override
            public boolean represses(long trap) {
              return repressed.test(trap);
            }
          };
        });
  }

  /// @param which of a device's own
  private static DeviationSpec sweep(String name, String does, Supplier<LongPredicate> which) {
    return rule(
        name,
        does,
        rules -> {
          LongPredicate followed = which.get();
          return new ManagerRules.Overlay(rules) {
            @Override
            public boolean sweepsAfter(long trap) {
              return followed.test(trap) && super.sweepsAfter(trap);
            }
          };
        });
  }

  private static DeviationSpec repress(String name, Field field, LongUnaryOperator wrong) {
    return edit(
        name,
        "with another " + field.name(),
        mad -> field.set(mad, 0, wrong.applyAsLong(field.get(mad, 0))));
  }

  private static DeviationSpec notice(String name, String how, Consumer<MemorySegment> wrong) {
    return edit(name, how, mad -> wrong.accept(mad.asSlice(Smp.DATA, Smp.DATA_BYTES)));
  }

  private static DeviationSpec edit(String name, String how, Consumer<MemorySegment> wrong) {
    return rule(
        "repress-" + name,
        "represses traps " + how,
        rules ->
            new ManagerRules.Overlay(rules) {
              @Override
              public void editRepress(MemorySegment mad) {
                super.editRepress(mad);
                wrong.accept(mad);
              }
            });
  }
}

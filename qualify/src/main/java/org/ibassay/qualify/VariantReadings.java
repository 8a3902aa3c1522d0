package org.ibassay.qualify;

import static org.ibassay.suite.Reading.ARMED_FROM_ACTIVE;
import static org.ibassay.suite.Reading.CM_ALTERNATE_PATH;
import static org.ibassay.suite.Reading.CM_DATA_FOR_RTU;
import static org.ibassay.suite.Reading.CM_EARLY_TIMERS;
import static org.ibassay.suite.Reading.CM_NO_REP;
import static org.ibassay.suite.Reading.CM_NO_RTU;
import static org.ibassay.suite.Reading.CM_OTHER_QP;
import static org.ibassay.suite.Reading.DEFAULT_PORTS_ABSENT;
import static org.ibassay.suite.Reading.ILLEGAL_SET_PARTIAL;
import static org.ibassay.suite.Reading.LFT_BEYOND_CAP;
import static org.ibassay.suite.Reading.LFT_UNKNOWN_PORT;
import static org.ibassay.suite.Reading.LID_LMC_ALIGNMENT;
import static org.ibassay.suite.Reading.LIFETIME_ABOVE_19;
import static org.ibassay.suite.Reading.LINK_SPEED_COMBINATIONS;
import static org.ibassay.suite.Reading.MODIFIER_IGNORED;
import static org.ibassay.suite.Reading.OTHER_PORT_SET;
import static org.ibassay.suite.Reading.PMA_EXTENDED_SET;
import static org.ibassay.suite.Reading.PMA_OTHER_PORT;
import static org.ibassay.suite.Reading.PMA_SAMPLES_BUSY;
import static org.ibassay.suite.Reading.PMA_SET_VALUE;
import static org.ibassay.suite.Reading.PORT_NUMBER_HIGH_BITS;
import static org.ibassay.suite.Reading.P_KEY_8000;
import static org.ibassay.suite.Reading.P_KEY_ANSWER_BEYOND_CAP;
import static org.ibassay.suite.Reading.P_KEY_TWICE;
import static org.ibassay.suite.Reading.P_KEY_TWINS;
import static org.ibassay.suite.Reading.REPORT_REPEATED;
import static org.ibassay.suite.Reading.RESERVED_OP_CODE;
import static org.ibassay.suite.Reading.RESPONSE_M_KEY;
import static org.ibassay.suite.Reading.RMPP_GIVING_UP;
import static org.ibassay.suite.Reading.RMPP_TURN;
import static org.ibassay.suite.Reading.RMPP_WINDOW_SHRINKS;
import static org.ibassay.suite.Reading.RMPP_WRONG_ACK;
import static org.ibassay.suite.Reading.RMPP_WRONG_SEGMENT;
import static org.ibassay.suite.Reading.ROCE_CE;
import static org.ibassay.suite.Reading.RO_ATTRIBUTE_SET_CODE;
import static org.ibassay.suite.Reading.RO_FIELD_SET;
import static org.ibassay.suite.Reading.SAME_STATE;
import static org.ibassay.suite.Reading.SA_PROXY_JOIN;
import static org.ibassay.suite.Reading.SA_SHARED_MLID;
import static org.ibassay.suite.Reading.SA_UNKNOWN_METHOD;
import static org.ibassay.suite.Reading.SA_WRONG_METHOD;
import static org.ibassay.suite.Reading.SMINFO_ABSENT;
import static org.ibassay.suite.Reading.SM_MFT_AFTER_GROUP;
import static org.ibassay.suite.Reading.SWITCHINFO_ILLEGAL;
import static org.ibassay.suite.Reading.TRAP_144_OF_SET;
import static org.ibassay.suite.Reading.TRAP_REPEATED;
import static org.ibassay.suite.Reading.TRAP_REPRESS_MATCH;
import static org.ibassay.suite.Reading.UC_UNFINISHED;
import static org.ibassay.suite.Reading.UD_RECEIVE_TOO_SMALL;
import static org.ibassay.suite.Reading.UD_SEND_TOO_LONG;
import static org.ibassay.suite.Reading.UNSUPPORTED_ATTRIBUTE_CODE;
import static org.ibassay.suite.Reading.VLARB_ANSWER_BEYOND_CAP;
import static org.ibassay.suite.Reading.VLSTALL_0;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.device.variant.Variant;
import org.ibassay.suite.Reading;
import org.jspecify.annotations.Nullable;

/// Maps the parameters of simulated devices to the readings that they exist for, and lists the
/// steps that fail on a device that does not follow a public page's literal requirement.
final class VariantReadings {
  /// A parameter whose values are ways of a reading.
  ///
  /// @param ways ways by the value in the URI; a missing value does not affect the reading
  record Rule(String parameter, Reading reading, Map<String, String> ways) {}

  /// A test that enforces a public page's literal requirement: on a DUT that follows that way,
  /// exactly the checks of these steps fail.
  record Letter(TakenWay way, String test, Set<String> steps) {}

  private static final String REFUSE = "refuse:refuse";
  private static final String[] SET = {"refuse:code-7", "ignore:ignored", "store:stored"};

  static final List<Rule> RULES =
      List.of(
          rule("unsupported-code", UNSUPPORTED_ATTRIBUTE_CODE, "3:code-3", "2:code-2"),
          rule("unsupported-code", SMINFO_ABSENT, "3:code-3", "2:code-2"),
          rule("sm-disabled", SMINFO_ABSENT, "true:silence"),
          rule("vl-arb-answer", VLARB_ANSWER_BEYOND_CAP, "zero:zero", "echo:echo"),
          rule("read-only-set-code", RO_ATTRIBUTE_SET_CODE, "3:code-3", "2:code-2"),
          rule("response-m-key", RESPONSE_M_KEY, "request:request", "zero:zero"),
          rule("unused-modifier", MODIFIER_IGNORED, "ignore:ignored", "refuse:code-7"),
          rule("same-state", SAME_STATE, "accept:accept", REFUSE),
          rule("armed-from-active", ARMED_FROM_ACTIVE, "ignore:accept", "accept:accept", REFUSE),
          rule("vlstall-0", VLSTALL_0, "keep:other", "store:stored", "refuse:refused"),
          rule(
              "lid-lmc-alignment",
              LID_LMC_ALIGNMENT,
              "stored:stored",
              "aligned:aligned",
              "refuse:refused"),
          rule("link-speed-combinations", LINK_SPEED_COMBINATIONS, "accept:accept", REFUSE),
          rule("ro-field-set", RO_FIELD_SET, "ignore:code-0", "refuse:code-7"),
          rule("other-port-set", OTHER_PORT_SET, "ignore:code-0", "refuse:code-7"),
          rule("port-number-high-bits", PORT_NUMBER_HIGH_BITS, "refuse:code-7", "ignore:ignored"),
          rule("reserved-opcodes", RESERVED_OP_CODE, "refuse:nak", "ignore:silence"),
          rule("p-key-answer", P_KEY_ANSWER_BEYOND_CAP, "zero:zero", "echo:echo"),
          rule("p-key-twins", P_KEY_TWINS, "stored:stored", "one:one", "refuse:refused"),
          rule("p-key-twins", P_KEY_TWICE, "stored:stored", "one:one", "refuse:refused"),
          rule("p-key-8000", P_KEY_8000, "stored:stored", "0:0", "refuse:refused"),
          rule("pma-set", PMA_SET_VALUE, "value:value", "clear:cleared", "clear-both:cleared"),
          rule("pma-set", PMA_EXTENDED_SET, "value:own", "clear:own", "clear-both:shared"),
          rule("pma-busy", PMA_SAMPLES_BUSY, "ignore:ignored", "refuse:code-7"),
          rule("pma-other-port", PMA_OTHER_PORT, "answer:answered", "refuse:code-7"),
          rule("uc-unfinished", UC_UNFINISHED, "start:taken", "drop:dropped"),
          rule("asides", ROCE_CE, "false:none", "true:cnp"),
          rule("ce", ROCE_CE, "none:none", "cnp:cnp", "paced:cnp"),
          rule("ud-too-long", UD_RECEIVE_TOO_SMALL, "keep:kept", "end:ends"),
          rule("ud-over-mtu", UD_SEND_TOO_LONG, "complete:success", "refuse:refused"),
          rule("proxy-join", SA_PROXY_JOIN, "join:joined", "refuse:refused"),
          rule("mft-after-group", SM_MFT_AFTER_GROUP, "clear:cleared", "keep:kept"),
          rule(
              "wrong-method",
              SA_WRONG_METHOD,
              "answer:code-3",
              "code-2:code-2",
              "other:other-code",
              "silent:silence"),
          rule(
              "wrong-method",
              SA_UNKNOWN_METHOD,
              "answer:code-2",
              "code-2:code-2",
              "other:other-code",
              "silent:silence"),
          rule("mlids", SA_SHARED_MLID, "own:own", "shared:shared"),
          rule("unanswered-report", REPORT_REPEATED, "repeat:repeated", "once:once"),
          rule("cm-timers", CM_EARLY_TIMERS, "exact:exact", "early:early"),
          rule("cm-no-rtu", CM_NO_RTU, "reject:reason-4", "silent:silence"),
          rule("cm-no-rtu", CM_NO_REP, "reject:reason-4", "silent:silence"),
          rule("cm-data", CM_DATA_FOR_RTU, "establishes:established", "ignored:repeated"),
          rule("cm-other-qp", CM_OTHER_QP, "silent:silence", "drep:drep"),
          rule("cm-lap", CM_ALTERNATE_PATH, "load:loaded", "refuse:refused"),
          rule(
              "rmpp",
              RMPP_WINDOW_SHRINKS,
              "usual:ignored",
              "flow:abort",
              "linux:ignored",
              "lenient:ignored"),
          rule(
              "rmpp",
              RMPP_WRONG_ACK,
              "usual:abort",
              "flow:abort",
              "linux:abort",
              "lenient:ignored"),
          rule("multipath-turn", RMPP_TURN, "awaited:awaited", "at-once:at-once"),
          rule(
              "rmpp",
              RMPP_WRONG_SEGMENT,
              "usual:abort",
              "flow:abort",
              "linux:abort",
              "lenient:ignored"),
          rule(
              "rmpp",
              RMPP_GIVING_UP,
              "usual:abort",
              "flow:abort",
              "linux:silence",
              "lenient:abort"),
          rule("trap-times", TRAP_REPEATED, "8:repeated", "3:repeated", "1:once"),
          rule("trap-of-set", TRAP_144_OF_SET, "false:none", "true:sent"),
          rule(
              "trap-repress",
              TRAP_REPRESS_MATCH,
              "both:both",
              "transaction:transaction",
              "notice:notice"),
          rule("illegal-set", ILLEGAL_SET_PARTIAL, "whole:kept", "partial:stored"),
          rule("lft-unknown-port", LFT_UNKNOWN_PORT, "stored:stored", "255:255"),
          rule("lft-beyond-cap", LFT_BEYOND_CAP, "0:0", "255:255"),
          rule("lifetime-above-19", LIFETIME_ABOVE_19, "stored:stored", "normalised:normalised"),
          rule("switchinfo-illegal", SWITCHINFO_ILLEGAL, SET),
          rule("default-ports-absent", DEFAULT_PORTS_ABSENT, SET));

  static final List<Letter> LETTERS =
      List.of(
          letter(OTHER_PORT_SET, "code-7", "C14_024_06_CA_05", "A4"),
          letter(RO_FIELD_SET, "code-7", "C14_024_04_SW_01", "A4"),
          letter(RO_FIELD_SET, "code-7", "C14_024_06_CA_02", "A11"),
          letter(RO_FIELD_SET, "code-7", "C14_024_06_SW_01", "A10"),
          letter(RO_FIELD_SET, "code-7", "C14_024_06_SW_03", "A10"),
          letter(RO_FIELD_SET, "code-7", "R14_SwitchPort0", "19"),
          letter(RO_ATTRIBUTE_SET_CODE, "code-2", "C14_024_02", "A6"),
          letter(RO_ATTRIBUTE_SET_CODE, "code-2", "C14_024_03", "A7"),
          letter(UNSUPPORTED_ATTRIBUTE_CODE, "code-2", "C14_024_08_02", "7", "10"),
          letter(UNSUPPORTED_ATTRIBUTE_CODE, "code-2", "C14_024_11", "A3", "A5"));

  private static final Pattern SIM = Pattern.compile("sim:(\\w+)(?:\\?(.*))?");

  private VariantReadings() {}

  /// @param ways each `WORD:WAY`
  private static Rule rule(String parameter, Reading reading, String... ways) {
    return new Rule(
        parameter,
        reading,
        Stream.of(ways).collect(Collectors.toMap(way -> before(way), way -> after(way))));
  }

  private static String before(String way) {
    return way.substring(0, way.indexOf(':'));
  }

  private static String after(String way) {
    return way.substring(way.indexOf(':') + 1);
  }

  private static Letter letter(Reading reading, String way, String test, String... steps) {
    return new Letter(new TakenWay(reading, way), test, Set.of(steps));
  }

  /// Returns the ways that a DUT follows because of its parameters, given or default; of readings
  /// without a parameter it follows the first.
  ///
  /// @param uri URI of a simulated DUT
  static List<TakenWay> of(String uri) {
    Matcher sim = SIM.matcher(uri);
    if (!sim.matches()) {
      throw new IllegalArgumentException(uri);
    }
    NodeKind kind = NodeKind.of(sim.group(1)).orElseThrow();
    Map<String, String> given = given(sim.group(2));
    List<TakenWay> ways = new ArrayList<>();
    for (Rule rule : RULES) {
      SimParameter.of(kind).stream()
          .filter(parameter -> parameter.word().equals(rule.parameter))
          .map(parameter -> given.getOrDefault(rule.parameter, usual(kind, parameter)))
          .flatMap(word -> Optional.ofNullable(rule.ways.get(word)).stream())
          .map(way -> new TakenWay(rule.reading, way))
          .forEach(ways::add);
    }
    return ways;
  }

  private static Map<String, String> given(@Nullable String query) {
    return query == null
        ? Map.of()
        : Stream.of(query.split("&"))
            .map(setting -> setting.split("=", 2))
            .collect(Collectors.toMap(s -> s[0], s -> s[1], (one, other) -> one));
  }

  private static String usual(NodeKind kind, SimParameter parameter) {
    return parameter.words().get(Variant.of(kind).number(parameter));
  }

  /// Whether no test fails, because of its page's literal requirement, a DUT that follows these
  /// ways.
  static boolean holdsToLetters(List<TakenWay> ways) {
    return LETTERS.stream().noneMatch(letter -> ways.contains(letter.way));
  }

  /// Returns the steps of a test that fail on a DUT because of the page's literal requirement.
  ///
  /// @param ways ways that the test observed
  static Set<String> failing(String test, List<TakenWay> ways) {
    return LETTERS.stream()
        .filter(letter -> letter.test.equals(test) && ways.contains(letter.way))
        .flatMap(letter -> letter.steps.stream())
        .collect(Collectors.toSet());
  }
}

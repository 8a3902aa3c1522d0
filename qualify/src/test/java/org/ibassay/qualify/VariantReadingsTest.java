package org.ibassay.qualify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ibassay.suite.Reading.OTHER_PORT_SET;
import static org.ibassay.suite.Reading.SAME_STATE;
import static org.ibassay.suite.Reading.UNSUPPORTED_ATTRIBUTE_CODE;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.qualify.VariantReadings.Letter;
import org.ibassay.qualify.VariantReadings.Rule;
import org.ibassay.suite.Page;
import org.ibassay.suite.Pages;
import org.ibassay.suite.Reading;
import org.junit.jupiter.api.Test;

/// The ways that conforming devices follow, and the literal requirements of public pages that they
/// fail.
final class VariantReadingsTest {
  @Test
  void aDeviceNamesItsWaysGivenOrNot() {
    assertThat(VariantReadings.of("sim:ca?ports=3&same-state=refuse"))
        .contains(
            new TakenWay(SAME_STATE, "refuse"),
            new TakenWay(OTHER_PORT_SET, "code-0"),
            new TakenWay(UNSUPPORTED_ATTRIBUTE_CODE, "code-3"));
    assertThat(VariantReadings.of("sim:switch"))
        .contains(new TakenWay(SAME_STATE, "accept"))
        .noneMatch(way -> way.reading() == OTHER_PORT_SET);
  }

  @Test
  void eachWordOfAParameterIsAWayOfItsReading() {
    for (Rule rule : VariantReadings.RULES) {
      parameter(rule)
          .ifPresent(parameter ->
              assertThat(parameter.words()).as(rule.parameter()).containsAll(rule.ways().keySet()));
      assertThat(rule.ways().values())
          .as(rule.parameter())
          .allSatisfy(way -> assertThat(rule.reading().way(way)).isPresent());
    }
  }

  /// A parameter with the name of a reading exists because of it.
  @Test
  void noParameterOfAReadingIsForgotten() {
    List<String> known = VariantReadings.RULES.stream().map(Rule::parameter).toList();
    assertThat(Stream.of(SimParameter.values()).map(SimParameter::word))
        .filteredOn(word -> Reading.of(word).isPresent())
        .allSatisfy(word -> assertThat(known).contains(word));
  }

  private static Optional<SimParameter> parameter(Rule rule) {
    return Stream.of(SimParameter.values())
        .filter(parameter -> parameter.word().equals(rule.parameter()))
        .findFirst();
  }

  @Test
  void aLetterIsAWayAndStepsThatExist() {
    for (Letter letter : VariantReadings.LETTERS) {
      assertThat(letter.way().reading().way(letter.way().way())).isPresent();
      assertThat(letter.way().isFirst()).isFalse();
      Page page = Pages.of(letter.test()).orElseThrow();
      assertThat(letter.steps()).allSatisfy(step -> assertThat(page.step(step)).isPresent());
    }
  }
}

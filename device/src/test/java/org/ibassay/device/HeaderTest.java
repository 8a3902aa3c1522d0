package org.ibassay.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ibassay.device.SmpClient.get;
import static org.ibassay.device.SmpClient.set;
import static org.ibassay.wire.attribute.Attribute.LINEAR_FORWARDING_TABLE;
import static org.ibassay.wire.attribute.Attribute.MULTICAST_FORWARDING_TABLE;
import static org.ibassay.wire.attribute.Attribute.NODE_DESCRIPTION;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.NOTICE;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.SM_INFO;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;
import static org.ibassay.wire.attribute.Attribute.VENDOR_DIAG;
import static org.ibassay.wire.mad.MadStatus.BAD_METHOD;
import static org.ibassay.wire.mad.MadStatus.BAD_METHOD_ATTRIBUTE;
import static org.ibassay.wire.mad.MadStatus.BAD_VERSION;
import static org.ibassay.wire.mad.MadStatus.INVALID_FIELD;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.util.List;
import org.ibassay.device.SmpClient.Mad;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// An agent's handling of a request's header.
class HeaderTest {
  private final SmpClient ca = SmpClient.open("sim:ca?vl-cap=4");
  private final SmpClient sw = SmpClient.open("sim:switch");

  @AfterEach
  void close() {
    ca.close();
    sw.close();
  }

  @Test
  void theResponseRepeatsWhatItAnswers() {
    Mad request = get(PORT_INFO, 0x8000_0001L).key(0x1122_3344_5566_7788L);
    Mad answer = ca.ask(request);
    assertThat(answer.header(MadHeader.METHOD)).isEqualTo(Method.GET_RESP);
    assertThat(answer.header(MadHeader.MGMT_CLASS)).isEqualTo(Smp.DIRECTED_ROUTE);
    assertThat(answer.header(MadHeader.ATTRIBUTE_ID)).isEqualTo(PORT_INFO.id());
    assertThat(answer.header(MadHeader.ATTRIBUTE_MODIFIER)).isEqualTo(0x8000_0001L);
    assertThat(answer.header(Smp.DIRECTION)).isEqualTo(1);
    assertThat(answer.header(Smp.HOP_POINTER)).isZero();
  }

  @Test
  void versionsOtherThanOneAreRefused() {
    Mad base = get(NODE_INFO, 0).header(MadHeader.BASE_VERSION, 2);
    Mad ofClass = get(NODE_INFO, 0).header(MadHeader.CLASS_VERSION, 2);
    assertThat(ca.ask(base).code()).isEqualTo(BAD_VERSION);
    assertThat(ca.ask(ofClass).code()).isEqualTo(BAD_VERSION);
  }

  @Test
  void unknownMethodsAreRefused() {
    for (int method : new int[] {0x00, 0x03, 0x06, 0x12, 0x7F}) {
      Mad answer = ca.ask(new Mad(method, NODE_INFO.id(), 0));
      assertThat(answer.code()).as("method 0x%02X", method).isEqualTo(BAD_METHOD);
      assertThat(answer.header(MadHeader.METHOD)).isEqualTo(method | Method.RESPONSE_BIT);
    }
  }

  @Test
  void responsesAndTrapsAreNotAnswered() {
    for (int method : new int[] {Method.TRAP, Method.GET_RESP, Method.TRAP_REPRESS, 0x86}) {
      assertThat(ca.askIfAny(new Mad(method, NOTICE.id(), 0))).isNull();
    }
  }

  @Test
  void unknownAttributesAreRefused() {
    assertThat(ca.ask(new Mad(Method.GET, 0xFF77, 0)).code()).isEqualTo(BAD_METHOD_ATTRIBUTE);
    for (Attribute attribute : List.of(SM_INFO, NOTICE)) {
      assertThat(sw.ask(get(attribute, 0)).code()).isEqualTo(BAD_METHOD_ATTRIBUTE);
    }
  }

  @Test
  void onlyASwitchHasASwitchsAttributes() {
    for (Attribute attribute :
        List.of(SWITCH_INFO, LINEAR_FORWARDING_TABLE, MULTICAST_FORWARDING_TABLE)) {
      assertThat(ca.ask(get(attribute, 0)).code()).isEqualTo(BAD_METHOD_ATTRIBUTE);
      assertThat(sw.ask(get(attribute, 0)).code()).isEqualTo(OK);
    }
  }

  @Test
  void whatIsReadOnlyAsAWholeHasNoSet() {
    for (Attribute attribute : List.of(NODE_DESCRIPTION, NODE_INFO, VENDOR_DIAG)) {
      assertThat(sw.ask(set(attribute, 0)).code()).isEqualTo(BAD_METHOD_ATTRIBUTE);
    }
    assertThat(sw.ask(get(VENDOR_DIAG, 0)).code()).isEqualTo(OK);
    assertThat(sw.ask(get(VENDOR_DIAG, 1)).code()).isEqualTo(INVALID_FIELD);
  }
}

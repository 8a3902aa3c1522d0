package org.ibassay.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import org.ibassay.link.sa.SaAnswer;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.sa.PathRecord;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaStatus;
import org.ibassay.wire.sa.ServiceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SaPacketSpecTest {
  private static SaPacketSpec table(int status, int offset, int bytes, int missing) {
    MemorySegment message = MemorySegment.ofArray(new byte[SaHeader.DATA + bytes - missing]);
    MadHeader.METHOD.set(message, 0, SaMethod.GET_TABLE_RESP);
    MadHeader.ATTRIBUTE_ID.set(message, 0, PathRecord.ATTRIBUTE.id());
    MadHeader.STATUS.set(message, 0, status);
    SaHeader.ATTRIBUTE_OFFSET.set(message, 0, offset);
    return SaPacketSpec.of(answer(message, missing), PathRecord.ATTRIBUTE);
  }

  private static SaAnswer answer(MemorySegment message, int missing) {
    return new SaAnswer(SaAnswer.Outcome.ANSWERED, message, missing, null, null, null, 1, 1, 2, 10);
  }

  /// AttributeOffset, bytes of data, whether that is a whole number of records, number of records.
  @ParameterizedTest
  @CsvSource({
    "0, 0, true, 0",
    "8, 0, true, 0",
    "0, 64, true, 1",
    "0, 63, false, 0",
    "0, 128, false, 1",
    "8, 64, true, 1",
    "8, 128, true, 2",
    "8, 127, false, 1",
    "8, 136, false, 2",
    "9, 128, false, 1",
    "9, 144, true, 2",
    "64, 128, false, 0",
    "1, 64, false, 8"
  })
  void recordsAreAttributeOffsetApart(int offset, int bytes, boolean whole, int records) {
    SaPacketSpec table = table(0, offset, bytes, 0);
    assertThat(table.hasWholeRecords()).isEqualTo(whole);
    assertThat(table.records()).hasSize(records);
  }

  /// A single-packet response identifies the bytes of its records; one in several packets does not.
  @Test
  void ofALongTableTheRecordIsNumbered() {
    assertThat(table(0, 8, 192, 0).records().getLast())
        .hasToString("SubnAdmGetTableResp(PathRecord)");
    assertThat(table(0, 8, 640, 0).records().getLast())
        .hasToString("record 10 of SubnAdmGetTableResp(PathRecord)");
  }

  @Test
  void recordsThatWereCutAreCountedButNotRead() {
    SaPacketSpec table = table(0, 8, 192, 40);
    assertThat(table.isCut()).isTrue();
    assertThat(table.records()).hasSize(3);
    SaRecord last = table.records().getLast();
    assertThat(last.has(PathRecord.DGID)).isTrue();
    assertThat(last.has(PathRecord.SGID)).isFalse();
    assertThat(last.whyNot(PathRecord.SGID))
        .isEqualTo("SGID cannot be checked: the stack below the tester did not deliver it");
    assertThat(last).hasToString("SubnAdmGetTableResp(PathRecord)");
  }

  @Test
  void anElementOfARepeatedComponentMayBeCut() {
    MemorySegment message = MemorySegment.ofArray(new byte[224]);
    SaRecord service = SaPacketSpec.of(answer(message, 32), ServiceRecord.ATTRIBUTE).record();
    assertThat(service.has(ServiceRecord.SERVICE_DATA64, 0)).isTrue();
    assertThat(service.has(ServiceRecord.SERVICE_DATA64, 1)).isFalse();
    assertThat(service.data(ServiceRecord.SERVICE_DATA64, 1)).isZero();
  }

  @Test
  void anAnswerOfAFewBytesHasNoRecords() {
    SaPacketSpec answer =
        SaPacketSpec.of(answer(MemorySegment.ofArray(new byte[30]), 0), PathRecord.ATTRIBUTE);
    assertThat(answer.records()).isEmpty();
    assertThat(answer.record().has(PathRecord.DGID)).isFalse();
  }

  @Test
  void noRecordsAreSaidInTwoWays() {
    assertThat(table(0, 0, 0, 0).hasNoRecords()).isTrue();
    assertThat(table(SaStatus.inStatus(SaStatus.NO_RECORDS), 8, 64, 0).hasNoRecords()).isTrue();
    assertThat(table(0, 8, 64, 0).hasNoRecords()).isFalse();
    assertThat(table(SaStatus.inStatus(SaStatus.REQ_DENIED), 0, 0, 0).hasNoRecords()).isFalse();
  }

  @Test
  void aRefusalIsForWhatIsAsked() {
    assertThat(table(SaStatus.inStatus(SaStatus.REQ_INVALID_GID), 0, 0, 0).isRefusal()).isTrue();
    assertThat(table(MadStatus.BAD_METHOD_ATTRIBUTE << 2, 0, 0, 0).isRefusal()).isFalse();
    assertThat(table(0, 0, 0, 0).isRefusal()).isFalse();
  }

  @Test
  void aStatusIsNamed() {
    assertThat(table(0x0300, 0, 0, 0).statusText()).isEqualTo("0x0300 (ERR_NO_RECORDS)");
    assertThat(table(0x000C, 0, 0, 0).statusText())
        .isEqualTo("0x000C (method/attribute combination not supported)");
    assertThat(table(0, 0, 0, 0).statusText()).isEqualTo("0x0000 (OK)");
  }
}

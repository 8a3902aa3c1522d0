package org.ibassay.suite;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.ibassay.link.rmpp.RmppMessage;
import org.ibassay.link.sa.SaAnswer;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.sa.PathRecord;
import org.ibassay.wire.sa.SaAttribute;
import org.ibassay.wire.sa.SaAttributes;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaStatus;
import org.jspecify.annotations.Nullable;

/// A response of subnet administration with the names that the pages use: [#header] for
/// `MADHeader:...`, `RMPPHeader:...` and `SAHeader:...`, [#records] for its records.
public final class SaPacketSpec {
  private final SaAnswer answer;
  private final SaAttribute attribute;

  private SaPacketSpec(SaAnswer answer, SaAttribute attribute) {
    this.answer = answer;
    this.attribute = attribute;
  }

  /// @param attribute the requested attribute
  static SaPacketSpec of(SaAnswer answer, SaAttribute attribute) {
    return new SaPacketSpec(answer, attribute);
  }

  /// A field of one of the headers.
  public long header(Field field) {
    return answer.header(field);
  }

  /// `MADHeader:Status`.
  public int status() {
    return answer.status();
  }

  /// Whether it is a GetTableResp, or a GetMultiResp about paths.
  public boolean isTable() {
    long method = header(MadHeader.METHOD);
    return method == SaMethod.GET_TABLE_RESP
        || (method == SaMethod.GET_MULTI_RESP && attribute.equals(PathRecord.ATTRIBUTE));
  }

  /// The status in hexadecimal, with its name.
  public String statusText() {
    int ofClass = SaStatus.of(status());
    long code = header(MadStatus.CODE);
    boolean isCommon = ofClass == SaStatus.OK && code != MadStatus.OK;
    return "0x%04X (%s)"
        .formatted(status(), isCommon ? MadStatus.name((int) code) : SaStatus.name(ofClass));
  }

  /// Whether it reports that there are no records: by its status, as the specification requires, or
  /// by an empty table, as OpenSM does.
  public boolean hasNoRecords() {
    return status() == SaStatus.inStatus(SaStatus.NO_RECORDS)
        || (isTable() && status() == 0 && records().isEmpty());
  }

  /// Whether the request was rejected for its contents: the status has a class-specific code and no
  /// other bits.
  public boolean isRefusal() {
    return status() != 0 && (status() & 0xFF) == 0;
  }

  /// Whether the request was rejected with one of these class-specific codes and no other bits.
  public boolean isRefusedWith(int... codes) {
    return isRefusal() && Arrays.stream(codes).anyMatch(code -> SaStatus.of(status()) == code);
  }

  /// Whether the stack below the tester did not deliver all of it.
  public boolean isCut() {
    return answer.missing() > 0;
  }

  /// Whether its length is given: in tables sent by RMPP.
  boolean hasLength() {
    return isTable() && status() == 0 && header(RmppHeader.ACTIVE) == 1;
  }

  /// Whether its length is known. A stack without RMPP delivers a response of any length as one
  /// full MAD.
  boolean isLengthKnown() {
    return !isCut() || dataBytes() != SaHeader.DATA_BYTES;
  }

  /// The records of a table, spaced by its own AttributeOffset, whether delivered or not. An
  /// AttributeOffset of 0 means one record.
  public List<SaRecord> records() {
    long distance = distance();
    long one = dataBytes() >= attribute.layout().bytes() ? 1 : 0;
    long count = distance == 0 ? one : dataBytes() / distance;
    return LongStream.range(0, count).mapToObj(i -> recordAt(i * distance)).toList();
  }

  /// The only record of a response to a Get, a Set or a Delete.
  public SaRecord record() {
    return recordAt(0);
  }

  /// A placeholder for a record that a table lacks.
  ///
  /// @param what description of the record
  public SaRecord missing(String what) {
    String why =
        isCut()
            ? what + " is not among the records that the stack below the tester delivered"
            : "there is no " + what;
    return SaRecord.missing(attribute, why, frame());
  }

  private SaRecord recordAt(long at) {
    MemorySegment data = answer.data();
    boolean isSingle = dataBytes() <= SaHeader.DATA_BYTES;
    // The packet of a multi-packet response that holds a record is unknown.
    String which = isSingle ? "" : "record %d of ".formatted(at / Math.max(1, distance()) + 1);
    return SaRecord.of(
        attribute,
        data.asSlice(Math.min(at, data.byteSize())),
        which + this,
        frame(),
        isSingle ? (int) (SaHeader.DATA + at) : -1);
  }

  /// The distance between records in bytes; 0 if not given.
  long distance() {
    return header(SaHeader.ATTRIBUTE_OFFSET) * 8;
  }

  /// Length of the data in bytes, whether delivered or not.
  long dataBytes() {
    return answer.data().byteSize() + answer.missing();
  }

  /// Whether the data consists of whole records. A single record need not have an AttributeOffset.
  boolean hasWholeRecords() {
    long length = attribute.layout().bytes();
    long padded = attribute.attributeOffset() * 8L;
    return dataBytes() == 0
        || (distance() == 0
            ? dataBytes() >= length && dataBytes() <= padded
            : distance() >= length && dataBytes() % distance() == 0);
  }

  SaAttribute attribute() {
    return attribute;
  }

  /// The segments in which it was received; null for a single MAD, and if the stack below the
  /// tester reassembles segments.
  @Nullable RmppMessage transfer() {
    return answer.transfer();
  }

  /// How many times the request was sent.
  public int tries() {
    return answer.tries();
  }

  /// Its frame number in the capture; that of the last segment if there are several.
  public long frame() {
    return answer.responseFrame();
  }

  @Override
  public String toString() {
    return SaMethod.name((int) header(MadHeader.METHOD))
        + "("
        + SaAttributes.name((int) header(MadHeader.ATTRIBUTE_ID))
        + ")";
  }
}

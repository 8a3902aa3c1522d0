package org.ibassay.suite;

import java.lang.foreign.MemorySegment;
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

/// An answer of subnet administration as the pages speak of it: `MADHeader:...`, `RMPPHeader:...`
/// and `SAHeader:...` by [#header], what it brings by [#records].
public final class SaPacketSpec {
  private final SaAnswer answer;
  private final SaAttribute attribute;

  private SaPacketSpec(SaAnswer answer, SaAttribute attribute) {
    this.answer = answer;
    this.attribute = attribute;
  }

  /// @param attribute that was asked for
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

  /// The status with its name.
  public String statusText() {
    int ofClass = SaStatus.of(status());
    long code = header(MadStatus.CODE);
    boolean isCommon = ofClass == SaStatus.OK && code != MadStatus.OK;
    return "0x%04X (%s)"
        .formatted(status(), isCommon ? MadStatus.name((int) code) : SaStatus.name(ofClass));
  }

  /// Whether it says that there are no records: by its status or, of a table, by being empty. The
  /// specification has the status; OpenSM sends empty tables.
  public boolean hasNoRecords() {
    return status() == SaStatus.inStatus(SaStatus.NO_RECORDS)
        || (isTable() && status() == 0 && records().isEmpty());
  }

  /// Whether the request was refused for what it asks: a status with a class-specific code and no
  /// other.
  public boolean isRefusal() {
    return status() != 0 && (status() & 0xFF) == 0;
  }

  /// Whether the stack below the tester did not deliver all of it.
  public boolean isCut() {
    return answer.missing() > 0;
  }

  /// Whether it says how long it is: of tables, which only RMPP can tell.
  boolean hasLength() {
    return isTable() && status() == 0 && header(RmppHeader.ACTIVE) == 1;
  }

  /// Whether it is known how long it is. A stack that knows no RMPP takes an answer of any length
  /// for one full MAD.
  boolean isLengthKnown() {
    return !isCut() || dataBytes() != SaHeader.DATA_BYTES;
  }

  /// The records of a table, by the answer's own AttributeOffset: all that are known to be there,
  /// be they delivered or not. An AttributeOffset of 0 means one record.
  public List<SaRecord> records() {
    long distance = distance();
    long one = dataBytes() >= attribute.layout().bytes() ? 1 : 0;
    long count = distance == 0 ? one : dataBytes() / distance;
    return LongStream.range(0, count).mapToObj(i -> recordAt(i * distance)).toList();
  }

  /// The record of an answer that has one: to a Get, a Set or a Delete.
  public SaRecord record() {
    return recordAt(0);
  }

  /// The record that a table was expected to have, and has not.
  ///
  /// @param what it is
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
    // Of one answer in several packets, which one has it does not show.
    String which = isSingle ? "" : "record %d of ".formatted(at / Math.max(1, distance()) + 1);
    return SaRecord.of(
        attribute,
        data.asSlice(Math.min(at, data.byteSize())),
        which + this,
        frame(),
        isSingle ? (int) (SaHeader.DATA + at) : -1);
  }

  /// From one record to the next, in bytes; 0 when the answer does not say.
  long distance() {
    return header(SaHeader.ATTRIBUTE_OFFSET) * 8;
  }

  /// Length of the data, be it delivered or not.
  long dataBytes() {
    return answer.data().byteSize() + answer.missing();
  }

  /// Whether the data is a whole number of records. One alone need not say how far it is to the
  /// next.
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

  /// How it was received in segments; null for a single MAD, and where the stack below the tester
  /// puts segments together.
  @Nullable RmppMessage transfer() {
    return answer.transfer();
  }

  /// How many times the request was sent.
  public int tries() {
    return answer.tries();
  }

  /// Its number in the capture; of several segments the last one's.
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

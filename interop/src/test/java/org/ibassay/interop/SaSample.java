package org.ibassay.interop;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.ibassay.wire.Field;
import org.ibassay.wire.Form;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.sa.MultiPathRecord;
import org.ibassay.wire.sa.SaAttribute;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaMethod;

/// A SubnAdmGetResp with random data, and its values according to our tables.
record SaSample(SaAttribute attribute, MemorySegment mad) {

  static SaSample random(SaAttribute attribute, Random random) {
    byte[] bytes = new byte[Smp.BYTES_OF_MAD];
    random.nextBytes(bytes);
    MemorySegment mad = MemorySegment.ofArray(bytes);
    mad.asSlice(0, MadHeader.LAYOUT.bytes()).fill((byte) 0);
    MadHeader.BASE_VERSION.set(mad, 0, 1);
    MadHeader.MGMT_CLASS.set(mad, 0, Gmp.SUBNET_ADMINISTRATION);
    MadHeader.CLASS_VERSION.set(mad, 0, SaHeader.CLASS_VERSION);
    MadHeader.METHOD.set(mad, 0, SaMethod.GET_RESP);
    MadHeader.ATTRIBUTE_ID.set(mad, 0, attribute.id());
    RmppHeader.RMPP_VERSION.set(mad, 0, RmppHeader.VERSION);
    RmppHeader.TYPE.set(mad, 0, RmppHeader.TYPE_DATA);
    SaSample sample = new SaSample(attribute, mad);
    attribute.layout().fields().stream()
        .filter(field -> field.form() == Form.TEXT)
        .forEach(field -> sample.letters(field, random));
    if (attribute.equals(MultiPathRecord.ATTRIBUTE)) {
      MultiPathRecord.S_GID_COUNT.set(mad, SaHeader.DATA, 4);
      MultiPathRecord.D_GID_COUNT.set(mad, SaHeader.DATA, 7);
    }
    return sample;
  }

  private void letters(Field field, Random random) {
    MemorySegment text = field.slice(mad, SaHeader.DATA);
    for (long i = 0; i < text.byteSize(); i++) {
      text.set(ValueLayout.JAVA_BYTE, i, (byte) ('a' + random.nextInt(26)));
    }
  }

  /// The record's bytes in hexadecimal.
  String dataHex() {
    return hex(mad.asSlice(SaHeader.DATA, SaHeader.DATA_BYTES));
  }

  /// The MAD's bytes in hexadecimal.
  String madHex() {
    return hex(mad);
  }

  /// Returns each element of a field in hexadecimal, with as many digits as the width needs.
  List<String> values(Field field) {
    return IntStream.range(0, field.count()).mapToObj(i -> value(field, i)).toList();
  }

  /// Returns one element of a field in hexadecimal.
  String value(Field field, int index) {
    return value(field, index, mad, SaHeader.DATA);
  }

  static String value(Field field, int index, MemorySegment in, long base) {
    return field.isWide()
        ? hex(field.slice(in, base, index))
        : HexFormat.of().toHexDigits(field.get(in, base, index), (field.width() + 3) / 4);
  }

  private static String hex(MemorySegment bytes) {
    return HexFormat.of().formatHex(bytes.toArray(ValueLayout.JAVA_BYTE));
  }
}

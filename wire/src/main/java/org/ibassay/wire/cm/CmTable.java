package org.ibassay.wire.cm;

import static org.ibassay.wire.Form.BYTES;
import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.FLAG;
import static org.ibassay.wire.Form.GID;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.Form;
import org.ibassay.wire.Layout;
import org.ibassay.wire.mad.GmpAttribute;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Smp;

/// Declares the fields of a message, one per line. A message follows the common MAD header, fills
/// the MAD, and ends with private data.
final class CmTable {
  private static final int MESSAGE_BYTES = Smp.BYTES_OF_MAD - MadHeader.LAYOUT.bytes();

  private final int id;
  private final Layout.Table table;

  CmTable(int id, String name, String section) {
    this.id = id;
    this.table = Layout.table(name, section, MESSAGE_BYTES);
  }

  Field at(String field, int bitOffset, int width, Form form) {
    return table.rw(field, bitOffset, width, form);
  }

  /// Declares one of a request's paths: 44 bytes.
  void path(String which, int byteOffset) {
    int start = byteOffset * 8;
    at(which + " Local Port LID", start, 16, HEX);
    at(which + " Remote Port LID", start + 16, 16, HEX);
    at(which + " Local Port GID", start + 32, 128, GID);
    at(which + " Remote Port GID", start + 160, 128, GID);
    at(which + " Flow Label", start + 288, 20, HEX);
    at(which + " Packet Rate", start + 314, 6, DECIMAL);
    at(which + " Traffic Class", start + 320, 8, HEX);
    at(which + " Hop Limit", start + 328, 8, DECIMAL);
    at(which + " SL", start + 336, 4, DECIMAL);
    at(which + " Subnet Local", start + 340, 1, FLAG);
    at(which + " Local ACK Timeout", start + 344, 5, DECIMAL);
  }

  /// @param byteOffset offset of the first byte
  Field bytes(String field, int byteOffset, int count) {
    return table.repeated(field, byteOffset * 8, 8, count, 8, Access.RW, BYTES);
  }

  /// Declares the remaining bytes as private data.
  Field privateData(int byteOffset) {
    return bytes("PrivateData", byteOffset, MESSAGE_BYTES - byteOffset);
  }

  /// Returns the finished message; called once, after the last field.
  GmpAttribute build() {
    return new GmpAttribute(id, table.build());
  }
}

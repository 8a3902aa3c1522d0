package org.ibassay.device.sa;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.device.sm.Subnet;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.sa.SaHeader;

/// How requests are interpreted and responses are sent: the seam around all of subnet
/// administration.
public interface SaRules {
  /// The rules of a conforming device: responses are those of the attributes' handlers.
  SaRules CONFORMING =
      new SaRules() {
        @Override
        public boolean hears(SaCall call) {
          return SaHeader.SM_KEY.get(call.mad(), 0) == 0 || call.isTrusted();
        }

        @Override
        public Subnet subnet(Subnet swept) {
          return swept;
        }

        @Override
        public long componentMask(SaCall call) {
          return call.mask();
        }

        @Override
        public RecordAnswer answer(SaCall call, RecordAnswer found) {
          return found;
        }

        @Override
        public void message(SaCall call, MemorySegment message) {}

        @Override
        public void segment(SaCall call, MemorySegment mad) {}

        @Override
        public TableSender sender(SaCall call, TableSender sender) {
          return sender;
        }

        @Override
        public RequestReceiver receiver(RequestReceiver receiver) {
          return receiver;
        }

        @Override
        public int bytes(SaCall call) {
          return Smp.BYTES_OF_MAD;
        }
      };

  /// Whether a request is answered: with a wrong SM_Key it is not (C15-0.1.5).
  boolean hears(SaCall call);

  /// Whether requests are answered while the subnet manager is not the master.
  default boolean answersInStandby() {
    return false;
  }

  /// The subnet of which requests are answered.
  ///
  /// @param swept as found by the last sweep
  Subnet subnet(Subnet swept);

  /// The effective ComponentMask of a request.
  long componentMask(SaCall call);

  /// Changes the response of an attribute's handler.
  RecordAnswer answer(SaCall call, RecordAnswer found);

  /// Changes the response as a whole: all headers, followed by the records.
  void message(SaCall call, MemorySegment message);

  /// Changes each MAD of the response.
  void segment(SaCall call, MemorySegment mad);

  /// Replaces the sender of a table.
  TableSender sender(SaCall call, TableSender sender);

  /// Replaces the receiver of a request in segments.
  RequestReceiver receiver(RequestReceiver receiver);

  /// Handles a segment of a response that was not requested: it has no effect.
  ///
  /// @param segment 256 bytes; not kept after the call
  /// @return MADs to send back
  default List<MemorySegment> unasked(MemorySegment segment) {
    return List.of();
  }

  /// Length of each MAD of the response, in bytes.
  int bytes(SaCall call);

  /// A deviation from other rules: methods that it does not override are unchanged.
  class Overlay implements SaRules {
    private final SaRules rules;

    /// @param rules the rules that it deviates from
    public Overlay(SaRules rules) {
      this.rules = rules;
    }

    @Override
    public boolean hears(SaCall call) {
      return rules.hears(call);
    }

    @Override
    public boolean answersInStandby() {
      return rules.answersInStandby();
    }

    @Override
    public Subnet subnet(Subnet swept) {
      return rules.subnet(swept);
    }

    @Override
    public long componentMask(SaCall call) {
      return rules.componentMask(call);
    }

    @Override
    public RecordAnswer answer(SaCall call, RecordAnswer found) {
      return rules.answer(call, found);
    }

    @Override
    public void message(SaCall call, MemorySegment message) {
      rules.message(call, message);
    }

    @Override
    public void segment(SaCall call, MemorySegment mad) {
      rules.segment(call, mad);
    }

    @Override
    public TableSender sender(SaCall call, TableSender sender) {
      return rules.sender(call, sender);
    }

    @Override
    public RequestReceiver receiver(RequestReceiver receiver) {
      return rules.receiver(receiver);
    }

    @Override
    public List<MemorySegment> unasked(MemorySegment segment) {
      return rules.unasked(segment);
    }

    @Override
    public int bytes(SaCall call) {
      return rules.bytes(call);
    }
  }
}

package org.ibassay.device.sa;

import java.lang.foreign.MemorySegment;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.sa.SaHeader;

/// How requests are understood and answers are given: the seam round all of subnet administration.
public interface SaRules {
  /// The rules of a conforming device: answers are what the attributes' handlers find.
  SaRules CONFORMING =
      new SaRules() {
        @Override
        public boolean hears(SaCall call) {
          return SaHeader.SM_KEY.get(call.mad(), 0) == 0 || call.isTrusted();
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

  /// Whether a request that has an answer gets one: with a wrong SM_Key none does (C15-0.1.5).
  boolean hears(SaCall call);

  /// The components by which a request is carried out.
  long componentMask(SaCall call);

  /// The answer that is given, from the one that was found.
  RecordAnswer answer(SaCall call, RecordAnswer found);

  /// Has the last word on the answer as a whole: all headers, and the records after them.
  void message(SaCall call, MemorySegment message);

  /// Has the last word on each MAD of the answer.
  void segment(SaCall call, MemorySegment mad);

  /// Who sends a table, in place of the conforming sender.
  TableSender sender(SaCall call, TableSender sender);

  /// Who receives a request in segments, in place of the conforming receiver.
  RequestReceiver receiver(RequestReceiver receiver);

  /// How long each MAD of the answer is, in bytes.
  int bytes(SaCall call);

  /// A deviation over other rules: what it does not override holds as before.
  class Overlay implements SaRules {
    private final SaRules rules;

    /// @param rules what holds but for what is overridden
    public Overlay(SaRules rules) {
      this.rules = rules;
    }

    @Override
    public boolean hears(SaCall call) {
      return rules.hears(call);
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
    public int bytes(SaCall call) {
      return rules.bytes(call);
    }
  }
}

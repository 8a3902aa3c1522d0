package org.ibassay.runner.state;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.ibassay.link.LinkException;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;
import org.jspecify.annotations.Nullable;

/// Finds the M_Key of a port among several candidates.
///
/// What a Get with a wrong key reveals depends on M_KeyProtectBits (14.2.4): at 0 the response
/// contains the right key, at 1 it contains 0, at 2 and 3 there is no response, and each request
/// counts a violation. Therefore the likeliest key is tried first. A key of 0 in a response with
/// other protect bits than 0 may be hidden, and does not show the port's key.
final class MKeySearch {
  private final Smps smps;
  private final long modifier;

  /// @param modifier AttributeModifier of the PortInfo that holds the key
  MKeySearch(Smps smps, long modifier) {
    this.smps = smps;
    this.modifier = modifier;
  }

  /// A key that the port accepts, as far as a Get can show.
  ///
  /// @param key key to send
  /// @param portInfo response of the port
  record Found(long key, Smps.Answer portInfo) {}

  /// Tries each key once, and if none of the responses shows the port's key, each one with retries.
  ///
  /// @param keys candidates, 0 among them: it is returned if every response hides the key
  /// @return null if there was no response
  @Nullable Found find(List<Long> keys) throws LinkException, InterruptedException {
    List<Long> distinct = keys.stream().distinct().toList();
    Found found = find(distinct, false);
    if (found != null && !isHidden(found.portInfo.data())) {
      return found;
    }
    Found patient = find(distinct, true);
    return patient == null ? found : patient;
  }

  /// Whether an M_Key that reads as 0 may have another value.
  ///
  /// @param portInfo 64 bytes
  static boolean isHidden(MemorySegment portInfo) {
    return PortInfo.M_KEY.get(portInfo, 0) == 0
        && PortInfo.M_KEY_PROTECT_BITS.get(portInfo, 0) != 0;
  }

  private @Nullable Found find(List<Long> keys, boolean isPatient)
      throws LinkException, InterruptedException {
    Found hidden = null;
    for (long key : keys) {
      Smps.Answer answer =
          isPatient
              ? smps.get(Attribute.PORT_INFO, modifier, key)
              : smps.getOnce(Attribute.PORT_INFO, modifier, key);
      if (answer == null) {
        continue;
      }
      long reported = answer.get(PortInfo.M_KEY);
      if (reported != 0) {
        return new Found(reported, answer);
      }
      Found found = new Found(key, answer);
      if (!isHidden(answer.data())) {
        return found;
      }
      hidden = hidden == null || key == 0 ? found : hidden;
    }
    return hidden;
  }

  /// Returns keys in the order in which to try them, without duplicates.
  static List<Long> inOrder(List<Long> first, long... then) {
    return Stream.concat(first.stream(), LongStream.of(then).boxed()).toList();
  }
}

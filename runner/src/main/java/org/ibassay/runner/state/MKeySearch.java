package org.ibassay.runner.state;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.ibassay.link.LinkException;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;
import org.jspecify.annotations.Nullable;

/// Finds the M_Key that a port holds, out of a few that it may be.
///
/// A Get with a wrong key tells more or less, as M_KeyProtectBits say (14.2.4): at 0 the right key
/// stands in the answer, at 1 a zero stands there, at 2 and 3 there is no answer, and each try
/// counts a violation. So the likeliest key comes first. A zero that is read beside other bits than
/// 0 may stand in place of a key, and says nothing of what the port holds.
final class MKeySearch {
  private final Smps smps;
  private final long modifier;

  /// @param modifier of the PortInfo that holds the key
  MKeySearch(Smps smps, long modifier) {
    this.smps = smps;
    this.modifier = modifier;
  }

  /// A key that the port takes, as far as a Get can tell.
  ///
  /// @param key to send
  /// @param portInfo what the port answered
  record Found(long key, Smps.Answer portInfo) {}

  /// Tries the keys in turn, each once, and if none of them told the key, each with retries.
  ///
  /// @param keys with 0 among them: it is what is found where every answer hides the key
  /// @return null when none was answered
  @Nullable Found find(List<Long> keys) throws LinkException, InterruptedException {
    List<Long> distinct = keys.stream().distinct().toList();
    Found found = find(distinct, false);
    if (found != null && !isHidden(found.portInfo.data())) {
      return found;
    }
    Found patient = find(distinct, true);
    return patient == null ? found : patient;
  }

  /// Whether an M_Key that is read as 0 may be another.
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
      long told = answer.get(PortInfo.M_KEY);
      if (told != 0) {
        return new Found(told, answer);
      }
      Found found = new Found(key, answer);
      if (!isHidden(answer.data())) {
        return found;
      }
      hidden = hidden == null || key == 0 ? found : hidden;
    }
    return hidden;
  }

  /// Keys in the order in which to try them.
  static List<Long> inOrder(List<Long> first, long... then) {
    return Stream.concat(first.stream(), LongStream.of(then).boxed()).toList();
  }
}

package org.ibassay.suite;

import java.util.List;
import java.util.stream.LongStream;
import org.ibassay.wire.sa.Gid;

/// The multicast groups that a test may create: all have the same Q_Key, which tells them from
/// those of others. Of several MGIDs the first that is free is taken, so that a test is not stopped
/// by a group that an earlier run could not delete.
public final class GroupIds {
  /// The Q_Key of every one.
  public static final long Q_KEY = 0x1BA5_5A70L;

  /// Transient, and local to the link.
  private static final long PREFIX = 0xFF12_1BA5_5A70_0000L;

  private static final int MOST = 16;

  private GroupIds() {}

  /// Those of one tester, each for himself.
  ///
  /// @param guid of the tester's port
  public static List<Gid> of(long guid) {
    return LongStream.range(0, MOST).mapToObj(i -> new Gid(PREFIX + i, guid)).toList();
  }
}

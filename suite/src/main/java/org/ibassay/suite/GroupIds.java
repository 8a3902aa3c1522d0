package org.ibassay.suite;

import java.util.List;
import java.util.stream.LongStream;
import org.ibassay.wire.sa.Gid;

/// The multicast groups that a test may create. All have the same Q_Key, which distinguishes them
/// from other groups. A test takes the first MGID that is unused, so that a group that an earlier
/// run could not delete does not stop it.
public final class GroupIds {
  /// The Q_Key of all these groups.
  public static final long Q_KEY = 0x1BA5_5A70L;

  /// Transient, link-local scope.
  private static final long PREFIX = 0xFF12_1BA5_5A70_0000L;

  private static final int MOST = 16;

  private GroupIds() {}

  /// Returns the MGIDs of one tester; those of two testers differ.
  ///
  /// @param guid GUID of the tester's port
  public static List<Gid> of(long guid) {
    return LongStream.range(0, MOST).mapToObj(i -> new Gid(PREFIX + i, guid)).toList();
  }
}

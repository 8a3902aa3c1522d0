package org.ibassay.suite;

import java.util.List;

/// The texts of readings of subnet administration.
final class SaReadings {
  static final GmpReadings.Text INVALID_MGID =
      of(
          "15.2.5.17",
          "status of a request for a multicast group with an MGID that is not valid",
          way("code-2", "ERR_REQ_INVALID", "OpenSM; osmtest, for o15-0.1.6"),
          way("code-5", "ERR_REQ_INVALID_GID", "Intel's fabric manager"));

  static final GmpReadings.Text CLASS_VERSION =
      of(
          "13.4.7",
          "a request to subnet administration with a ClassVersion other than 2",
          way("code-1", "class version not supported", "none known"),
          way("code-3", "method and attribute combination not supported", "none known"),
          way("other-code", "another nonzero status", "none known"),
          way("silence", "no response", "Linux, which selects a receiver by ClassVersion"));

  static final GmpReadings.Text MFT_AFTER_GROUP =
      of(
          "15.2.5.17",
          "entries of switches for a multicast group that the last full member has left",
          way("cleared", "they are removed from all ports", "OpenSM"),
          way("kept", "they remain for the time being", "none known"));

  static final GmpReadings.Text UNKNOWN_MEMBER =
      of(
          "15.2.5.17",
          "status of a leave by a port that is not a member, or of a group that does not exist",
          way("code-2", "ERR_REQ_INVALID", "OpenSM; osmtest, for o15-0.1.15"),
          way("code-5", "ERR_REQ_INVALID_GID", "Intel's fabric manager"));

  static final GmpReadings.Text UNKNOWN_PATH_GID =
      of(
          "15.2.5.16",
          "status of a SubnAdmGet of a path to the GID of a port that does not exist",
          way("code-5", "ERR_REQ_INVALID_GID", "Intel's fabric manager"),
          way("code-3", "ERR_NO_RECORDS", "OpenSM"),
          way("code-2", "ERR_REQ_INVALID", "none known"));

  static final GmpReadings.Text PATH_ROUTED =
      of(
          "15.2.5.16",
          "FlowLabel, HopLimit or TClass in a request for a path within a subnet",
          way("compared", "a path has the value, or no path is found", "Intel's fabric manager"),
          way("ignored", "a path with another value is returned", "OpenSM"));

  static final GmpReadings.Text GROUP_ABOVE_PORT =
      of(
          "15.2.5.17",
          "a request for a multicast group whose MTU or rate exceeds that of the joining port",
          way("refused", "the group is not created", "OpenSM, for \"greater than\""),
          way("created", "the group has the requested value", "OpenSM, for \"exactly\""));

  static final GmpReadings.Text GROUP_LARGEST =
      of(
          "15.2.5.17",
          "the largest MTU or rate, requested for a new multicast group",
          way("port", "that of the joining port", "OpenSM"),
          way("less", "a smaller one", "none known"));

  static final GmpReadings.Text GROUP_LIFETIME =
      of(
          "15.2.5.17",
          "PacketLifeTime, requested with a selector for a new multicast group",
          way("chosen", "the group has a lifetime that meets the request", "none known"),
          way("stored", "the group has the requested one, whatever the selector", "OpenSM"));

  static final GmpReadings.Text UNNAMED_IDENTITY =
      of(
          "15.2.5.14",
          "a Delete of a service whose ServiceID or ServiceGID ComponentMask does not name",
          way("refused", "the request is rejected", "none known"),
          way("evaluated", "the service is deleted", "OpenSM"));

  static final GmpReadings.Text SERVICE_WITHOUT_P_KEY =
      of(
          "15.2.5.14",
          "a request to set a service without ServiceP_Key",
          way("default", "it is a service of the default partition", "OpenSM"),
          way("refused", "the request is rejected", "none known"));

  static final GmpReadings.Text REPORT_NOTICE_COUNT =
      of(
          "13.4.8.2",
          "NoticeToggle and NoticeCount of a Report",
          way("zero", "both are 0", "none known"),
          way("other", "they have other values", "OpenSM, which does not set them"));

  static final GmpReadings.Text REPORT_OVERLAP =
      of(
          "13.4.11",
          "Reports of an event that matches two subscriptions of one port",
          way("each", "one for each subscription", "OpenSM"),
          way("one", "a single one", "none known"));

  private SaReadings() {}

  private static GmpReadings.Text of(String section, String question, Reading.Way... ways) {
    return new GmpReadings.Text(section, question, List.of(ways));
  }

  private static Reading.Way way(String id, String meaning, String witnesses) {
    return new Reading.Way(id, meaning, witnesses);
  }
}

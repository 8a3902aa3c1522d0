package org.ibassay.device.sa;

import java.util.List;
import java.util.function.ObjIntConsumer;
import org.ibassay.device.sm.EndPort;

/// The parts of subnet administration other than the handlers of its attributes.
///
/// @param rules the seam of all requests and responses
/// @param wrongMethods how unsupported methods are handled
/// @param requests how requests in segments are received
/// @param services the store of registered services
/// @param groups the rules of multicast groups
/// @param hasGroups whether multicast groups are supported
/// @param forwarding called with all members of an MLID's groups when they change
/// @param reports the rules of subscriptions and reports
/// @param hasReports whether subscriptions are supported
/// @param reportTries how often a Report is sent to a subscriber that does not answer it
public record SaParts(
    SaRules rules,
    WrongMethods wrongMethods,
    RequestWays requests,
    ServiceStore services,
    GroupRules groups,
    boolean hasGroups,
    ObjIntConsumer<List<EndPort>> forwarding,
    ReportRules reports,
    boolean hasReports,
    int reportTries) {}

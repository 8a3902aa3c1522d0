package org.ibassay.link.umad;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ibassay.link.dut.DutDriver;
import org.ibassay.link.dut.DutTarget;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.DutUriException;
import org.ibassay.link.dut.FreshStart;
import org.ibassay.link.dut.PathText;
import org.ibassay.link.dut.RestartCommand;
import org.ibassay.link.dut.UriParameter;
import org.ibassay.link.impaired.Impairment;
import org.ibassay.link.mad.Route;
import org.ibassay.wire.mad.Smp;

/// Devices that a local InfiniBand port reaches: `umad:CA/PORT?path=0,1` by directed route,
/// `umad:CA/PORT?lid=7` by LID; `also=CA/PORT:0,1` names another local port that is cabled to the
/// same device, and its route; `restart=COMMAND` restarts the device. The parameters of
/// [Impairment] add impairments to the link.
public final class UmadDriver implements DutDriver {
  private static final int GREATEST_LID = 0xBFFF;

  private static final UriParameter<String> PATH =
      UriParameter.text(
          "path",
          "0, then the egress port of each hop, e.g. 0,1",
          "directed route from the local port; this or lid has to be given");
  private static final UriParameter<Long> LID =
      UriParameter.number("lid", 1, GREATEST_LID, "LID of the device; this or path");
  private static final UriParameter<String> ALSO =
      UriParameter.text(
          "also",
          "CA/PORT:0,1",
          "a further local port that is cabled to the same device, and its route; repeatable");
  private static final List<UriParameter<?>> PARAMETERS =
      List.of(PATH, LID, ALSO, RestartCommand.PARAMETER);

  /// For `ServiceLoader`.
  public UmadDriver() {}

  @Override
  public String scheme() {
    return "umad";
  }

  @Override
  public List<UriParameter<?>> parameters() {
    return PARAMETERS;
  }

  @Override
  public DutTarget parse(DutUri uri) throws DutUriException {
    uri.allowOnly(UriParameter.names(Impairment.beside(PARAMETERS)));
    List<UmadTarget.PortRoute> reaches = new ArrayList<>();
    reaches.add(reach(uri, uri.target(), route(uri)));
    for (String also : ALSO.allIn(uri)) {
      int colon = also.indexOf(':');
      if (colon < 0) {
        throw new DutUriException(uri.text(), "also=" + also + ": expected CA/PORT:0,1");
      }
      reaches.add(reach(uri, also.substring(0, colon), path(uri, also.substring(colon + 1))));
    }
    return new UmadTarget(
        uri,
        reaches,
        Impairment.of(uri),
        RestartCommand.PARAMETER.in(uri).map(FreshStart.class::cast));
  }

  private static UmadTarget.PortRoute reach(DutUri uri, String text, Route route)
      throws DutUriException {
    int slash = text.lastIndexOf('/');
    try {
      if (slash > 0) {
        return new UmadTarget.PortRoute(
            text.substring(0, slash), Integer.parseInt(text.substring(slash + 1)), route);
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw new DutUriException(
        uri.text(), "names \"" + text + "\" where CA/PORT is expected, e.g. mlx5_0/1");
  }

  private static Route route(DutUri uri) throws DutUriException {
    Optional<String> path = PATH.in(uri);
    Optional<Long> lid = LID.in(uri);
    if (path.isPresent() == lid.isPresent()) {
      throw new DutUriException(
          uri.text(), "must say either path=0,1 (directed route) or lid=N, and not both");
    }
    return path.isPresent() ? path(uri, path.get()) : new Route.Lid(lid.orElseThrow().intValue());
  }

  private static Route path(DutUri uri, String text) throws DutUriException {
    return PathText.read(text).map(Route.Directed::new).orElseThrow(() -> wrongPath(uri, text));
  }

  private static DutUriException wrongPath(DutUri uri, String path) {
    return new DutUriException(
        uri.text(),
        "path %s: expected 0, then a port from 1 to 254 for each of at most %d hops, e.g. 0,1"
            .formatted(path, Smp.MAX_HOPS));
  }
}

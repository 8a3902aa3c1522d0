package org.ibassay.suite.c16;

import java.time.Duration;
import java.util.List;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.PmTest;
import org.ibassay.suite.TestException;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.pm.PmClassPortInfo;
import org.ibassay.wire.pm.PortSamplesControl;
import org.ibassay.wire.pm.PortSamplesResult;
import org.jspecify.annotations.Nullable;

/// A test of sampling: reads what the DUT declares, and starts samples.
public abstract class SampleTest extends PmTest {
  /// Why a test does not apply.
  private static final String ABSENT =
      "the DUT has no PortSamplesControl, or none of its counters supports the quantities of every"
          + " device";

  /// Durations of a sample. The longer ones are for links that lose packets.
  static final List<Duration> INTERVALS =
      List.of(Duration.ofMillis(200), Duration.ofMillis(1600), Duration.ofMillis(12_800));

  private static final Duration OTHERS = Duration.ofSeconds(2);
  private static final Duration POLL = Duration.ofMillis(50);

  SampleTest() {}

  @Override
  protected final void procedure(int port) throws TestException {
    step("1");
    throughQp1(() -> {
      step("2");
      SampleControl control = readControl(port);
      step("3");
      if (control == null) {
        leaveOutRest(ABSENT);
      } else {
        sample(port, control);
      }
    });
  }

  /// The steps from step 3 on.
  ///
  /// @param control what the DUT declares
  abstract void sample(int port, SampleControl control) throws TestException;

  /// Reads PortSamplesControl, and waits until no sample of others is under way. The current step
  /// checks the code.
  ///
  /// @return null if there is nothing to test
  private @Nullable SampleControl readControl(int port) throws TestException {
    exchangeOk(performanceGet(PmClassPortInfo.ATTRIBUTE)); // silence means something only after it
    sendMad(
        performanceGet(PortSamplesControl.ATTRIBUTE).setData(PortSamplesControl.PORT_SELECT, port));
    MadPacketSpec read = receiveIfSupported();
    if (read == null) {
      return null;
    }
    SampleControl control = new SampleControl(read);
    if (control.counters().isEmpty()) {
      return null;
    }
    needs(isDoneBy(now() + OTHERS.toNanos()), "another sample is under way");
    return control;
  }

  /// Waits for the end of a sample.
  ///
  /// @param moment when it has to be over, by the link's clock
  final boolean isDoneBy(long moment) throws TestException {
    while (result().data(PortSamplesResult.SAMPLE_STATUS) != SampleControl.DONE) {
      if (now() > moment) {
        return false;
      }
      waitFor(POLL);
    }
    return true;
  }

  /// Reads PortSamplesResult.
  final MadPacketSpec result() throws TestException {
    return exchangeOk(performanceGet(PortSamplesResult.ATTRIBUTE));
  }

  /// Reads PortSamplesControl.
  final MadPacketSpec control(int port) throws TestException {
    return read(PortSamplesControl.ATTRIBUTE, port);
  }

  /// Starts a sample. The current step checks that the Set has been executed.
  final MadPacketSpec start(MadPacketSpec set) throws TestException {
    sendMad(set);
    MadPacketSpec response = receiveMad();
    // A Set whose response was lost is sent again, and can be rejected then.
    boolean isRepeated =
        !isExclusive()
            && response.header(MadStatus.CODE) == MadStatus.INVALID_FIELD
            && result().data(PortSamplesResult.TAG) == set.data(PortSamplesControl.TAG);
    if (!isRepeated) {
      needs(verifyStatusOk(response), "no sample was started");
    }
    return response;
  }
}

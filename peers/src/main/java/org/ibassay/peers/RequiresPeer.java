package org.ibassay.peers;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/// Marks a test that needs third-party programs or libraries. If one is missing, the test is
/// skipped and names it, or fails with `IBASSAY_INTEROP=required` in the environment.
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(PeerCondition.class)
public @interface RequiresPeer {
  /// Programs such as `ibsim` and libraries such as `libibumad.so.3`.
  String[] value();
}

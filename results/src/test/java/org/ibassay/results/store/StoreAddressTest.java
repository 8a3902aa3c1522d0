package org.ibassay.results.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.ibassay.runner.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Where a store is.
class StoreAddressTest {
  @Test
  void aNameIsThatOfAFile() throws Exception {
    StoreAddress file = StoreAddress.of("lab.db");
    assertThat(file.dialect()).isEqualTo(Dialect.SQLITE);
    assertThat(file.url()).isEqualTo("jdbc:sqlite:lab.db");
    assertThat(file.isMissing()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgresql://ann:p%40ss+word@db:5433/lab?sslmode=require",
        "postgres://ann:p%40ss+word@db:5433/lab?sslmode=require",
        "jdbc:postgresql://ann:p%40ss+word@db:5433/lab?sslmode=require"
      })
  void aUrlIsThatOfADatabase(String text) throws Exception {
    StoreAddress database = StoreAddress.of(text);
    assertThat(database.dialect()).isEqualTo(Dialect.POSTGRESQL);
    assertThat(database.name()).isEqualTo("postgresql://ann@db:5433/lab");
    assertThat(database.url()).isEqualTo("jdbc:postgresql://db:5433/lab?sslmode=require");
    assertThat(database.properties())
        .containsEntry("user", "ann")
        .containsEntry("password", "p@ss+word");
    assertThat(database.isMissing()).isFalse();
  }

  @Test
  void userAndPasswordMayBeMissing() throws Exception {
    StoreAddress database = StoreAddress.of("postgresql://db/lab?password=secret");
    assertThat(database.name()).isEqualTo("postgresql://db/lab");
    assertThat(database.properties()).doesNotContainKeys("user", "password");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgresql://ann:secret@db",
        "postgresql://ann:sec/ret@db/lab",
        "postgresql://ann:secret@db/lab/secret",
        "postgresql://ann:secret%4@db/lab",
        "jdbc:mysql://ann:secret@db/lab",
        "mysql://ann:secret@db/lab"
      })
  void aWrongUrlIsRefusedWithoutItsPassword(String text) {
    assertThatThrownBy(() -> StoreAddress.of(text))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("expected")
        .hasMessageNotContaining("secret")
        .hasMessageNotContaining("sec/ret");
  }
}

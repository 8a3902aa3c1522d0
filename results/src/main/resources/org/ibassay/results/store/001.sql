-- A results file, by the SHA-256 of its bytes.
CREATE TABLE run (
  id BIGINT PRIMARY KEY,
  hash VARCHAR(64) NOT NULL UNIQUE,
  started VARCHAR(40) NOT NULL,
  version VARCHAR(100) NOT NULL,
  verdict VARCHAR(20) NOT NULL,
  file TEXT NOT NULL
);

-- A device of a run.
CREATE TABLE device_run (
  id BIGINT PRIMARY KEY,
  run BIGINT NOT NULL REFERENCES run (id),
  started VARCHAR(40) NOT NULL,
  device TEXT NOT NULL,
  firmware TEXT NOT NULL,
  uri TEXT NOT NULL,
  passed INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  undecided INTEGER NOT NULL,
  not_applicable INTEGER NOT NULL
);

CREATE INDEX device_run_run ON device_run (run);
CREATE INDEX device_run_device ON device_run (device, started);

CREATE TABLE test_result (
  device_run BIGINT NOT NULL REFERENCES device_run (id),
  test VARCHAR(100) NOT NULL,
  verdict VARCHAR(20) NOT NULL
);

CREATE INDEX test_result_run ON test_result (device_run);

-- Of tests that neither passed nor were for another device: there, no assertion says more than the test.
CREATE TABLE assertion_result (
  device_run BIGINT NOT NULL REFERENCES device_run (id),
  test VARCHAR(100) NOT NULL,
  assertion VARCHAR(200) NOT NULL,
  verdict VARCHAR(20) NOT NULL,
  known INTEGER NOT NULL,
  unstable INTEGER NOT NULL
);

CREATE INDEX assertion_result_run ON assertion_result (device_run);

-- What all runs of a test on a firmware version come to; verdict is that of the latest.
CREATE TABLE test_summary (
  device TEXT NOT NULL,
  firmware TEXT NOT NULL,
  test VARCHAR(100) NOT NULL,
  verdict VARCHAR(20) NOT NULL,
  started VARCHAR(40) NOT NULL,
  decided INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  PRIMARY KEY (device, firmware, test)
);

-- The same of assertions that failed, or came to no verdict, at least once.
CREATE TABLE assertion_summary (
  device TEXT NOT NULL,
  firmware TEXT NOT NULL,
  test VARCHAR(100) NOT NULL,
  assertion VARCHAR(200) NOT NULL,
  failed INTEGER NOT NULL,
  undecided INTEGER NOT NULL,
  unstable INTEGER NOT NULL,
  PRIMARY KEY (device, firmware, test, assertion)
);

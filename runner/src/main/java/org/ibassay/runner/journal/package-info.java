/// The journal of a device: the state that a test is about to change, written to disk beforehand,
/// so that a later process can restore it.
///
/// A journal is a text file, `NODEGUID/journal` in the state folder, readable only by its owner,
/// with one record per line:
///
/// ```
/// 8 hex digits, a blank, the record's text
/// ```
///
/// The digits are the CRC-32 (that of zlib and Ethernet) of the text in UTF-8. In a text a
/// backslash is written `\\`, a line feed `\n`, a carriage return `\r`. The records of version 1:
///
/// | record | meaning |
/// |---|---|
/// | `ibassay-journal 1` | the version of the format |
/// | `process PID since TIME` | the run |
/// | `patience TIMEOUT-NS RETRIES WINDOW` | timeout, retries and outstanding requests of the run |
/// | `node GUID` | the device |
/// | `dut URI` | the URI of the device |
/// | `test ID` | a test is about to begin |
/// | `key M_KEY` | a key that it will set |
/// | `was CHANGE via PORT key M_KEY modifier MODIFIER data 64 BYTES` | an attribute before the
/// test, read through the tester port of that index |
/// | `end` | all records of the test are before this one |
/// | `lost TEXT` | a change that no Set can restore, as text |
/// | `back` | all tests before this record are complete and have restored what a Set can |
///
/// A test's records are written in one operation and flushed before its `initialize()`. The journal
/// is open while it holds state to restore. Records of restored state are removed, except those of
/// losses: they stay until `ibassay restore` has reported them or the next run begins. The run
/// holds a lock on the file, so that a journal whose process is dead can be distinguished from one
/// whose process runs.
///
/// A record that is incomplete or does not match its CRC is ignored and reported. An incomplete
/// last one was not flushed, so its test never began, and nothing is lost. A damaged one elsewhere
/// keeps the journal open for a person to inspect. Of two records of the same attribute the first
/// one counts: it holds the original state.
@NullMarked
package org.ibassay.runner.journal;

import org.jspecify.annotations.NullMarked;

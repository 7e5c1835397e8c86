import Foundation
import Testing

/// Tests what is left of a database of SQLite, by the program `YobanSQLiteSweep`: it ends an app at the calls
/// of SQLite on files, and checks the database in the next launch. SQLite promises:
///
/// - A kill of the process loses no committed transaction, whatever `PRAGMA synchronous` says.
/// - With `full`, a loss of power does not damage the database, and loses no committed transaction in WAL
///   mode. With a rollback journal it can lose the last one, and `extra` is for those who must not.
/// - With `off`, a loss of power can damage the database.
/// - On Apple's systems this needs `PRAGMA fullfsync`, which the SQLite of this system was built without.
@Suite struct SQLiteTests {
  private struct Sweep {
    var device, journal, synchronization, fault: String
    var runs, problems, lostCommits: Int
    var first: String

    init(_ line: Substring) throws {
      let fields = line.split(separator: " ", maxSplits: 7).map(String.init)
      try #require(fields.count == 8, "\(line)")
      (device, journal, synchronization, fault) = (fields[0], fields[1], fields[2], fields[3])
      runs = try #require(Int(fields[4]))
      problems = try #require(Int(fields[5]))
      lostCommits = try #require(Int(fields[6]))
      first = fields[7]
    }

    /// Whether SQLite promises that every committed transaction is there.
    var isDurable: Bool {
      switch (fault, synchronization) {
      case ("kill", _): true
      case (_, "off"): false
      case ("power", _) where device != "android": false
      case (_, "full"): journal == "wal"
      default: true
      }
    }

    /// Whether SQLite promises that the database is not damaged.
    var isConsistent: Bool {
      fault == "kill" || (synchronization != "off" && (fault != "power" || device == "android"))
    }
  }

  @Test func `a database survives what SQLite promises, and a wrong setting is found (DK1, DK5)`()
    throws
  {
    let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "YobanSQLiteSweep")
    let process = Process()
    process.executableURL = program
    // Every 17th call; without the argument, the program plays all.
    process.arguments = ["17"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let sweeps = try text.split(separator: "\n").map(Sweep.init)
    #expect(sweeps.count == 3 * 2 * 3 * 3)
    for sweep in sweeps {
      let name = "\(sweep.device) \(sweep.journal) \(sweep.synchronization) \(sweep.fault)"
      #expect(sweep.runs > 5, "\(name)")
      if sweep.isDurable { #expect(sweep.problems == 0, "\(name): \(sweep.first)") }
      if sweep.isConsistent {
        #expect(sweep.problems == sweep.lostCommits, "\(name): \(sweep.first)")
      } else {
        #expect(sweep.problems > 0, "\(name)")
      }
    }
  }
}

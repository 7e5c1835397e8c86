import Chunks
import Collector
import CollectorSQLite
import Foundation
import TestPrograms
import Testing

extension Trait where Self == ConditionTrait {
  fileprivate static var needsResearchPackages: Self {
    .enabled(
      """
      Skipped: python3 has no validator of BIDS or no model of FHIR. To install them in a virtual environment: \
      export YOBAN_PYTHON="$(Tests/parquet-python)"
      """
    ) { await Python.has("bids_validator_deno, fhir.resources") }
  }

  /// GGIR comes from CRAN, which the packages of the tests do not contain.
  fileprivate static var needsGGIR: Self {
    .enabled(
      "Skipped: Rscript cannot load GGIR. Install R and then, in R: install.packages(\"GGIR\")"
    ) {
      (try? await runProgram(["Rscript", "-e", "suppressMessages(library(GGIR))"]).status) == 0
    }
  }
}

/// The formats of research tools, read by other people's programs.
@Suite(.patience) struct ResearchTests {
  private static let script = Python.script("research.py")
  private static let start: Int64 = 1_764_018_000_000_000_000
  private static let second: Int64 = 1_000_000_000

  /// An accelerometer with a nominal rate of 50 Hz, whose samples have jitter and come at 49.8 Hz, and a gap of 20 s in
  /// the second minute of three hours; a heart rate each second, with one value of a strap without contact.
  private static func fill(
    _ storage: any CollectorStorage, minutes: Int = 3, device: String = "phone"
  ) async throws {
    var random: UInt64 = 7
    func next(below limit: UInt64) -> Int64 {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int64((random >> 33) % limit)
    }
    let end = start + Int64(minutes) * 60 * second
    for minute in 0..<minutes {
      var times: [Int64] = []
      var values: [Double] = []
      let first = start + Int64(minute) * 60 * second
      for index in 0..<2_988 as Range<Int64> {
        let time = first + index * second * 10 / 498
        if minute == 1, (20 * second..<40 * second).contains(time - first) { continue }
        times.append(time + next(below: 2_000_000) - 1_000_000)
        values += [0.01, -0.02, 1].map { $0 + (Double(next(below: 2_001)) - 1_000) / 1e5 }
      }
      var chunk = TestChunk(
        device: device, sequence: UInt64(minute), channels: ["x", "y", "z"], times: times,
        values: values, nominalInterval: .milliseconds(20))
      if minute == 0 { chunk.marks = [.started(at: times[0])] }
      if minute == minutes - 1 { chunk.marks = [.stopped(at: end)] }
      if minute == 1 {
        let gap = times.firstIndex { $0 > first + 30 * second }!
        chunk.gaps = [Gap(start: times[gap - 1], end: times[gap], cause: .suspended)]
      }
      let rates = TestChunk(
        device: device, stream: "heart-rate", sequence: UInt64(minute), channels: ["rate"],
        units: ["1/min"], times: (0..<60).map { first + $0 * second },
        values: (0..<60).map { minute == 0 && $0 == 7 ? 0 : Double(60 + $0 % 9) })
      try await storage.store(chunk, rates)
    }
  }

  /// Runs a body with a database, and with the samples of a stream as CSV in a file.
  private static func withDatabase(
    minutes: Int = 3, _ body: (_ folder: String, _ database: [String]) async throws -> Void
  ) async throws {
    try await withTemporaryDirectory { folder in
      do {
        let storage = try SQLiteStorage(path: folder + "/db")
        try await fill(storage, minutes: minutes)
        try await TestServer.run(over: storage) { server in
          let csv = try await server.get("/v1/devices/phone/streams/accelerometer/samples.csv").body
          try csv.write(toFile: folder + "/samples.csv", atomically: true, encoding: .utf8)
        }
        try await storage.close()
      }
      try await body(folder, ["--database", folder + "/db"])
    }
  }

  private static func export(_ arguments: [String]) async throws -> ProgramResult {
    try await CollectorProcess.runWithErrors(["export"] + arguments)
  }

  @Test func `a table for GGIR has each sample with its real time`() async throws {
    try await Self.withDatabase { folder, database in
      let (output, status) = try await Self.export(
        [
          "ggir", "--device", "phone", "--time-zone", "Europe/Berlin", "--output",
          folder + "/study",
        ]
          + database)
      #expect(status == 0, "\(output)")
      #expect(output.contains("1 files at 50 Hz"))
      let read = try await Python.run([
        Self.script, "ggir", folder + "/study/data/phone.csv", folder + "/samples.csv",
      ])
      #expect(read.status == 0, "\(read.output)")
      #expect(read.output == "7968 rows\n")
    }
  }

  @Test(.needsGGIR) func `GGIR reads the table with the call of the script`() async throws {
    // GGIR needs more than an hour.
    try await Self.withDatabase(minutes: 180) { folder, database in
      let (output, status) = try await Self.export(
        [
          "ggir", "--device", "phone", "--time-zone", "Europe/Berlin", "--output",
          folder + "/study",
        ]
          + database)
      try #require(status == 0, "\(output)")
      let read = try await runProgram(["Rscript", Python.script("read_ggir.R"), folder + "/study"])
      #expect(read.status == 0, "\(read.output)")
      // Three hours on a grid of 20 ms, with the gap filled, from the first sample to the last one.
      let rows = try #require(read.output.firstMatch(of: #/phone.csv: (\d+) rows from ([\d.]+) /#))
      #expect(abs(try #require(Int(rows.1)) - 540_000) <= 2, "\(read.output)")
      #expect(abs(try #require(Double(rows.2)) - 1_764_018_000) <= 0.001)
      #expect(
        read.output.contains("steps 0.020000 to 0.020000, mean length 1.00"), "\(read.output)")
      // GGIR begins with the next quarter of an hour: 21:00 UTC is 22:00 in Berlin.
      #expect(read.output.contains("from 2025-11-24T22:"), "\(read.output)")
      #expect(read.output.contains("at 50 Hz"))
      #expect(read.output.contains("part2_summary.csv"))
    }
  }

  @Test(.needsResearchPackages)
  func `a dataset of Motion-BIDS is valid and has each sample`() async throws {
    try await Self.withDatabase { folder, database in
      let (output, status) = try await Self.export(
        ["bids", "--output", folder + "/bids", "--author", "A. Author"] + database)
      #expect(status == 0, "\(output)")
      #expect(output.contains("1 nights in"))
      let read = try await Python.run([
        Self.script, "bids", folder + "/bids", folder + "/samples.csv",
      ])
      #expect(read.status == 0, "\(read.output)")
      #expect(read.output == "7968 rows\n")
      let readme = try String(contentsOfFile: folder + "/bids/README.md", encoding: .utf8)
      #expect(readme.contains("not part of the dataset: heart-rate."))
    }
  }

  @Test(.needsResearchPackages)
  func `a night as a ZIP archive is the same dataset`() async throws {
    try await Self.withDatabase { folder, _ in
      let storage = try SQLiteStorage(path: folder + "/db")
      try await TestServer.run(over: storage) { server in
        let path = "/v1/devices/phone/nights/\(Self.start + Self.second)/motion-bids.zip"
        let answer = try await Python.run([
          "-c",
          """
          import io, sys, urllib.request, zipfile
          request = urllib.request.Request(sys.argv[1], headers={"Authorization": "Bearer " + sys.argv[2]})
          zipfile.ZipFile(io.BytesIO(urllib.request.urlopen(request).read())).extractall(sys.argv[3])
          """, "http://127.0.0.1:\(server.port)\(path)", server.token, folder + "/zip",
        ])
        #expect(answer.status == 0, "\(answer.output)")
      }
      let name = try #require(
        try FileManager.default.contentsOfDirectory(atPath: folder + "/zip").first)
      #expect(name.wholeMatch(of: /phone-2025-11-24T(2059|2100)Z-motion-bids/) != nil, "\(name)")
      let read = try await Python.run([
        Self.script, "bids", "\(folder)/zip/\(name)", folder + "/samples.csv",
      ])
      #expect(read.status == 0, "\(read.output)")
      #expect(read.output == "7968 rows\n")
    }
  }

  @Test(.needsResearchPackages)
  func `heart rates are valid observations of FHIR`() async throws {
    try await Self.withDatabase { folder, database in
      let file = folder + "/rates.ndjson"
      let (output, status) = try await Self.export(
        [
          "fhir", "--device", "phone", "--subject", "Patient/7", "--from", "\(Self.start)", "--to",
          "\(Self.start + 60 * Self.second)", "--output", file,
        ] + database)
      #expect(status == 0, "\(output)")
      let read = try await Python.run([Self.script, "fhir", file])
      #expect(read.status == 0, "\(read.output)")
      #expect(read.output == "60 observations\n")
      let text = try String(contentsOfFile: file, encoding: .utf8)
      #expect(text.contains("\"reference\":\"Patient/7\""))
      #expect(text.components(separatedBy: "\"dataAbsentReason\"").count == 2)
    }
  }

  @Test func `the answers over HTTP are those of the command line`() async throws {
    let storage = try SQLiteStorage()
    try await Self.fill(storage)
    try await TestServer.run(over: storage) { server in
      let streams = "/v1/devices/phone/streams"
      let table = try await server.get("\(streams)/accelerometer/ggir.csv")
      #expect(table.body.hasPrefix("time,x,y,z\n176401"))
      #expect(table.headers[.contentType] == "text/csv; charset=utf-8")
      #expect(table.body.split(separator: "\n").count == 7_969)
      let range = "from=\(Self.start)&to=\(Self.start + 2 * Self.second)"
      let rates = try await server.get(
        "\(streams)/heart-rate/heart-rate.fhir.ndjson?\(range)&subject=Patient/7")
      #expect(rates.headers[.contentType] == "application/fhir+ndjson")
      #expect(rates.body.split(separator: "\n").count == 2)
      #expect(rates.body.contains("\"effectiveDateTime\":\"2025-11-24T21:00:01.000Z\""))
    }
  }

  @Test(
    arguments: [
      ("heart-rate/ggir.csv", 404, "no channel x: name some of rate"),
      ("heart-rate/ggir.csv?channels=rate,a,b", 404, "no channel a"),
      ("heart-rate/ggir.csv?channels=rate,rate,rate", 404, "are 1/min, 1/min, 1/min"),
      ("accelerometer/ggir.csv?channels=x,y", 400, "three channels"),
      ("accelerometer/ggir.csv?unit=kg", 400, "must be g, mg or m/s^2"),
      ("accelerometer/heart-rate.fhir.ndjson", 404, "0 channels in beats per minute"),
      ("heart-rate/heart-rate.fhir.ndjson?channel=x", 404, "no channel x: name some of rate"),
      ("heart-rate/heart-rate.fhir.ndjson?subject=7", 400, "Patient/123"),
      ("heart-rate/ggir.csv?from=now", 400, "nanoseconds"),
      ("none/ggir.csv", 404, "no stream none"),
    ])
  func `a wrong request is refused with what to enter`(
    path: String, status: Int, reason: String
  ) async throws {
    let storage = try SQLiteStorage()
    try await Self.fill(storage, minutes: 1)
    try await TestServer.run(over: storage) { server in
      let answer = try await server.get("/v1/devices/phone/streams/\(path)")
      try answer.expectProblem(status == 404 ? .notFound : .invalidRequest)
      #expect(answer.body.contains(reason), "\(answer.body)")
    }
  }

  @Test func `a night without a movement is no dataset`() async throws {
    let storage = try SQLiteStorage()
    try await storage.store(
      TestChunk(stream: "heart-rate", channels: ["rate"], units: ["1/min"], times: [Self.start]))
    try await TestServer.run(over: storage) { server in
      let answer = try await server.get("/v1/devices/phone/nights/\(Self.start)/motion-bids.zip")
      try answer.expectProblem(.invalidRequest)
      #expect(answer.body.contains("no stream with an acceleration"))
    }
  }

  @Test func `a wrong command line is refused, and nothing is overwritten`() async throws {
    try await Self.withDatabase(minutes: 1) { folder, database in
      let ggir = ["ggir", "--device", "phone", "--time-zone", "UTC"] + database
      for (arguments, status, reason) in [
        (ggir + ["--output", folder], 7, "which are not overwritten"),
        (ggir + ["--output", folder + "/a", "--stream", "none"], 4, "has no stream none"),
        (ggir + ["--output", folder + "/b", "--stream", "heart-rate"], 4, "no channel x"),
        (ggir + ["--output", folder + "/c", "--rate", "0"], 64, "from 1 to 10000"),
        (
          ["ggir", "--device", "phone", "--time-zone", "CET\")", "--output", "/x"] + database, 64,
          "Europe/Berlin"
        ),
        (["bids", "--device", "none", "--output", folder + "/d"] + database, 4, "no night"),
        (
          ["bids", "--task", "a-b", "--output", folder + "/e"] + database, 64, "letters and digits"
        ),
        (
          ["fhir", "--device", "phone", "--output", folder + "/samples.csv"] + database, 7,
          "is not overwritten"
        ),
        (
          ["fhir", "--device", "phone", "--subject", "7", "--output", folder + "/f"] + database, 4,
          "Patient/123"
        ),
        (
          ["fhir", "--device", "phone", "--output", folder + "/none/f"] + database, 7,
          "cannot be written"
        ),
        (
          ["fhir", "--device", "phone", "--from", "5", "--to", "5", "--output", "-"] + database, 64,
          "--from must be before --to"
        ),
      ] as [([String], Int32, String)] {
        let result = try await Self.export(arguments)
        #expect(result.status == status, "\(arguments): \(result.output)")
        #expect(result.output.contains(reason), "\(arguments): \(result.output)")
      }
      #expect(!FileManager.default.fileExists(atPath: folder + "/f"))
    }
  }
}

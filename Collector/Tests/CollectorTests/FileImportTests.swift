import Chunks
import CollectorImports
import CollectorSQLite
import Foundation
import RecordingFiles
import TestPrograms
import Testing

@testable import Collector

/// Files are imported once, completely or not at all.
@Suite(.patience) struct FileImportTests {
  private static func importFile(
    _ path: String, _ storage: any CollectorStorage, device: String = "wrist",
    allowsTruncation: Bool = false
  ) async throws -> [String: FileImport.Outcome] {
    let file = try FileImport(path, device: device, zone: "UTC", allowsTruncation: allowsTruncation)
    return try await file.store(file.check(), in: storage)
  }

  private static let files = [
    "new.gt3x", "old.gt3x", "damaged.gt3x", "packed.cwa", "six.cwa", "damaged.cwa", "whole.bin",
    "damaged.bin", "phone.zip", "phone.json",
  ]

  @Test(arguments: files, Backend.allCases)
  func `a file that is imported again stores nothing twice`(
    name: String, backend: Backend
  ) async throws {
    let path = try await SampleRecordings.path(name)
    try await backend.withStorage { storage in
      let first = try await Self.importFile(path, storage)
      let contents = try FileImport(path, device: "wrist", zone: "UTC").check()
      #expect(first.mapValues(\.stored) == contents.sampleCounts)
      #expect(first.values.allSatisfy { $0.repeated == 0 && $0.deleted == 0 })
      let before = try await storage.summaries(of: "wrist")
      #expect(
        Dictionary(uniqueKeysWithValues: before.map { ($0.name.stream, $0.sampleCount) })
          == contents.sampleCounts)
      #expect(before.allSatisfy { $0.missingCount == 0 })
      let gaps = contents.gapCounts.mapValues { $0.values.reduce(0, +) }
      #expect(
        Dictionary(uniqueKeysWithValues: before.map { ($0.name.stream, $0.gapCount) })
          .filter { $0.value > 0 } == gaps)
      for _ in 0..<2 {
        let again = try await Self.importFile(path, storage)
        #expect(again.mapValues(\.repeated) == contents.sampleCounts)
        #expect(again.values.allSatisfy { $0.stored == 0 })
      }
      #expect(try await storage.summaries(of: "wrist") == before)
      #expect(try await storage.verify(at: 0).isIntact)
      // The recording is one night with an end, so the device is not reported as silent.
      let nights = try await storage.nights(of: "wrist", before: nil, atMost: 9)
      #expect(nights.count == 1)
      #expect(nights.first?.span.isOpen == false)
      #expect(nights.first?.span.start == contents.times?.lowerBound)
      #expect(nights.first?.span.end == contents.times?.upperBound)
    }
  }

  @Test(arguments: Backend.allCases)
  func `a part of a file and then the whole file are stored once`(backend: Backend) async throws {
    let path = try await SampleRecordings.path("damaged.cwa")
    let bytes = try Data(contentsOf: URL(filePath: path))
    try await backend.withStorage { storage in
      try await withTemporaryDirectory { directory in
        let cut = directory + "/cut.cwa"
        try bytes.prefix(1_024 + 512 * 15 + 100).write(to: URL(filePath: cut))
        let error = await #expect(throws: RecordingFileError.self) {
          _ = try await Self.importFile(cut, storage)
        }
        #expect(error == .truncated(place: "in the middle of a block"))
        #expect(try await storage.streams(of: "wrist").isEmpty)

        let first = try await Self.importFile(cut, storage, allowsTruncation: true)
        #expect(first["axivity.accelerometer"]?.stored == 13 * 80)
        let whole = try await Self.importFile(path, storage)
        // The last block of the part has the nominal rate, because the next time was not known.
        #expect(whole["axivity.accelerometer"].map { $0.stored + $0.repeated } == 28 * 80)
        #expect(whole["axivity.accelerometer"]?.repeated ?? 0 >= 12 * 80)
        #expect(try await storage.verify(at: 0).isIntact)
      }
    }
  }

  @Test func `an export of Sensor Logger fills what was not pushed`() async throws {
    let path = try await SampleRecordings.path("phone.json")
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path)))
    let rows = try #require(json as? [[String: String]])
    let pushed = rows.filter { $0["sensor"] == "Accelerometer" }.prefix(200).map { row in
      """
      {"name":"accelerometer","time":\(row["time"]!),"values":{"x":\(row["x"]!),"y":\(row["y"]!),"z":\(row["z"]!)}}
      """
    }
    try await TestServer.run { server in
      let body = "{\"payload\":[\(pushed.joined(separator: ","))]}"
      let answer = try await server.request(
        "/v1/import/sensor-logger/phone", .post,
        [.authorization: "Bearer \(server.token)", .contentLength: "\(body.utf8.count)"],
        Array(body.utf8))
      #expect(answer.status == 200)
      for (name, stored) in [("phone.zip", 300), ("phone.json", 0), ("Accelerometer.csv", 0)] {
        let outcome = try await Self.importFile(
          try await SampleRecordings.path(name), server.storage, device: "phone")
        let own = try #require(outcome["sensor-logger.accelerometer"])
        #expect(own.stored == stored, "\(name)")
        #expect(own.repeated == 500 - stored, "\(name)")
      }
      let report = try await server.get("/v1/devices/phone/streams").body
      #expect(report.contains("\"units\":[\"m/s²\",\"m/s²\",\"m/s²\"]"), "\(report)")
      // A row without a speed comes out without it.
      let lines = try await server.get(
        "/v1/devices/phone/streams/sensor-logger.location/samples.jsonl"
      ).body.split(separator: "\n")
      #expect(lines.map { $0.contains("speed") } == [true, false, true, false])
    }
  }

  @Test func `a deleted time stays deleted`() async throws {
    let storage = try SQLiteStorage()
    let path = try await SampleRecordings.path("whole.bin")
    _ = try await Self.importFile(path, storage)
    _ = try await storage.delete(
      Deletion(device: "wrist", times: .min ... .max, author: "test", time: 1))
    let again = try await Self.importFile(path, storage)
    #expect(again["geneactiv.accelerometer"]?.deleted == 1_200)
    #expect(again.values.allSatisfy { $0.stored == 0 })
    #expect(try await storage.summaries(of: "wrist").isEmpty)
  }

  @Test func `the command stores several files, and says what it has stored`() async throws {
    let folder = try await SampleRecordings.path()
    try await withTemporaryDirectory { directory in
      let database = directory + "/db"
      func run(_ arguments: String...) async throws -> ProgramResult {
        try await CollectorProcess.runWithErrors(["import", "--database", database] + arguments)
      }
      let first = try await run(folder + "/new.gt3x", folder + "/whole.bin")
      #expect(first.status == 0, "\(first.output)")
      #expect(
        first.output == """
          \(folder)/new.gt3x: ActiGraph .gt3x, device MOS2D16200021, 2023-11-15T03:13:20Z to 2023-11-15T03:14:25Z
            actigraph.accelerometer: 330 samples stored, 1 gap (corrupted), 1 gap (sensor-off)
            actigraph.battery: 1 samples stored
            actigraph.light: 1 samples stored
            skipped: 1 records of type 13 (capacitive sense)
            skipped: 1 records with a wrong checksum
          \(folder)/whole.bin: GENEActiv .bin, device geneactiv-051386, 2023-11-14T20:13:20Z to 2023-11-14T20:13:31Z
            geneactiv.accelerometer: 1200 samples stored
            geneactiv.battery: 4 samples stored
            geneactiv.light: 1200 samples stored
            geneactiv.temperature: 4 samples stored

          """)
      let again = try await run(folder + "/new.gt3x")
      #expect(again.output.contains("accelerometer: 0 samples stored, 330 already stored"))

      for (arguments, status, text) in [
        (["six.cwa"], 6, "Add --time-zone"),
        (["six.cwa", "--time-zone", "Nowhere"], 6, "Use a name such as"),
        (["Accelerometer.csv"], 6, "Add --device NAME"), (["new.gt3x.txt"], 6, "none of these"),
        (["none.cwa"], 6, "No such file"), (["new.gt3x", "--device", "a/b"], 64, "device"),
        (["new.gt3x", "whole.bin.txt", "--device", "other"], 6, "Nothing was stored"),
        ([], 64, "Missing"),
      ] as [([String], Int32, String)] {
        let paths = arguments.map { $0.contains(".") ? folder + "/" + $0 : $0 }
        let result = try await CollectorProcess.runWithErrors(
          ["import", "--database", database] + paths)
        #expect(result.status == status, "\(arguments): \(result.output)")
        #expect(result.output.contains(text), "\(arguments): \(result.output)")
      }
      let storage = try SQLiteStorage(path: database)
      #expect(
        try await storage.devices(after: nil, containing: "", in: nil, atMost: 9)
          == ["MOS2D16200021", "geneactiv-051386"])
    }
  }

  @Test(
    .enabled("Skipped: only root can mount a file system.") { await TemporaryVolume.canMount() })
  func `an import that fills the disk says so, and goes on when there is room`() async throws {
    // Samples that cannot be packed.
    var table = "time,x\n"
    var random = SystemRandomNumberGenerator()
    for index in 0..<200_000 {
      table +=
        "\(1_700_000_000_000_000_000 + index * 10_000_000),\(Double.random(in: 0...1, using: &random))\n"
    }
    let text = table
    try await withTemporaryDirectory { directory in
      let path = directory + "/Accelerometer.csv"
      try Data(text.utf8).write(to: URL(filePath: path))
      try await TemporaryVolume.with(megabytes: 2) { volume in
        let arguments = ["import", path, "--device", "phone", "--database"]
        let result = try await CollectorProcess.runWithErrors(arguments + [volume + "/db"])
        #expect(result.status == 2, "\(result.output)")
        #expect(result.output.contains("the disk is full"), "\(result.output)")
        #expect(result.output.contains("import the file again to go on"))
        let verified = try await CollectorProcess.run("verify", "--database", volume + "/db")
        #expect(verified.status == 0, "\(verified.output)")
        for file in try FileManager.default.contentsOfDirectory(atPath: volume) {
          try FileManager.default.copyItem(
            atPath: volume + "/" + file, toPath: directory + "/" + file)
        }
        let rest = try await CollectorProcess.run(arguments + [directory + "/db"])
        #expect(rest.status == 0)
        #expect(rest.output.contains(" already stored"), "\(rest.output)")
        let summaries = try await SQLiteStorage(path: directory + "/db").summaries(of: "phone")
        #expect(summaries.map(\.sampleCount) == [200_000])
      }
    }
  }
}

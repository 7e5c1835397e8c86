import Chunks
import CollectorImports
import Foundation
import TestPrograms
import Testing

@testable import RecordingFiles

/// Files that are cut off, altered or made to do harm.
@Suite(.patience) struct DamagedFileTests {
  /// Bytes in memory, of which a thousand are read at a time.
  private struct MemoryBytes: ByteSource {
    var rest: ArraySlice<UInt8>

    mutating func read(atMost count: Int) -> [UInt8] {
      let bytes = Array(rest.prefix(min(count, 1_000)))
      rest = rest.dropFirst(bytes.count)
      return bytes
    }
  }

  private static func reader(_ bytes: some Sequence<UInt8>) -> ByteReader {
    ByteReader(MemoryBytes(rest: Array(bytes)[...]))
  }

  private static let info = Array(
    "Serial Number: MOS1\nSample Rate: 30\nStart Date: 638355967000000000\nTimeZone: 00:00:00\n"
      .utf8)

  /// The readers of files that are not archives, and of the content of one.
  enum Kind: String, CaseIterable {
    case log, activity, cwa, geneactiv, csv, json

    var file: String {
      switch self {
      case .log: "new.gt3x"
      case .activity: "old.gt3x"
      case .cwa: "damaged.cwa"
      case .geneactiv: "whole.bin"
      case .csv: "Accelerometer.csv"
      case .json: "phone.json"
      }
    }

    /// The bytes that the reader of this kind reads.
    func bytes() async throws -> [UInt8] {
      let path = try await SampleRecordings.path(file)
      switch self {
      case .log, .activity:
        let source = try #require(
          try ZipFile(path: path).entry(self == .log ? "log.bin" : "activity.bin"))
        var reader = ByteReader(source)
        return Array(try reader.peek(1 << 20))
      default: return Array(try Data(contentsOf: URL(filePath: path)))
      }
    }

    func open(_ bytes: some Sequence<UInt8>) throws(RecordingFileError) -> any RecordingReader {
      let reader = DamagedFileTests.reader(bytes)
      switch self {
      case .log: return Gt3xReader(try Gt3xInfo(DamagedFileTests.info), log: reader)
      case .activity:
        return NhanesReader(try Gt3xInfo(DamagedFileTests.info), activity: reader, light: nil)
      case .cwa: return try CwaReader(reader)
      case .geneactiv: return try GeneActivReader(reader)
      case .csv: return try SensorLoggerCSV(reader, path: "/tmp/Accelerometer.csv")
      case .json: return try SensorLoggerJSON(reader)
      }
    }
  }

  /// Reads to the end, and returns the number of samples; checks what the storage relies on.
  private static func read(_ reader: any RecordingReader) throws -> Int {
    var reader = reader
    var count = 0
    var isAtEnd = false
    while !isAtEnd {
      let next = try reader.next()
      isAtEnd = next == nil
      for part in try next ?? reader.finish() {
        #expect(!part.times.isEmpty || !part.gaps.isEmpty)
        #expect(part.times == part.times.sorted())
        #expect(part.values.count == part.times.count * part.channels.count)
        #expect((try? ChunkIdentity(device: "d", stream: part.stream, sequence: 0)) != nil)
        #expect(Int64(part.values.count) <= ChunkLimits.valuesMax)
        count += part.times.count
      }
    }
    return count
  }

  @Test(arguments: Kind.allCases)
  func `a file that is cut off anywhere is truncated, or has fewer samples`(kind: Kind) async throws
  {
    let bytes = try await kind.bytes()
    let whole = try Self.read(kind.open(bytes))
    var truncated = 0
    for length in stride(from: 1, to: bytes.count - 1, by: max(1, bytes.count / 200)) {
      do {
        #expect(try Self.read(kind.open(bytes.prefix(length))) <= whole, "\(length)")
      } catch let error as RecordingFileError {
        guard case .truncated = error else { continue }
        truncated += 1
        #expect(error.description.contains("--incomplete"))
      }
    }
    // A table, samples without headers and records may end anywhere; the other formats say where they end.
    if [.cwa, .geneactiv, .json].contains(kind) { #expect(truncated > 150, "\(truncated)") }
    if kind == .log { #expect(truncated > 100, "\(truncated)") }
  }

  @Test(arguments: Kind.allCases, [UInt64(1)])
  func `altered files never trap`(kind: Kind, seed: UInt64) async throws {
    let bytes = try await kind.bytes()
    var random = SeededRandom(state: seed)
    var readCount = 0
    for _ in 0..<300 {
      var altered = bytes
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let place = Int.random(in: 0..<altered.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: altered[place] = UInt8.random(in: 0...255, using: &random)
        case 1:
          altered[place] = [0, 0x1E, 0x22, 0x0A, 0x7F, 0x80, 0xFF].randomElement(using: &random)!
        case 2: altered.removeSubrange(place..<min(altered.count, place + 7))
        default:
          altered.insert(contentsOf: altered[place..<min(altered.count, place + 9)], at: place)
        }
      }
      if (try? Self.read(kind.open(altered))) != nil { readCount += 1 }
    }
    #expect(readCount > 10, "only \(readCount) altered files were read")
  }

  @Test func `bytes of no format are refused`() async throws {
    try await withFolder { folder in
      for (name, bytes) in [
        ("empty", []), ("zeros", [UInt8](repeating: 0, count: 4_096)),
        ("text", Array("hello\n".utf8)),
        ("picture.png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A]), ("PK", Array("PK\u{3}\u{4}".utf8)),
        ("table.csv", Array("a,b\n1,2\n".utf8)), ("list.json", Array("[1,2]".utf8)),
        ("object.json", Array(#"[{"name":"x"}]"#.utf8)), ("MD", Array("MD".utf8)),
        ("header.bin", Array("Device Identity\n".utf8)),
      ] as [(String, [UInt8])] {
        let path = folder + "/" + name
        try Data(bytes).write(to: URL(filePath: path))
        let error = #expect(throws: RecordingFileError.self, "\(name)") {
          try RecordingFile.open(path)
        }
        #expect(error?.description.hasSuffix(".") == true)
      }
      #expect(throws: RecordingFileError.self) { try RecordingFile.open(folder) }
      #expect(throws: RecordingFileError.self) { try RecordingFile.open(folder + "/none") }
    }
  }

  /// A number in a file may be wrong: nothing is allocated or repeated because of it.
  @Test func `huge sizes are refused`() throws {
    for text in [
      "Sample Rate: 0\nStart Date: 638355967000000000",
      "Sample Rate: 1000000000\nStart Date: 638355967000000000",
      "Sample Rate: -5\nStart Date: 638355967000000000",
      "Sample Rate: 30\nStart Date: 9223372036854775807",
      "Sample Rate: 30", "",
    ] {
      #expect(throws: RecordingFileError.self) { try Gt3xInfo(Array(text.utf8)) }
    }
    // A record with the largest payload, which ends before it.
    let record: [UInt8] = [0x1E, 0, 1, 2, 3, 4, 0xFF, 0xFF, 1, 2, 3]
    let log = Gt3xReader(try Gt3xInfo(Self.info), log: Self.reader(record))
    #expect(throws: RecordingFileError.self) { try Self.read(log) }
    let header = "Device Identity\n" + String(repeating: "x:y\n", count: 2_000)
    #expect(throws: RecordingFileError.self) { try GeneActivReader(Self.reader(header.utf8)) }
    let line = "Device Identity\n" + String(repeating: "x", count: 100_000)
    #expect(throws: RecordingFileError.self) { try GeneActivReader(Self.reader(line.utf8)) }
    let quoted = "time,x\n1700000000000000000,\"" + String(repeating: "x", count: 3 << 20)
    let table = try SensorLoggerCSV(Self.reader(quoted.utf8), path: "a.csv")
    #expect(throws: RecordingFileError.self) { try Self.read(table) }
    let nested = #"[{"sensor":"a","x":"# + String(repeating: "[", count: 3 << 20)
    #expect(throws: RecordingFileError.self) { try SensorLoggerJSON(Self.reader(nested.utf8)) }
  }

  @Test func `a file of Sensor Logger with times in another unit is refused with the unit`() throws
  {
    let table = try SensorLoggerCSV(Self.reader("time,x\n1700000000000,1\n".utf8), path: "a.csv")
    let error = #expect(throws: RecordingFileError.self) { try Self.read(table) }
    #expect(error?.description.contains("milliseconds") == true, "\(String(describing: error))")
  }

  private func withFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "damaged-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await body(folder)
  }
}

/// Random numbers with a seed, so that a failure can be repeated.
struct SeededRandom: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

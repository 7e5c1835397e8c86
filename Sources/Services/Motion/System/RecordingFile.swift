import Foundation

/// The reason why a recording could not be read.
public struct RecordingError: Error, Hashable, CustomStringConvertible {
  public var file: String
  /// The line number, counted from 1; nil if the problem concerns the whole file.
  public var line: Int?
  public var problem: String

  public var description: String { "\(file)\(line.map { ":\($0)" } ?? ""): \(problem)" }
}

/// One CSV file of a recording: `time` (ns since 1970), `seconds_elapsed`, `z`, `y`, `x`.
struct RecordingFile {
  let times: [Int64]
  let values: [SIMD3<Double>]

  /// The longest valid recording: 366 days, in nanoseconds. A longer one has damaged times.
  private static let longest: Int64 = 366 * 24 * 3600 * 1_000_000_000
  static let columns = ["time", "seconds_elapsed", "z", "y", "x"]

  init(folder: URL, name: String) throws {
    let plain = folder.appending(path: name)
    let packed = folder.appending(path: name + ".gz")
    if let data = try? Data(contentsOf: plain) {
      try self.init(csv: data, name: name)
    } else if let data = try? Data(contentsOf: packed) {
      try self.init(csv: try Gzip.unpack(data, name: name + ".gz"), name: name + ".gz")
    } else {
      throw RecordingError(
        file: plain.path, problem: "not found (nor with .gz); give a folder that holds it")
    }
  }

  init(csv: Data, name: String) throws {
    var times: [Int64] = []
    var values: [SIMD3<Double>] = []
    var (line, isHeader) = (0, true)
    for row in csv.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      line += 1
      if row.isEmpty { continue }
      let fields = row.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines) }
      func fail(_ problem: String) -> RecordingError {
        RecordingError(file: name, line: line, problem: problem)
      }
      if isHeader {
        isHeader = false
        guard fields == Self.columns else {
          throw fail(
            "the first line must be \(Self.columns.joined(separator: ",")), it is \(fields.joined(separator: ","))"
          )
        }
        continue
      }
      guard fields.count == Self.columns.count else {
        throw fail("\(Self.columns.count) values expected, \(fields.count) found")
      }
      guard let time = Int64(fields[0]) else {
        throw fail("time \"\(fields[0])\" is not a whole number of nanoseconds")
      }
      guard let z = Double(fields[2]), let y = Double(fields[3]), let x = Double(fields[4]),
        z.isFinite, y.isFinite, x.isFinite
      else {
        throw fail("z, y and x must be finite numbers: \(fields[2...].joined(separator: ","))")
      }
      guard time >= 0 else { throw fail("time \(time) is before 1970") }
      if let first = times.first, time - first > Self.longest {
        throw fail("time \(time) is more than a year after the first row (\(first))")
      }
      if let last = times.last, time <= last {
        throw fail("time \(time) is not later than the row before (\(last))")
      }
      times.append(time)
      values.append(SIMD3(x, y, z))
    }
    guard times.count >= 2 else {
      throw RecordingError(
        file: name, problem: "at least two rows are needed, \(times.count) found")
    }
    self.times = times
    self.values = values
  }
}

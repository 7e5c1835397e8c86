import Chunks
import CollectorImports

@testable import RecordingFiles

/// The bytes of an input.
private struct InputBytes: ByteSource {
  var rest: ArraySlice<UInt8>

  mutating func read(atMost count: Int) -> [UInt8] {
    let bytes = Array(rest.prefix(min(count, 1_000)))
    rest = rest.dropFirst(bytes.count)
    return bytes
  }
}

private let info = Array(
  "Serial Number: MOS1\nSample Rate: 30\nStart Date: 638355967000000000\n".utf8)

private func open(_ kind: UInt8, _ bytes: [UInt8]) throws -> any RecordingReader {
  let reader = ByteReader(InputBytes(rest: bytes[...]))
  switch kind % 6 {
  case 0: return Gt3xReader(try Gt3xInfo(info), log: reader)
  case 1: return NhanesReader(try Gt3xInfo(info), activity: reader, light: nil)
  case 2: return try CwaReader(reader)
  case 3: return try GeneActivReader(reader)
  case 4: return try SensorLoggerCSV(reader, path: "Accelerometer.csv")
  default: return try SensorLoggerJSON(reader)
  }
}

/// Reads any bytes as a recording. The first byte chooses the format; the content of ZIP archives is read without them.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRecording(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 0 else { return 0 }
  let bytes = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
  guard var reader = try? open(start[0], bytes) else { return 0 }
  var isAtEnd = false
  while !isAtEnd {
    guard let next = try? reader.next() else {
      isAtEnd = true
      check((try? reader.finish()) ?? [])
      continue
    }
    check(next)
  }
  return 0
}

/// The storage relies on all of this.
private func check(_ parts: [ForeignSeries]) {
  for part in parts {
    precondition(!part.times.isEmpty || !part.gaps.isEmpty)
    precondition(part.values.count == part.times.count * part.channels.count)
    precondition(zip(part.times, part.times.dropFirst()).allSatisfy { $0 <= $1 })
    precondition(Int64(part.values.count) <= ChunkLimits.valuesMax)
    precondition((try? ChunkIdentity(device: "fuzz", stream: part.stream, sequence: 0)) != nil)
  }
}

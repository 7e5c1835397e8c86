import Chunks
import CollectorImports
import Foundation

/// Writes the example of each format to the folder in the variable YOBAN_IMPORT_SEEDS; the fuzzer begins with them.
@_cdecl("LLVMFuzzerInitialize")
public func writeImportSeeds(
  _ count: UnsafeMutablePointer<CInt>?, _ arguments: UnsafeMutableRawPointer?
) -> CInt {
  guard let folder = ProcessInfo.processInfo.environment["YOBAN_IMPORT_SEEDS"] else { return 0 }
  for (number, format) in ForeignFormat.all.enumerated() {
    let file = URL(fileURLWithPath: folder).appending(path: format.name)
    try! (Data([UInt8(number)]) + Data(format.example.utf8)).write(to: file)
  }
  return 0
}

/// Reads any bytes as the request of another app. The first byte chooses the format.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzImport(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 0 else { return 0 }
  let body = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
  let format = ForeignFormat.all[Int(start[0]) % ForeignFormat.all.count]
  guard let parser = try? format.parser(ForeignRequest(precision: nil, receptionTime: 1)),
    let batch = try? parser.parse(body)
  else { return 0 }
  _ = parser.identityPrefix(for: batch)
  var last: String?
  var seen: Set<String> = []
  for series in batch.series {
    // The storage relies on all of this.
    precondition(series.values.count == series.times.count * series.channels.count)
    precondition(!series.channels.isEmpty)
    if series.stream != last {
      precondition(seen.insert(series.stream).inserted, "the series of a stream are not together")
      last = series.stream
    }
    guard let identity = try? ChunkIdentity(device: "fuzz", stream: series.stream, sequence: 0),
      let channels = try? series.channels.map({ try Channel(name: $0.name, unit: $0.unit ?? "") }),
      (try? ChunkHeader(identity: identity, channels: channels)) != nil
    else { preconditionFailure("a chunk cannot have the names of a series") }
  }
  return 0
}

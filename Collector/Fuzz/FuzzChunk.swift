@testable import Chunks

/// Reads any bytes as a chunk. The checksums are made right before, because nearly every changed input would otherwise
/// be refused by the first one.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzChunk(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = withRightChecksums(Array(UnsafeBufferPointer(start: start, count: count)))
  let decodedByteCount = ChunkReader.decodedByteCount(of: bytes)
  precondition(decodedByteCount >= 0)
  guard let reader = try? ChunkReader(bytes) else { return 0 }
  let summary = try? reader.summary()
  guard let contents = try? reader.contents() else {
    precondition(summary == nil, "a chunk that cannot be read has a summary")
    return 0
  }
  let samples = contents.samples
  precondition(summary == contents.summary, "the summary is not that of the contents")
  precondition(samples.values.count == samples.times.count * samples.channelCount)
  precondition(samples.times.count == Int(contents.summary.sampleCount))
  precondition(Int64(samples.values.count) <= ChunkLimits.valuesMax)
  // A device packs a chunk when it closes it, and this must keep every value.
  if contents.summary.completeness == .complete, let packed = try? reader.packed() {
    guard let again = try? ChunkReader(packed.bytes).contents() else {
      preconditionFailure("a packed chunk cannot be read")
    }
    precondition(again.samples.times == samples.times, "packing has changed a time")
    precondition(
      again.samples.values.map(\.bitPattern) == samples.values.map(\.bitPattern),
      "packing has changed a value")
  }
  return 0
}

/// docs/chunk-format.md has the places of the checksums.
private func withRightChecksums(_ input: [UInt8]) -> [UInt8] {
  var bytes = input
  func setChecksum(of range: Range<Int>, and other: Range<Int>, at place: Int) {
    let checksum = bytes.withUnsafeBytes { buffer in
      CRC32C.checksum(
        UnsafeRawBufferPointer(rebasing: buffer[other]),
        continuing: CRC32C.checksum(UnsafeRawBufferPointer(rebasing: buffer[range])))
    }
    for index in 0..<4 { bytes[place + index] = UInt8(truncatingIfNeeded: checksum >> (8 * index)) }
  }
  guard bytes.count >= 16 else { return bytes }
  let headerLength = Int(bytes[10]) + Int(bytes[11]) << 8
  guard headerLength >= 16, headerLength <= bytes.count else { return bytes }
  setChecksum(of: 0..<headerLength - 4, and: 0..<0, at: headerLength - 4)
  var start = headerLength
  while start + 14 <= bytes.count {
    let length = (0..<4).reduce(0) { $0 + Int(bytes[start + 6 + $1]) << (8 * $1) }
    let end = start + 14 + length
    guard end <= bytes.count else { break }
    setChecksum(of: start..<start + 10, and: start + 14..<end, at: start + 10)
    start = end
  }
  return bytes
}

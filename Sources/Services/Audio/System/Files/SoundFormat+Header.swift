import Foundation

extension SoundFormat {
  /// Returns the bytes in front of the samples of a WAV or CAF file.
  ///
  /// - Parameter frames: the number of frames that follow; nil while the file is being recorded. A
  ///   WAV header then says that there are none; a CAF header says that the samples continue to the
  ///   end of the file.
  func header(frames: Int64?) -> Data {
    precondition(isWritable, "\(container.rawValue) is not written")
    return switch container {
    case .wave: waveHeader(frames ?? 0)
    case .caf: cafHeader(frames)
    case .aiff: preconditionFailure("AIFF is not written")
    }
  }

  private func waveHeader(_ frames: Int64) -> Data {
    let bytes = UInt32(clamping: frames * Int64(bytesPerFrame))
    var data = Data("RIFF".utf8)
    data.append(little: UInt32(clamping: UInt64(bytes) + 36))
    data.append(Data("WAVEfmt ".utf8))
    data.append(little: UInt32(16))
    data.append(little: UInt16(isFloat ? 3 : 1))
    data.append(little: UInt16(channels))
    data.append(little: UInt32(clamping: Int(sampleRate)))
    data.append(little: UInt32(clamping: Int(sampleRate) * bytesPerFrame))
    data.append(little: UInt16(bytesPerFrame))
    data.append(little: UInt16(bitDepth))
    data.append(Data("data".utf8))
    data.append(little: bytes)
    return data
  }

  private func cafHeader(_ frames: Int64?) -> Data {
    var data = Data("caff".utf8)
    data.append(big: UInt16(1))
    data.append(big: UInt16(0))
    data.append(Data("desc".utf8))
    data.append(big: UInt64(32))
    data.append(big: sampleRate.bitPattern)
    data.append(Data("lpcm".utf8))
    data.append(big: UInt32((isFloat ? 1 : 0) | (isBigEndian ? 0 : 2)))
    data.append(big: UInt32(bytesPerFrame))
    data.append(big: UInt32(1))
    data.append(big: UInt32(channels))
    data.append(big: UInt32(bitDepth))
    data.append(Data("data".utf8))
    data.append(big: frames.map { UInt64($0) * UInt64(bytesPerFrame) + 4 } ?? .max)
    data.append(big: UInt32(0))
    return data
  }

  /// Returns one frame that is quiet but not silent, with a positive or a negative sample.
  func quietFrame(isUp: Bool) -> Data {
    var sample: [UInt8]
    if isFloat {
      let value = isUp ? 0.0078125 : -0.0078125
      sample =
        bitDepth == 64
        ? withUnsafeBytes(of: value.bitPattern.littleEndian, Array.init)
        : withUnsafeBytes(of: Float(value).bitPattern.littleEndian, Array.init)
    } else {
      let value = Int32(1) << (bitDepth - 8)
      sample = withUnsafeBytes(of: (isUp ? value : -value).littleEndian, Array.init)
      sample.removeLast(4 - bitDepth / 8)
    }
    if isBigEndian { sample.reverse() }
    return Data((0..<channels).flatMap { _ in sample })
  }
}

extension Data {
  fileprivate mutating func append<Value: FixedWidthInteger>(little value: Value) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }

  fileprivate mutating func append<Value: FixedWidthInteger>(big value: Value) {
    Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
  }
}

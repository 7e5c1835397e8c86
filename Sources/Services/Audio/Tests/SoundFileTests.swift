import Foundation
import Testing
import YobanSimulatedOS
import YobanVirtualTime

@testable import YobanAudio

@Suite struct SoundFileTests {
  /// A WAV file with one second of sound at 8 kHz and 16 bits, byte by byte.
  static func wave(
    tag: UInt8 = 1, channels: UInt8 = 1, depth: UInt8 = 16, samples: [UInt8],
    claimed: UInt32? = nil,
    before: [UInt8] = []
  ) -> Data {
    let size = claimed ?? UInt32(samples.count)
    func little(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> ($0 * 8) & 0xFF) } }
    let frame = channels * depth / 8
    let bytes: [UInt8] =
      Array("RIFF".utf8) + little(size + 36) + Array("WAVE".utf8) + before + Array("fmt ".utf8)
      + little(16) + [tag, 0, channels, 0] + little(8000) + little(8000 * UInt32(frame))
      + [frame, 0, depth, 0] + Array("data".utf8) + little(size) + samples
    return Data(bytes)
  }

  static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  @Test func `the duration of a WAV file is read from its header`() throws {
    let file = try SoundFile(Self.wave(samples: Self.zeros(16_000)))
    #expect(file.frames == 8000 && file.duration == .seconds(1))
    #expect(file.format == SoundFormat(.wave, sampleRate: 8000, channels: 1, bitDepth: 16))
    let stereo = try SoundFile(Self.wave(channels: 2, depth: 8, samples: Self.zeros(12_000)))
    #expect(stereo.duration == .milliseconds(750) && stereo.format.channels == 2)
    let float = try SoundFile(Self.wave(tag: 3, depth: 32, samples: Self.zeros(3_200)))
    #expect(float.format.isFloat && float.duration == .milliseconds(100))
  }

  @Test func `unknown chunks are skipped, even those of odd length`() throws {
    let list: [UInt8] = Array("LIST".utf8) + [3, 0, 0, 0, 1, 2, 3, 0]
    let file = try SoundFile(Self.wave(samples: Self.zeros(800), before: list))
    #expect(file.duration == .milliseconds(50))
  }

  @Test func `samples that are missing from the file do not count`() throws {
    let file = try SoundFile(Self.wave(samples: Self.zeros(801), claimed: 16_000))
    #expect(file.frames == 400)
    #expect(try SoundFile(Self.wave(samples: [])).duration == .zero)
  }

  @Test func `silence is zeros, or 0x80 for samples of 8 bits (AU3)`() throws {
    let quiet = Self.zeros(1_000) + [1, 0]
    #expect(try SoundFile(Self.wave(samples: Self.zeros(1_000))).isSilent)
    #expect(try !SoundFile(Self.wave(samples: quiet)).isSilent)
    let eight = [UInt8](repeating: 0x80, count: 1_000)
    #expect(try SoundFile(Self.wave(depth: 8, samples: eight)).isSilent)
    #expect(try !SoundFile(Self.wave(depth: 8, samples: Self.zeros(1_000))).isSilent)
  }

  static let damaged: [(name: String, data: Data, error: SoundFileError)] = [
    ("empty", Data(), .unsupportedFileType),
    ("text", Data("hello, world".utf8), .unsupportedFileType),
    ("MP3", Data([0xFF, 0xFB, 0x90, 0x64]), .unsupportedFileType),
    ("RIFF of video", Data("RIFF....AVI ".utf8), .unsupportedFileType),
    ("cut header", wave(samples: []).prefix(30), .invalidFile),
    ("without samples", wave(samples: []).prefix(36), .invalidFile),
    ("ADPCM", wave(tag: 2, depth: 4, samples: [0, 0]), .unsupportedDataFormat),
    ("12 bits", wave(depth: 12, samples: [0, 0]), .unsupportedDataFormat),
    ("no channels", wave(channels: 0, samples: [0, 0]), .unsupportedDataFormat),
    ("AAC in CAF", caf(kind: "aac "), .unsupportedDataFormat),
    ("CAF without desc", Data("caff".utf8 + [0, 1, 0, 0]), .invalidFile),
  ]

  @Test(arguments: damaged.indices)
  func `data that is not linear PCM fails with the error code of AudioFile`(_ i: Int) {
    let (name, data, error) = Self.damaged[i]
    #expect(throws: error, "\(name)") { try SoundFile(data) }
  }

  @Test func `the error codes are those of AudioFile and AVAudioSession`() {
    func code(_ text: String) -> Int { text.utf8.reduce(0) { $0 << 8 | Int($1) } }
    #expect(SoundFileError.unspecified.rawValue == code("wht?"))
    #expect(SoundFileError.unsupportedFileType.rawValue == code("typ?"))
    #expect(SoundFileError.unsupportedDataFormat.rawValue == code("fmt?"))
    #expect(SoundFileError.invalidFile.rawValue == code("dta?"))
    #expect(AudioFailure.isBusy.rawValue == code("!act"))
    #expect(AudioFailure.incompatibleCategory.rawValue == code("!cat"))
    #expect(AudioFailure.cannotInterruptOthers.rawValue == code("!int"))
    #expect(AudioFailure.cannotStartPlaying.rawValue == code("!pla"))
    #expect(AudioFailure.cannotStartRecording.rawValue == code("!rec"))
    #expect(AudioFailure.insufficientPriority.rawValue == code("!pri"))
  }

  // MARK: CAF and AIFF

  /// 44,100 Hz, 16 bits, stereo, little-endian, with 44,100 bytes of samples.
  static func caf(kind: String = "lpcm", size: [UInt8]? = nil) -> Data {
    let rate: [UInt8] = [0x40, 0xE5, 0x88, 0x80, 0, 0, 0, 0]
    let size = size ?? [0, 0, 0, 0, 0, 0, 0xAC, 0x48]  // 44,104
    let header: [UInt8] =
      Array("caff".utf8) + [0, 1, 0, 0] + Array("desc".utf8) + [0, 0, 0, 0, 0, 0, 0, 32] + rate
    return Data(
      header + Array(kind.utf8) + [0, 0, 0, 2, 0, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 16]
        + Array("data".utf8) + size + [0, 0, 0, 1] + zeros(44_100))
  }

  @Test func `a CAF file is read, even one that was not closed`() throws {
    let format = SoundFormat(.caf, sampleRate: 44_100, channels: 2, bitDepth: 16)
    let file = try SoundFile(Self.caf())
    #expect(file.format == format && file.frames == 11_025 && file.duration == .milliseconds(250))
    let open = try SoundFile(Self.caf(size: [UInt8](repeating: 0xFF, count: 8)))
    #expect(open.frames == 11_025)
  }

  @Test func `an AIFF file is read`() throws {
    let header: [UInt8] =
      Array("FORM".utf8) + [0, 0, 0, 0] + Array("AIFF".utf8) + Array("COMM".utf8) + [0, 0, 0, 18]
      + [0, 2, 0, 0, 0x56, 0x22, 0, 16] + [0x40, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0]
    let data = Data(
      header + Array("SSND".utf8) + [0, 0, 0xAC, 0x4C] + Self.zeros(8) + Self.zeros(44_100))
    let file = try SoundFile(data)
    #expect(file.duration == .milliseconds(250) && file.isSilent)
    #expect(
      file.format
        == SoundFormat(.aiff, sampleRate: 44_100, channels: 2, bitDepth: 16, isBigEndian: true))
  }

  // MARK: Writing

  static let formats: [SoundFormat] = [
    .init(.wave, sampleRate: 44_100, channels: 1, bitDepth: 16),
    .init(.wave, sampleRate: 8_000, channels: 2, bitDepth: 24),
    .init(.wave, sampleRate: 48_000, channels: 1, bitDepth: 32, isFloat: true),
    .init(.caf, sampleRate: 44_100, channels: 2, bitDepth: 16),
    .init(.caf, sampleRate: 12_000, channels: 1, bitDepth: 32, isBigEndian: true),
    .init(.caf, sampleRate: 48_000, channels: 2, bitDepth: 32, isFloat: true, isBigEndian: true),
  ]

  @Test(arguments: formats)
  func `a player can read the file that a recorder writes`(_ format: SoundFormat) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: url) }
    let writer = SoundFileWriter(url: url, format: format)
    let frames = format.frames(in: .seconds(3))
    for isAudible in [true, false] {
      #expect(writer.create())
      #expect(writer.close(frames, isAudible: isAudible))
      let file = try SoundFile(contentsOf: url)
      #expect(file.format == format && file.duration == .seconds(3))
      #expect(file.isSilent == !isAudible)
    }
  }

  @Test func `a recording that was cut off can be read in CAF, and is empty in WAV`() throws {
    for format in [Self.formats[0], Self.formats[3]] {
      let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: url) }
      let writer = SoundFileWriter(url: url, format: format)
      #expect(writer.create())
      #expect(writer.write(format.frames(in: .seconds(2)), isAudible: true))
      let file = try SoundFile(contentsOf: url)
      #expect(file.duration == (format.container == .caf ? .seconds(2) : .zero))
    }
  }

  @Test func `a recording into a folder that does not exist fails`() {
    let url = URL(fileURLWithPath: "/nowhere/recording.wav")
    #expect(!SoundFileWriter(url: url, format: Self.formats[0]).create())
    #expect(throws: SoundFileError.unspecified) { try SoundFile(contentsOf: url) }
  }
}

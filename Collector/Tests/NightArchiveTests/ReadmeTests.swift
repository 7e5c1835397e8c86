import Testing

@testable import NightArchive

struct ReadmeTests {
  @Test func `a night without streams has no programs and says so`() {
    let text = NightReadme.text(Self.night)
    #expect(text.contains("The night has no streams."))
    #expect(text.contains("This night has no gaps."))
    #expect(text.contains("no chunk is missing"))
    #expect(text.contains("This night has 0 marks."))
    #expect(!text.contains("```"))
    #expect(!text.contains("has no stop"))
    #expect(!text.contains("can no longer read"))
  }

  @Test func `an open night says that it has no stop`() {
    var night = Self.night
    night.isOpen = true
    #expect(NightReadme.text(night).contains("The recording has no stop"))
  }

  @Test func `gaps are counted by cause over all streams`() {
    var night = Self.night
    night.gaps = [
      ArchivedGap(stream: "acc", start: 0, end: 1_500_000_000, cause: "killed"),
      ArchivedGap(stream: "hr", start: 0, end: 60_000_000_000, cause: "killed"),
      ArchivedGap(stream: "hr", start: 5, end: 1, cause: "clock-changed"),
      ArchivedGap(stream: "hr", start: .min, end: .max, cause: "lost|here"),
    ]
    let text = NightReadme.text(night)
    #expect(
      text.contains("| `killed` | 2 | 61.5 | The system ended the app without notifying it |"))
    #expect(text.contains("| `clock-changed` | 1 | 0.0 | The clock"))
    // 2^64 - 1 nanoseconds.
    #expect(text.contains("| lost\\|here | 1 | 18446744073.7 | An app"))
  }

  @Test func `missing and damaged chunks are counted`() {
    var night = Self.night
    night.missing = [
      MissingChunks(stream: "acc", firstSequence: 3, lastSequence: 5),
      MissingChunks(stream: "acc", firstSequence: 9, lastSequence: 9),
    ]
    night.chunks = [
      ArchivedChunk(
        stream: "acc", sequence: 1, sha256: "00", byteCount: 1, sampleCount: 1, times: 0...0,
        isDamaged: true)
    ]
    let text = NightReadme.text(night)
    #expect(text.contains("4 chunks are missing."))
    #expect(text.contains("can no longer read 1 chunk,"))
  }

  @Test func `names and units cannot change the text`() {
    var night = Self.night
    night.device = "a`b|c<d>"
    night.streams = [
      ArchivedStream(
        name: "s\"'`\\", channels: [ArchivedChannel("c\"'`\\", unit: "m|s*\n")], sampleCount: 1,
        times: 0...0)
    ]
    let text = NightReadme.text(night)
    #expect(text.hasPrefix("# Night of a\\`b\\|c\\<d\\>, 2026-11-20 22:00 UTC\n"))
    #expect(text.contains("| m\\|s\\*  |"))
    #expect(text.contains(#".groupby(minute)["c\"'\x60\\"].mean()"#))
    #expect(text.contains(#"avg("c""'\x60\\")"#))
  }

  private static let night = ArchivedNight(
    device: "phone", start: 1_795_212_000_000_000_000, end: 1_795_240_800_000_000_000,
    collectorVersion: "0.1.0", streams: [])
}

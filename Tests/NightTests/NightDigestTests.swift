import Testing
import YobanNight

/// The digests of short nights. They show whether a machine plays the same night as another one.
@Suite struct NightDigestTests {
  /// The digest of one hour with one device, seed 1: promises that were recorded, because nothing else
  /// can tell them. They are the same on every processor, and with a collector in memory or a real one.
  /// If you change what a night does or the bytes that it sends, record them again with
  /// `yoban night --hours 1 --seed 1 --devices iphone --json`, and say so in the commit.
  ///
  /// Recorded on 2026-11-26 on x86-64 (AMD EPYC) with Swift 6.3.1 in Debian 12. Those of iphone and watch
  /// were the same before on x86-64 and on an emulated arm64 (QEMU 11.1) with Swift 6.2.3. That of android
  /// is known from x86-64 only.
  static let recorded: [(device: NightDevice, digest: String)] = [
    (.iphone, "2a2a21320a10a055"), (.watch, "3569f11e11308dca"), (.android, "f991f7188504f351"),
  ]

  @Test(arguments: recorded)
  func `an hour with each device has the recorded digest, whatever the processor`(
    device: NightDevice, digest: String
  ) async throws {
    var plan = NightPlan(hours: 1, seed: 1, devices: [device])
    plan.rateHz = 50  // as in the command
    let summary = try await NightRun(plan, collector: MemoryCollector()).run()
    #expect(summary.isComplete)
    #expect(summary.digest == digest)
  }
}

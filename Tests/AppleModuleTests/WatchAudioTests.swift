import AVFoundation
import Foundation
import Testing
import WatchKit
import YobanTesting

/// A watch app that plays a sound.
private final class PlayingDelegate: NSObject, WKApplicationDelegate {
  private var player: AVAudioPlayer?

  func applicationDidBecomeActive() {
    try? AVAudioSession.sharedInstance().setCategory(.playback)
    player = try? AVAudioPlayer(data: Self.wave)
    player?.numberOfLoops = -1
    print("plays \(player?.play() == true)")
  }

  /// One second of a tone of 16 bits, 8,000 samples a second.
  private static var wave: Data {
    func little<Value: FixedWidthInteger>(_ value: Value) -> Data {
      withUnsafeBytes(of: value.littleEndian) { Data($0) }
    }
    var samples = Data()
    for i in 0..<8_000 { samples += little(Int16(i % 20 < 10 ? 8_000 : -8_000)) }
    let format =
      little(UInt16(1)) + little(UInt16(1)) + little(UInt32(8_000))
      + little(UInt32(16_000)) + little(UInt16(2)) + little(UInt16(16))
    return Data("RIFF".utf8) + little(UInt32(36 + samples.count)) + Data("WAVEfmt ".utf8)
      + little(UInt32(16)) + format + Data("data".utf8) + little(UInt32(samples.count)) + samples
  }
}

/// Audio of a watch app in the background (AU1).
@Suite struct WatchAudioTests {
  @Test(.world(), arguments: [(["audio"], AppState.background), ([], .suspended)])
  func `audio that began in front keeps a watch app running with the mode (AU1)`(
    _ modes: [String], _ state: AppState
  ) async throws {
    let world = try World.current
    let watch = try world.addWatch("watch", .watch(watchOS: 10))
    watch.power.isCharging = true
    let app = try watch.install(
      .making { PlayingDelegate() }, infoPlist: InfoPlist(["UIBackgroundModes": modes]))
    await watch.open(app)
    try await world.pass(.seconds(5))
    await watch.pressCrown()
    try await world.pass(.minutes(30))
    #expect(app.state == state)
    #expect(app.log.texts == ["plays true"])
  }
}

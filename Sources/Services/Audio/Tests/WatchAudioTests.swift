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
    player = try? AVAudioPlayer(data: .wave(1))
    player?.numberOfLoops = -1
    print("plays \(player?.play() == true)")
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

import AVFoundation
import UIKit

/// A music player as in Swift 5 tutorials.
public class MusicPlayer: NSObject, AVAudioPlayerDelegate {
  public static let shared = MusicPlayer()
  private var player: AVAudioPlayer?
  private var observer: NSObjectProtocol?

  public func start(_ url: URL) {
    do {
      try AVAudioSession.sharedInstance().setCategory(.playback, mode: .default)
      try AVAudioSession.sharedInstance().setActive(true)
      player = try AVAudioPlayer(contentsOf: url)
    } catch {
      print("error: \(error.localizedDescription)")
      return
    }
    observer = NotificationCenter.default.addObserver(
      forName: AVAudioSession.interruptionNotification, object: AVAudioSession.sharedInstance(),
      queue: .main
    ) { [weak self] in self?.handleInterruption($0) }
    player?.delegate = self
    player?.numberOfLoops = -1
    player?.prepareToPlay()
    player?.play()
  }

  private func handleInterruption(_ notification: Notification) {
    guard let userInfo = notification.userInfo,
      let typeValue = userInfo[AVAudioSessionInterruptionTypeKey] as? UInt,
      let type = AVAudioSession.InterruptionType(rawValue: typeValue)
    else { return }
    switch type {
    case .began: print("interrupted")
    case .ended:
      guard let optionsValue = userInfo[AVAudioSessionInterruptionOptionKey] as? UInt else {
        return
      }
      let options = AVAudioSession.InterruptionOptions(rawValue: optionsValue)
      if options.contains(.shouldResume) {
        player?.play()
        print("resumed")
      }
    @unknown default: break
    }
  }

  public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
    print("finished")
  }
}

import Foundation

extension AVAudioSession: KeyValueReadable {
  package static var readableProperties: [String: AnyKeyPath] {
    [
      "outputVolume": \AVAudioSession.outputVolume,
      "isOtherAudioPlaying": \AVAudioSession.isOtherAudioPlaying,
    ]
  }
}

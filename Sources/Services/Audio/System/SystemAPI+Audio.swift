import YobanAppleSystem
import YobanPlatformProfiles

// The functions and types of AVFAudio that older systems do not have.
extension SystemAPI {
  package static let audioApplication = SystemAPI("AVAudioApplication", iOS: 17)
  package static let audioActivation = SystemAPI(
    "AVAudioSession.activate(options:completionHandler:)", iOS: 27, watchOS: 5)
  package static let longFormVideo = SystemAPI(
    "AVAudioSession.RouteSharingPolicy.longFormVideo", iOS: 13)
}

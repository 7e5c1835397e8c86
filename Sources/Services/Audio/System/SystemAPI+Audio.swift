import YobanAppleSystem
import YobanPlatformProfiles

// The types of AVFAudio that older systems do not have.
extension SystemAPI {
  package static let audioApplication = SystemAPI("AVAudioApplication", iOS: 17)
}

import YobanPlatformProfiles

/// Something cannot be added to a world, or two of its devices cannot be paired. The world is
/// unchanged.
public enum WorldError: Error, Hashable, Sendable, CustomStringConvertible {
  case nameIsTaken(String)
  case wrongProfile(String, for: Platform)
  case isPaired(String, with: String)

  public var description: String {
    switch self {
    case .nameIsTaken(let name):
      "There is a device or an accessory named \(name) in this world already: give the new one another name."
    case .wrongProfile(let title, .iOS):
      "\(title) is not the profile of an iPhone: use DeviceProfile.iPhone(iOS:)."
    case .wrongProfile(let title, .watchOS):
      "\(title) is not the profile of a watch: use DeviceProfile.watch(watchOS:)."
    case .wrongProfile(let title, .android):
      "\(title) is not the profile of an Android phone: use DeviceProfile.android(api:)."
    case .isPaired(let device, let other):
      "\(device) is paired with \(other): add another device, or unpair the watch first."
    }
  }
}

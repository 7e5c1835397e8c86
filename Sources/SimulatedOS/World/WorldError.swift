/// Something cannot be added to a world, or two of its devices cannot be paired.
public enum WorldError: Error, Hashable, CustomStringConvertible {
  case nameIsTaken(String)
  case notAPhone(String)
  case notAWatch(String)
  case isPaired(String, with: String)

  public var description: String {
    switch self {
    case .nameIsTaken(let name):
      "There is a device or an accessory named \(name) in this world already: give the new one another name."
    case .notAPhone(let name): "\(name) is not an iPhone: a watch is paired with an iPhone."
    case .notAWatch(let name): "\(name) is not a watch: an iPhone is paired with a watch."
    case .isPaired(let device, let other):
      "\(device) is paired with \(other): add another device, or unpair the watch first."
    }
  }
}

/// An app cannot be installed.
public enum InstallError: Error, Hashable, CustomStringConvertible {
  case alreadyInstalled(String, on: String)

  public var description: String {
    switch self {
    case .alreadyInstalled(let app, let device):
      "\(app) is installed on \(device) already: give the other app another bundle identifier, or delete this one first."
    }
  }
}

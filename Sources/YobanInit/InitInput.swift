import Foundation

/// The project or the folder that a user names.
public enum InitInput: Hashable, Sendable {
  case project(URL)
  case folder(URL)

  public var url: URL {
    switch self {
    case .project(let url), .folder(let url): url
    }
  }

  /// - Throws: `InitError` that says what to name instead.
  public init(_ url: URL) throws(InitError) {
    let url = url.standardized
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
      throw InitError("\(url.path) does not exist.")
    }
    guard isFolder.boolValue else {
      throw InitError("\(url.path) is a file: name an Xcode project or a folder of sources.")
    }
    switch url.pathExtension {
    case "xcodeproj":
      self = .project(url)
      return
    case "xcworkspace":
      throw InitError("\(url.path) is a workspace: name the .xcodeproj with the app in it.")
    default: break
    }
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
    let projects = names.filter { $0.hasSuffix(".xcodeproj") }
    if projects.count == 1 {
      self = .project(url.appending(path: projects[0]))
    } else if projects.count > 1 {
      throw InitError(
        "\(url.path) contains several Xcode projects: name one of \(projects.joined(separator: ", "))."
      )
    } else if names.contains("Package.swift") {
      throw InitError(
        "\(url.path) is a Swift package: name the folder of one target's sources, such as Sources/NAME, or let the package's targets depend on Yoban's products as Examples/Template does."
      )
    } else {
      self = .folder(url)
    }
  }
}

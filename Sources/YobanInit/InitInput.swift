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
      self = try .only(Self.projects(ofWorkspace: url), of: url)
      return
    default: break
    }
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
    let projects = Self.projects(in: url, depth: names.contains("Package.swift") ? 0 : 2)
    if !projects.isEmpty {
      self = try .only(projects, of: url)
    } else if names.contains("Package.swift") {
      throw InitError(
        "\(url.path) is a Swift package: name the folder of one target's sources, such as Sources/NAME, or let the package's targets depend on Yoban's products as Examples/Template does."
      )
    } else {
      self = .folder(url)
    }
  }

  /// - Throws: `InitError` that lists the projects, if there is not exactly one.
  private static func only(_ projects: [URL], of url: URL) throws(InitError) -> InitInput {
    guard projects.count != 1 else { return .project(projects[0]) }
    let base = url.pathExtension == "xcworkspace" ? url.deletingLastPathComponent() : url
    let names = projects.map { TestPackage.path(from: base, to: $0) }.joined(separator: ", ")
    throw InitError(
      projects.isEmpty
        ? "\(url.path) names no Xcode project that exists: name the .xcodeproj with the app in it."
        : "\(url.path) contains several Xcode projects: name one of \(names).")
  }

  /// The Xcode projects in a folder, or else in the folders below it, without those of other people's libraries.
  private static func projects(in folder: URL, depth: Int) -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let inner = names.sorted().filter { !$0.hasPrefix(".") }.map { folder.appending(path: $0) }
    let projects = inner.filter { isProjectOfApp($0) }
    if !projects.isEmpty || depth == 0 { return projects }
    let others: Set = ["Pods", "Carthage", "node_modules", "DerivedData", "__MACOSX"]
    return inner.filter { $0.pathExtension.isEmpty && !others.contains($0.lastPathComponent) }
      .flatMap { Self.projects(in: $0, depth: depth - 1) }
  }

  private static func isProjectOfApp(_ url: URL) -> Bool {
    url.pathExtension == "xcodeproj" && url.lastPathComponent != "Pods.xcodeproj"
  }

  /// The projects that a workspace names and that exist. Locations are `group:` or `container:` and a path.
  private static func projects(ofWorkspace url: URL) -> [URL] {
    let disk = AppleDisk()
    let contents = disk.data(at: url.appending(path: "contents.xcworkspacedata")) ?? Data()
    let text = String(decoding: contents, as: UTF8.self)
    let paths = text.matches(of: /location\s*=\s*"(?:group|container|absolute):([^"]*)"/).map {
      String($0.1).replacing("&amp;", with: "&")
    }
    let folder = url.deletingLastPathComponent()
    var projects: [URL] = []
    for path in paths {
      let location = URL(fileURLWithPath: path, relativeTo: folder)
      guard let project = disk.find(location), isProjectOfApp(project), !projects.contains(project)
      else { continue }
      projects.append(project)
    }
    return projects
  }
}

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
      let hint =
        url.pathExtension == "xcodeproj"
        ? ProjectGenerator(in: url.deletingLastPathComponent())?.advice : nil
      throw InitError("\(url.path) does not exist.\(hint.map { " \($0)" } ?? "")")
    }
    guard isFolder.boolValue else {
      let folder = url.deletingLastPathComponent()
      let advice =
        if url.lastPathComponent == "project.pbxproj" {
          "name its folder, \(folder.path)."
        } else {
          ProjectGenerator(file: url)?.advice
            ?? "name an Xcode project or a folder of sources."
        }
      throw InitError("\(url.path) is a file: \(advice)")
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
    let workspaces = names.filter { $0.hasSuffix(".xcworkspace") }
    var projects = Self.projects(in: url, depth: 0)
    if projects.isEmpty, workspaces.count == 1 {
      projects = Self.projects(ofWorkspace: url.appending(path: workspaces[0]))
    }
    let isPackage = names.contains("Package.swift")
    if projects.isEmpty { projects = Self.projects(in: url, depth: 3) }
    if isPackage, Self.projects(in: url, depth: 0).isEmpty {
      let inner = projects.map { TestPackage.path(from: url, to: $0) }.joined(separator: ", ")
      throw InitError(
        "\(url.path) is a Swift package: name the folder of one target's sources, such as Sources/NAME, \(inner.isEmpty ? "" : "or an Xcode project in it (\(inner)), ")or let the package's targets depend on Yoban's products as Examples/Template does."
      )
    } else if !projects.isEmpty {
      self = try .only(projects, of: url)
    } else if let generator = ProjectGenerator(in: url) {
      throw InitError("\(url.path) has no Xcode project. \(generator.advice)")
    } else {
      self = .folder(url)
    }
  }

  /// The only project, or the only one with an app.
  ///
  /// - Throws: `InitError` that lists the projects, if there is not exactly one.
  private static func only(_ projects: [URL], of url: URL) throws(InitError) -> InitInput {
    guard projects.count != 1 else { return .project(projects[0]) }
    let apps = projects.filter { project in
      let targets = (try? XcodeProject(project))?.targets ?? []
      return targets.contains { $0.kind == .app || $0.kind == .watchExtension }
    }
    guard apps.count != 1 else { return .project(apps[0]) }
    let base = url.pathExtension == "xcworkspace" ? url.deletingLastPathComponent() : url
    let names = (apps.isEmpty ? projects : apps).map { TestPackage.path(from: base, to: $0) }
      .joined(separator: ", ")
    throw InitError(
      projects.isEmpty
        ? "\(url.path) names no Xcode project that exists: name the .xcodeproj with the app in it."
        : "\(url.path) contains several Xcode projects\(apps.isEmpty ? "" : " with an app"): name one of \(names)."
    )
  }

  /// The Xcode projects in a folder, or else in the folders below it, without those of other people's libraries.
  private static func projects(in folder: URL, depth: Int) -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let inner = names.sorted().filter { !$0.hasPrefix(".") }.map { folder.appending(path: $0) }
    let projects = inner.filter { isProjectOfApp($0) }
    if !projects.isEmpty || depth == 0 { return projects }
    return inner.filter {
      $0.pathExtension.isEmpty && !FolderContents.otherPeoples.contains($0.lastPathComponent)
    }
    .flatMap { Self.projects(in: $0, depth: depth - 1) }
  }

  /// The projects that a workspace names and that exist. The location of a file is relative to the groups around it.
  static func projects(ofWorkspace url: URL) -> [URL] {
    let disk = AppleDisk()
    let contents = disk.data(at: url.appending(path: "contents.xcworkspacedata")) ?? Data()
    let text = String(decoding: contents, as: UTF8.self)
    let root = url.deletingLastPathComponent()
    var folders = [root]
    var projects: [URL] = []
    for tag in text.matches(of: /<(\/?)(Group|FileRef)\b([^>]*?)(\/?)>/) {
      let isGroup = tag.2 == "Group"
      guard tag.1.isEmpty else {
        if isGroup, folders.count > 1 { folders.removeLast() }
        continue
      }
      var location = folders[folders.count - 1]
      if let match = tag.3.firstMatch(of: /location\s*=\s*"([a-z]+):([^"]*)"/) {
        let path = String(match.2).replacing("&amp;", with: "&")
        let base = match.1 == "group" ? location : root
        location = path.isEmpty ? base : URL(fileURLWithPath: path, relativeTo: base)
      }
      if isGroup {
        if tag.4.isEmpty { folders.append(location.absoluteURL) }
      } else if let project = disk.find(location), isProjectOfApp(project),
        !projects.contains(project)
      {
        projects.append(project)
      }
    }
    return projects
  }

  private static func isProjectOfApp(_ url: URL) -> Bool {
    url.pathExtension == "xcodeproj" && url.lastPathComponent != "Pods.xcodeproj"
      && !url.pathComponents.contains { FolderContents.otherPeoples.contains($0) || $0 == ".build" }
  }
}

import Foundation

/// The projects that are built together: those that a project or a workspace names.
final class Neighborhood {
  let disk = AppleDisk()
  let warnings = WarningList()
  private var projects: [XcodeProject] = []
  private var isComplete = false

  func add(_ project: XcodeProject) { projects.append(project) }

  /// All projects, the one that was read first at the beginning. A project that cannot be read is a warning.
  var all: [XcodeProject] {
    guard !isComplete, let first = projects.first else { return projects }
    isComplete = true
    var locations = first.referencedProjects
    for workspace in workspaces(around: first.url) {
      let named = InitInput.projects(ofWorkspace: workspace)
      if named.contains(where: { $0.path == first.url.path }) { locations += named }
    }
    for url in locations where !projects.contains(where: { $0.url.path == url.path }) {
      do { _ = try XcodeProject(url, self) } catch {
        warnings.add("\(error) Its targets are left out")
      }
    }
    return projects
  }

  /// The workspaces beside a project, and in up to three folders above.
  private func workspaces(around project: URL) -> [URL] {
    var folder = project.deletingLastPathComponent()
    var found: [URL] = []
    for _ in 0...3 {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      found += names.sorted().filter { $0.hasSuffix(".xcworkspace") }
        .map { folder.appending(path: $0) }
      folder = folder.deletingLastPathComponent()
    }
    return found
  }
}

/// A target, with the project that has it.
struct ProjectTarget {
  let project: XcodeProject
  let target: XcodeProject.Target

  var name: String { target.name }
  var identity: String { "\(project.url.path) \(target.identifier)" }
}

/// The targets that a target needs.
extension XcodeProject {
  /// The other projects that this one names.
  var referencedProjects: [URL] {
    (project["projectReferences"]?.list ?? []).compactMap { reference in
      reference.dictionary?["ProjectRef"]?.text.flatMap { location(of: $0) }
    }.filter { disk.find($0) != nil }
  }

  /// The targets that a target depends on, or whose product it links, as Xcode finds implicit dependencies.
  ///
  /// - Parameter platform: `ios` or `watchos`; dependencies that are filtered for other platforms are left out.
  func dependencies(of target: Target, platform: String = "ios") -> [ProjectTarget] {
    var found: [ProjectTarget] = []
    func add(_ new: ProjectTarget?) {
      guard let new, new.identity != "\(url.path) \(target.identifier)",
        !found.contains(where: { $0.identity == new.identity })
      else { return }
      found.append(new)
    }
    for dependency in objects(target.object["dependencies"])
    where Self.applies(dependency, to: platform) {
      if let own = targets.first(where: { $0.identifier == dependency["target"]?.text }) {
        add(ProjectTarget(project: self, target: own))
      } else if let proxy = dependency["targetProxy"]?.text.flatMap({ objects[$0] }),
        let name = proxy["remoteInfo"]?.text,
        let portal = proxy["containerPortal"]?.text.flatMap({ location(of: $0) })
      {
        let other = neighborhood.all.first { $0.url.path == portal.path }
        add(other?.target(named: name))
      }
    }
    for phase in objects(target.object["buildPhases"])
    where phase["isa"]?.text == "PBXFrameworksBuildPhase" {
      for file in objects(phase["files"]) where Self.applies(file, to: platform) {
        guard let product = file["fileRef"]?.text.flatMap({ objects[$0] })?["path"]?.text else {
          continue
        }
        add(owner(ofProduct: URL(fileURLWithPath: product).lastPathComponent))
      }
    }
    return found
  }

  private func target(named name: String) -> ProjectTarget? {
    targets.first { $0.name == name }.map { ProjectTarget(project: self, target: $0) }
  }

  /// The target that builds a product, such as `Core.framework`, in this project or in one beside it.
  private func owner(ofProduct product: String) -> ProjectTarget? {
    let others = neighborhood.all.filter { $0.url.path != url.path }
    for project in [self] + others {
      let target = project.targets.first { target in
        let reference = target.object["productReference"]?.text.flatMap { project.objects[$0] }
        let path = reference?["path"]?.text ?? "\(target.name).framework"
        return target.kind == .library && URL(fileURLWithPath: path).lastPathComponent == product
      }
      if let target { return ProjectTarget(project: project, target: target) }
    }
    return nil
  }
}

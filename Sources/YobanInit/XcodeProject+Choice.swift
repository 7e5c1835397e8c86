import Foundation

/// The target that is tested.
extension XcodeProject {
  /// The target with a name; without a name, the app for iOS, or the only other target that can be tested.
  ///
  /// If there are several apps, these decide, in this order: the shared schemes, the apps that contain others (such as
  /// a watch app), the name of the project, and the apps of which the others are copies. A warning says which it is.
  ///
  /// - Throws: `InitError` with the names of the targets.
  func chosenTarget(named name: String?) throws(InitError) -> Target {
    let known = targets
    let list = known.map { "\($0.name) (\($0.kind.words))" }.joined(separator: ", ")
    if let name {
      guard let target = known.first(where: { $0.name == name }) else {
        throw InitError("\(url.lastPathComponent) has no target \(name). Its targets: \(list).")
      }
      guard target.kind.canBeTested else {
        throw InitError(
          "The target \(name) is \(target.kind.words), which cannot be launched by itself. Its targets: \(list)."
        )
      }
      return target
    }
    var platforms: [String: AppDescription.Platform] = [:]
    for target in known where target.kind.canBeTested {
      platforms[target.identifier] = platform(of: target)
    }
    var choices = known.filter { platforms[$0.identifier] != nil }
    // Watch apps and frameworks belong to a phone's app, which comes first.
    narrow(&choices) { $0.kind == .app && platforms[$0.identifier] == .iOS }
    narrow(&choices) { $0.kind != .library }
    narrow(&choices) { platforms[$0.identifier] == .iOS }
    let candidates = choices
    let launched = targetsOfSharedSchemes
    narrow(&choices) { launched.contains($0.identifier) }
    narrow(&choices) { self.embedsTargets($0) }
    narrow(&choices) { $0.name.lowercased() == self.name.lowercased() }
    narrow(&choices) { self.isOriginal($0, among: candidates) }
    guard choices.count == 1 else {
      throw InitError(
        choices.isEmpty
          ? "\(url.lastPathComponent) has no target for iOS or watchOS. Its targets: \(list)."
          : "\(url.lastPathComponent) has several targets; choose one with --target. Its targets: \(list)."
      )
    }
    // Those about the settings of the other targets.
    warnings.removeAll()
    let others = candidates.map(\.name).filter { $0 != choices[0].name }
    if !others.isEmpty {
      warnings.add(
        "the target \(choices[0].name) is tested, and not \(others.joined(separator: ", ")): --target chooses another"
      )
    }
    return choices[0]
  }

  /// Keeps the targets with a property, if there are any.
  private func narrow(_ choices: inout [Target], _ isBetter: (Target) -> Bool) {
    guard choices.count > 1 else { return }
    let better = choices.filter(isBetter)
    if !better.isEmpty { choices = better }
  }

  /// The system for which a target is built; nil for another one, such as macOS.
  func platform(of target: Target) -> AppDescription.Platform? {
    if target.kind == .watchExtension { return .watchOS }
    let settings = settings(of: target, sdk: "iphoneos")
    let supported = settings.words("SUPPORTED_PLATFORMS")
    let root = settings["SDKROOT"] ?? "auto"
    if root == "watchos" || supported.first == "watchos" { return .watchOS }
    if root == "iphoneos" || supported.contains("iphoneos") { return .iOS }
    guard root == "auto" else { return nil }
    if settings["IPHONEOS_DEPLOYMENT_TARGET"] != nil { return .iOS }
    if settings["WATCHOS_DEPLOYMENT_TARGET"] != nil { return .watchOS }
    return nil
  }

  /// The identifiers of the targets that the shared schemes launch.
  private var targetsOfSharedSchemes: Set<String> {
    Set(
      launchActions.compactMap { $0.firstMatch(of: /BlueprintIdentifier\s*=\s*"([^"]+)"/) }
        .map { String($0.1) })
  }

  /// The names of the configurations with which the shared schemes launch.
  var configurationsOfSharedSchemes: [String] {
    launchActions.compactMap { $0.firstMatch(of: /buildConfiguration\s*=\s*"([^"]+)"/) }
      .map { String($0.1) }
  }

  /// The texts of the launch actions of the shared schemes, in the order of their names.
  private var launchActions: [Substring] {
    let folder = url.appending(path: "xcshareddata/xcschemes")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().filter { $0.hasSuffix(".xcscheme") }.compactMap { name in
      let data = disk.data(at: folder.appending(path: name)) ?? Data()
      let text = String(decoding: data, as: UTF8.self)
      guard let start = text.range(of: "<LaunchAction"),
        let end = text.range(of: "</LaunchAction>"), start.upperBound < end.lowerBound
      else { return nil }
      return text[start.upperBound..<end.lowerBound]
    }
  }

  /// Whether the product of a target contains those of other targets that are no libraries.
  private func embedsTargets(_ target: Target) -> Bool {
    dependencies(of: target).contains { ![.library, .tests].contains($0.target.kind) }
  }

  /// Whether no other target is compiled from nearly the same files and has a shorter name.
  private func isOriginal(_ target: Target, among targets: [Target]) -> Bool {
    let own = Set(files(of: target, platform: "ios"))
    return !targets.contains { other in
      guard other.identifier != target.identifier,
        (other.name.count, other.name) < (target.name.count, target.name)
      else { return false }
      let shared = own.intersection(files(of: other, platform: "ios")).count
      return shared * 2 > own.count
    }
  }
}

extension XcodeProject.Target.Kind {
  var canBeTested: Bool { [.app, .watchExtension, .library].contains(self) }

  /// A phrase for messages.
  var words: String {
    switch self {
    case .app: "an app"
    case .watchExtension: "the extension of a watch app"
    case .appExtension: "an extension"
    case .library: "a library"
    case .tests: "a test bundle"
    case .other(let words): words
    }
  }
}

import Foundation

extension TestPackage {
  /// The text of the first test: it is true of every app.
  var test: String {
    let watch = app.platform == .watchOS
    let device = watch ? "watch" : "phone"
    return """
      \(importsAppleModule ? "import \(watch ? "WatchKit" : "UIKit")\n" : "")import Testing
      \(Self.importing) YobanTesting

      @testable \(Self.importing) \(app.app.name)

      /// \(app.name) on a simulated \(watch ? "watch" : "iPhone"), in virtual time: hours take milliseconds.
      @Suite(.world()) struct BackgroundTests {
        @Test func `the app is launched, suspended, killed and opened again`() async throws {
          let world = try World.current
      \(whyOldSystem)    let \(device) = try world.\(addDevice)
      \(install(on: device))
      \(installExtensions(on: device))
          await \(device).open(app)
          #expect(app.state == .active, "\\(app.terminations)")

      \(leave)
          // The system removes the app from memory, without notice.
          \(device).jetsam(app)
          #expect(app.terminations.last == .jetsam)

          await \(device).open(app)
          #expect(app.state == .active)
          #expect(app.launches.count >= 2)

          // The lines of the app, and the mistakes that a real system punishes silently. When there is
          // none left, replace the loop by: #expect(world.findings.isEmpty)
          print(app.log)
          for finding in world.findings { print(finding) }
        }
      }
      \(emptyDelegate)
      """
  }

  /// Whether the test itself uses UIKit or WatchKit.
  var importsAppleModule: Bool { app.delegate == nil }

  private func install(on device: String) -> String {
    let kind = app.delegate?.isSwiftUI == true ? "swiftUI" : "delegate"
    let code = ".\(kind)(\(app.delegate?.name ?? "EmptyDelegate").self)"
    let files = fileArguments(
      "Info.plist", entitlements: app.entitlements.map { _ in "App.entitlements" },
      resources: hasResources ? "Resources.json" : nil)
    return call("    let app = try \(device).install(", "\(code), \(files))")
  }

  private func call(_ start: String, _ arguments: String) -> String {
    let line = start + arguments
    let indentation = String(start.prefix { $0 == " " })
    return line.count <= 100 ? line : "\(start)\n\(indentation)  \(arguments)"
  }

  /// The arguments with the files of the package.
  private func fileArguments(
    _ infoPlist: String, entitlements: String?, resources: String?
  ) -> String {
    var files = ["infoPlist: .file(\"\(infoPlist)\")"]
    if let entitlements { files.append("entitlements: .file(\"\(entitlements)\")") }
    if let resources { files.append("resources: .file(\"\(resources)\")") }
    return files.joined(separator: ", ")
  }

  // MARK: Extensions

  private func installExtensions(on device: String) -> String {
    app.extensions.map { "    try \(device).install\($0.module)(in: app)\n" }.joined()
  }

  /// The text of a file that installs an extension. A file of its own, because the app and the extension may share
  /// sources: a file that imports both would have each of their types twice.
  func installation(of part: AppDescription.Extension) -> String {
    let files = fileArguments(
      "\(part.module)-Info.plist",
      entitlements: part.entitlements.map { _ in "\(part.module).entitlements" },
      resources: hasResources(part.module) ? "\(part.module)-Resources.json" : nil)
    return """
      \(Self.importing) YobanTesting

      @testable \(Self.importing) \(part.module)

      extension \(app.platform == .iOS ? "Phone" : "Watch") {
        /// Installs the extension \(part.module) of the app. A test adds one of its widgets as the user does:
        ///
        ///     let widget = \(app.platform == .iOS ? "phone" : "watch").addWidget("the kind of the widget", of: app)
        ///     try await world.pass(.minutes(1))
        ///     print(widget.texts)
        @discardableResult
        func install\(part.module)(in app: InstalledApp) throws -> InstalledApp {
      \(call("    try install(", ".widgets(\(part.entryPoint).self), in: app, \(files))"))
        }
      }

      """
  }

  private var infoPlist: [String: Any] {
    let values = try? PropertyListSerialization.propertyList(from: app.infoPlist, format: nil)
    return values as? [String: Any] ?? [:]
  }

  /// The first number of the oldest system that the app supports.
  private var oldestVersion: Int? {
    app.deploymentTarget.flatMap { Int($0.prefix { $0.isNumber }) }
  }

  /// The call that adds the device, with the oldest system that the app supports, or the nearest one that
  /// can be simulated.
  private var addDevice: String {
    switch app.platform {
    case .iOS:
      let first = needsOldSystem ? 10 : 13
      return "addPhone(iOS: \(simulated(oldestVersion, first: first, last: 18, default: 17)))"
    case .watchOS:
      return
        "addWatch(pairedWith: world.addPhone(), watchOS: \(simulated(oldestVersion, first: 6, last: 11, default: 10)))"
    }
  }

  /// Whether the app may use Bluetooth only on systems before iOS 13, as the keys of its Info.plist say: a later system
  /// ends it at the first use.
  private var needsOldSystem: Bool {
    app.platform == .iOS && infoPlist["NSBluetoothPeripheralUsageDescription"] != nil
      && infoPlist["NSBluetoothAlwaysUsageDescription"] == nil
      && (oldestVersion ?? 13) < 13
  }

  private var whyOldSystem: String {
    needsOldSystem
      ? "    // iOS 13 and later end the app: Info.plist has no NSBluetoothAlwaysUsageDescription.\n"
      : ""
  }

  /// The versions of 2025 and later are numbered from 26 on.
  private func simulated(_ version: Int?, first: Int, last: Int, default: Int) -> Int {
    guard let version else { return `default` }
    return version > last ? 26 : max(version, first)
  }

  private var leave: String {
    let watch = app.platform == .watchOS
    let leave = watch ? "await watch.lowerWrist()" : "await phone.goHome()"
    let running: Set<String> = [
      "audio", "location", "voip", "workout-processing", "physical-therapy", "mindfulness",
      "self-care",
    ]
    if let mode = app.backgroundModes.first(where: running.contains) {
      return """
            // With the background mode \(mode), the app may go on in the background instead.
            \(leave)
            try await world.pass(.minutes(5))
            #expect([.background, .suspended].contains(app.state))

        """
    }
    return """
          \(leave)
          try await world.wait(for: "suspension", atMost: .minutes(15)) { app.state == .suspended }

      """
  }

  private var emptyDelegate: String {
    guard app.delegate == nil else { return "" }
    return app.platform == .iOS
      ? """

      /// An app around the code under test: use that code from here.
      final class EmptyDelegate: UIResponder, UIApplicationDelegate {}

      """
      : """

      /// An app around the code under test: use that code from here.
      final class EmptyDelegate: NSObject, WKApplicationDelegate {}

      """
  }
}

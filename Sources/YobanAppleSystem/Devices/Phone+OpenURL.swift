import Foundation
import YobanSimulatedDevices

extension Phone {
  /// Simulates a user who opens a URL with a scheme of the app, such as a link in another app.
  ///
  /// The system opens the app, as `open(_:)` does: it brings a running app to the foreground, and launches
  /// an app without a process. Then the app receives the URL. Returns when the app is active and its
  /// callback has returned, or when its process has ended.
  ///
  /// - Throws: `OpenURLError` if the app's Info.plist does not declare the scheme in `CFBundleURLTypes`.
  public func open(_ url: URL, in app: InstalledApp) async throws {
    guard let scheme = url.scheme, app.definition.infoPlist.urlSchemes.contains(scheme.lowercased())
    else { throw OpenURLError(url: url, app: app) }
    guard isUp else { return }
    app.pendingURLs.append(url)
    await open(app)
    await app.process?.deliverURLs()
  }
}

extension AppleDevice {
  /// Opens a URL for an app, as `UIApplication.open` does: in the app that declares the scheme, or in an app
  /// of the system, which is not simulated.
  ///
  /// - Returns: false if no app opens the scheme.
  package func open(_ url: URL, from process: AppProcess) -> Bool {
    guard canOpen(url) else { return false }
    post(.user("opens \(url.absoluteString) from \(process.app.definition.name)"))
    if let app = receiver(of: url) {
      app.pendingURLs.append(url)
      if app === process.app {
        process.deliverOwnURLs()
      } else {
        bringToFront(app)
      }
    } else if process.app.isFrontmost {
      process.leave()
    }
    return true
  }

  package func canOpen(_ url: URL) -> Bool {
    let system = ["http", "https", "mailto", "tel", "sms", "facetime", "maps", "app-settings"]
    return receiver(of: url) != nil || url.scheme.map { system.contains($0.lowercased()) } ?? false
  }

  private func receiver(of url: URL) -> InstalledApp? {
    guard let scheme = url.scheme?.lowercased() else { return nil }
    return apps.first { $0.definition.infoPlist.urlSchemes.contains(scheme) }
  }
}

extension InfoPlist {
  /// The schemes of `CFBundleURLTypes`, in lowercase.
  package var urlSchemes: [String] {
    let types = values["CFBundleURLTypes"] as? [[String: Any]] ?? []
    return types.flatMap { $0["CFBundleURLSchemes"] as? [String] ?? [] }.map { $0.lowercased() }
  }
}

/// An error: the system would not open a URL in the app. The description says what to change.
public struct OpenURLError: Error, Hashable, CustomStringConvertible {
  public let description: String

  init(url: URL, app: InstalledApp) {
    let known = app.definition.infoPlist.urlSchemes
    let schemes = known.isEmpty ? "none" : known.joined(separator: ", ")
    let name = app.definition.name
    description =
      url.scheme.map { ["http", "https"].contains($0.lowercased()) } == true
      ? "\(url) is a link to a web site: universal links are not simulated. Open a URL with a scheme of \(name)'s Info.plist; it declares \(schemes)."
      : "\(url) cannot be opened in \(name), because the key CFBundleURLTypes of its Info.plist does not declare the scheme; it declares \(schemes)."
  }
}

import AndroidFramework
import SimulatedOS

extension AndroidPhone {
  /// Installs an Android app, from its manifest and the classes that the manifest names.
  ///
  /// - Parameters:
  ///   - manifest: the app's AndroidManifest.xml.
  ///   - name: the short name for traces. Default: the last part of the package's name.
  ///   - makeApplication: makes the object of the manifest's `<application>`; called in each launch, in the
  ///     app's process. Components reach what the test gives it by `getApplicationContext()`.
  ///   - components: the classes of the manifest's components and of WorkManager's workers.
  ///   - settings: the values that the app reads from `Bundle.main`.
  /// - Throws: `InstallError` if the phone has the app already, or what Foundation throws if the
  ///   container cannot be made.
  public func install(
    _ manifest: AndroidManifest, name: String? = nil,
    application makeApplication: @escaping @MainActor @Sendable () -> Application = {
      Application()
    },
    components: [AnyClass],
    settings: InfoPlist = InfoPlist()
  ) throws -> InstalledApp {
    let name = name ?? manifest.package.split(separator: ".").last.map(String.init) ?? "App"
    // Sendable: classes do not change.
    nonisolated(unsafe) let components = components
    return try install(
      .android(manifest, name: name, settings: settings) {
        ActivityThread.main(makeApplication, components)
      })
  }
}

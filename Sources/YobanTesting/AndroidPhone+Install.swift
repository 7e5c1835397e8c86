import AndroidFramework
import YobanSimulatedOS

extension AndroidPhone {
  /// Installs an Android app, from its manifest and the classes that the manifest names.
  ///
  /// - Parameters:
  ///   - manifest: the app's AndroidManifest.xml.
  ///   - name: the short name for traces. Default: the last part of the package's name.
  ///   - makeApplication: creates the object of the manifest's `<application>`; called in each launch, in the
  ///     app's process. The app's components get this object from `getApplicationContext()`.
  ///   - components: the classes of the manifest's components and of WorkManager's workers.
  ///   - settings: the values that the app reads from `Bundle.main`.
  /// - Throws: `InstallError` if the app is already installed, or a Foundation error if the
  ///   container cannot be created.
  public func install(
    _ manifest: AndroidManifest, name: String? = nil,
    application makeApplication: @escaping @MainActor @Sendable () -> Application = {
      Application()
    },
    components: [AnyClass],
    settings: InfoPlist = InfoPlist()
  ) throws -> InstalledApp {
    let name = name ?? manifest.package.split(separator: ".").last.map(String.init) ?? "App"
    return try install(
      .android(manifest, name: name, settings: settings) {
        ActivityThread.main(makeApplication, components)
      })
  }
}

import Foundation

extension AppDescription {
  /// Reads an app or a library from a folder of sources.
  ///
  /// - Parameters:
  ///   - folder: a folder without an Xcode project; its subfolders belong to it.
  ///   - moduleName: the name of the module. Default: the name of the folder.
  /// - Throws: `InitError` if the folder has no Swift sources.
  public init(folder: URL, moduleName: String? = nil) throws(InitError) {
    let folder = folder.standardized
    let name = moduleName ?? folder.lastPathComponent
    let module = BuildSettings.identifier(name)
    let files = FolderContents.files(in: folder)
    guard files.contains(where: { $0.pathExtension == "swift" }) else {
      throw InitError("\(folder.path) has no Swift sources.")
    }
    let settings = BuildSettings(defaults: [
      "PRODUCT_NAME": name, "PRODUCT_MODULE_NAME": module, "EXECUTABLE_NAME": name,
      "TARGET_NAME": name, "PRODUCT_BUNDLE_IDENTIFIER": "com.example.\(module)",
      "DEVELOPMENT_LANGUAGE": "en", "PRODUCT_BUNDLE_PACKAGE_TYPE": "APPL",
      "SWIFT_ACTIVE_COMPILATION_CONDITIONS": "DEBUG",
    ])
    let disk = AppleDisk()
    let warnings = WarningList()
    let app = try Module(
      name: module, files: files, folders: [folder], settings: settings, packages: [], disk,
      warnings)
    var values: [String: Any] = [
      "CFBundleIdentifier": "com.example.\(module)", "CFBundleName": name,
    ]
    if let (file, own) = Self.infoPlist(files, warnings) {
      values = GeneratedInfoPlist.values(file: own, settings: settings)
      if file.deletingLastPathComponent().path != folder.path {
        warnings.add("\(file.path) is taken as the app's Info.plist")
      }
    }
    let isWatch = (app.entryPoints + app.delegates).contains(where: \.isWatch)
    self.init(
      name: name, platform: isWatch ? .watchOS : .iOS, deploymentTarget: nil,
      infoPlist: try Self.data(values),
      backgroundModes: values[isWatch ? "WKBackgroundModes" : "UIBackgroundModes"] as? [String]
        ?? [],
      modules: [app], delegate: Self.delegate(app), lockFiles: LockFiles(near: folder, disk),
      warnings: warnings.lines)
  }

  /// The Info.plist of the app: not that of tests or an extension.
  private static func infoPlist(
    _ files: [URL], _ warnings: WarningList
  ) -> (file: URL, values: [String: Any])? {
    var found: [(file: URL, values: [String: Any])] = []
    for file in files where file.lastPathComponent == "Info.plist" {
      let list = (try? Data(contentsOf: file)).flatMap {
        try? PropertyListSerialization.propertyList(from: $0, format: nil)
      }
      guard let values = list as? [String: Any] else {
        warnings.add("\(file.path) is not a property list: the app has none of its keys")
        continue
      }
      let isOfTests = values["CFBundlePackageType"] as? String == "BNDL"
      if !isOfTests, values["NSExtension"] == nil { found.append((file, values)) }
    }
    return found.first
  }
}

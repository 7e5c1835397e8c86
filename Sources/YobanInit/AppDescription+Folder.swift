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
    if let file = files.first(where: { $0.lastPathComponent == "Info.plist" }) {
      guard let data = try? Data(contentsOf: file),
        let list = try? PropertyListSerialization.propertyList(from: data, format: nil),
        let own = list as? [String: Any]
      else { throw InitError("\(file.path) cannot be read as a property list.") }
      values = GeneratedInfoPlist.values(file: own, settings: settings)
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
}

import ArgumentParser
import Foundation
import YobanInit

/// `yoban init`, and `yoban-init`: makes a package with background tests for an app.
public struct InitCommand: ParsableCommand {
  /// The name of the small executable that has only this command. It builds in seconds.
  private static let tool = "yoban-init"
  public static let configuration = CommandConfiguration(
    commandName: CommandLine.arguments.first?.hasSuffix(tool) == true ? tool : "init",
    abstract: "Make a package that tests an app in the background, from its Xcode project.",
    discussion:
      "The sources stay where they are, and the project is not changed: the package compiles them with the plugin YobanPort. Its first test launches the app, suspends it, kills it and opens it again."
  )

  @Argument(
    help: ArgumentHelp(
      "An Xcode project, a folder that contains one, or a folder of sources.", valueName: "project")
  )
  var input: String

  @Option(help: "The target to test. Default: the only app for iOS, or the only target.")
  var target: String?

  @Option(help: "The folder of the package. Default: NAMEBackgroundTests beside the project.")
  var output: String?

  @Option(help: "The checkout of Yoban. Default: the one that this command was built from.")
  var yoban: String?

  @Flag(
    name: .customLong("try"),
    help: ArgumentHelp(
      "Build the package and run its first test, until the app starts.",
      discussion:
        "Packages that do not build on Linux are left out. Code that is left out, and at which the app would end, is skipped; the places are written into port.json. The last line says how much of the app is its own code."
    ))
  var isTrial = false

  @Flag(help: "Print the folder of the package, and make nothing.")
  var printFolder = false

  public init() {}

  public func run() throws {
    do {
      guard !printFolder else { return print(try folder(of: describeApp()).path) }
      let package = try makePackage()
      guard isTrial else {
        return print("Run the tests: cd \(package.folder.path) && swift test")
      }
      fflush(nil)
      guard try AppTrialRun(package).run() else { throw ExitCode(1) }
    } catch let error as InitError {
      FileHandle.standardError.write(Data("error: \(error)\n".utf8))
      throw ExitCode(2)
    }
  }

  private func describeApp() throws -> AppDescription {
    switch try InitInput(URL(fileURLWithPath: input)) {
    case .project(let project): return try AppDescription(project: project, target: target)
    case .folder(let folder):
      guard target == nil else {
        throw InitError("--target is for an Xcode project; \(folder.path) contains none.")
      }
      return try AppDescription(folder: folder)
    }
  }

  private func folder(of app: AppDescription) throws -> URL {
    if let output { return URL(fileURLWithPath: output) }
    return try InitInput(URL(fileURLWithPath: input)).url.deletingLastPathComponent()
      .appending(path: TestPackage.name(for: app))
  }

  private func makePackage() throws -> TestPackage {
    var app = try describeApp()
    let checkout = try YobanCheckout(
      yoban.map { URL(fileURLWithPath: $0) } ?? Self.ownCheckout)
    app.portLocalPackages(yoban: checkout, read: PackageReader().manifest)
    let package = TestPackage(app, yoban: checkout, folder: try folder(of: app))
    print("Creating background tests: \(TestPackage.name(for: app))")
    try package.write { print($0) }
    for warning in app.warnings + package.packageNotes + package.missingModuleNotes {
      print("warning: \(warning)")
    }
    return package
  }

  /// The folder of the package that contains this source file.
  private static var ownCheckout: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
  }
}

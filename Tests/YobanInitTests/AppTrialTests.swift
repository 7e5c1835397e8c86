import Testing

@testable import YobanInit

@Suite struct AppTrialTests {
  private static func ended(_ place: String) -> String {
    "00:00:00.000  phone  App#1   ended: crash: left out on Linux: \(place): cannot find 'X' in scope [not running]"
  }

  @Test func `an app that starts needs one build and one test`() {
    var trial = AppTrial(packages: [])
    #expect(trial.next == .build)
    trial.advance("", hasSucceeded: true)
    #expect(trial.next == .test(skipping: []))
    trial.advance("", hasSucceeded: true)
    #expect(trial.next == .done(.passed))
  }

  @Test func `each place at which the app ends is skipped, and the result is confirmed`() {
    var trial = AppTrial(packages: [])
    trial.advance("", hasSucceeded: true)
    trial.advance(Self.ended("App.swift:3"), hasSucceeded: false)
    #expect(trial.next == .test(skipping: ["App.swift:3"]))
    trial.advance(Self.ended("Model.swift:9"), hasSucceeded: false)
    #expect(trial.next == .test(skipping: ["App.swift:3", "Model.swift:9"]))
    trial.advance("", hasSucceeded: true)
    #expect(trial.next == .confirm)
    trial.advance("", hasSucceeded: true)
    #expect(trial.next == .done(.passed))
    #expect(trial.skipped == ["App.swift:3", "Model.swift:9"])
  }

  @Test func `a place that cannot be skipped ends the trial with the reason`() {
    var trial = AppTrial(packages: [])
    trial.advance("", hasSucceeded: true)
    trial.advance(Self.ended("App.swift:3"), hasSucceeded: false)
    trial.advance("↳ [crash: left out]\n" + Self.ended("App.swift:3"), hasSucceeded: false)
    #expect(
      trial.next
        == .done(
          .failed("crash: left out on Linux: App.swift:3: cannot find 'X' in scope [not running]")))
  }

  @Test func `an app that gets to new places for ever is given up`() {
    var trial = AppTrial(packages: [])
    trial.advance("", hasSucceeded: true)
    for line in 0..<200 { trial.advance(Self.ended("App.swift:\(line)"), hasSucceeded: false) }
    #expect(trial.skipped.count == 60)
    guard case .done(.failed) = trial.next else {
      Issue.record("\(trial.next)")
      return
    }
  }

  static let errors: [(line: String, package: String?)] = [
    ("/b/checkouts/Charts/Sources/A.swift:1:8: error: no such module 'UIKit'", "Charts"),
    (
      "/b/checkouts/Charts/Sources/C.m:1:9: fatal error: 'Foundation/Foundation.h' file not found",
      "Charts"
    ),
    ("error: Failed to clone repository https://host/o/charts.git:", "Charts"),
    ("error: 'charts': the package manifest at '/Package.swift' cannot be accessed", "Charts"),
    ("/app/Model.swift:1:8: error: no such module 'Charts2'", nil),
  ]

  @Test(arguments: errors.indices)
  func `a package that does not build is left out once, with its first error`(_ row: Int) {
    let row = Self.errors[row]
    var trial = AppTrial(packages: ["Charts", "Other"])
    trial.advance("[1/2] Compiling\n\(row.line)\n", hasSucceeded: false)
    guard let package = row.package else {
      #expect(trial.next == .dependencies)
      trial.advance("error: no packages", hasSucceeded: false)
      #expect(trial.next == .done(.notBuilt(row.line)))
      return
    }
    #expect(trial.next == .build)
    #expect(trial.leftOutPackages == [package: row.line])
    trial.advance("[1/2] Compiling\n\(row.line)\n", hasSucceeded: false)
    trial.advance("error: no packages", hasSucceeded: false)
    #expect(trial.next == .done(.notBuilt(row.line)), "it is left out already")
  }

  static let tree = """
    Resolving
    {"identity": "app", "path": "/app", "dependencies": [
      {"identity": "charts", "path": "/b/checkouts/Charts", "dependencies": [
        {"identity": "drawing", "path": "/b/checkouts/Drawing", "dependencies": []}]},
      {"identity": "other", "path": "/app/Other", "dependencies": []}]}
    """

  @Test func `a package is left out that depends on one that does not build`() {
    let error = "/b/checkouts/Drawing/Sources/D.m:1:9: fatal error: no file"
    var trial = AppTrial(packages: ["Charts", "Other"])
    trial.advance(error, hasSucceeded: false)
    #expect(trial.next == .dependencies)
    trial.advance(Self.tree, hasSucceeded: true)
    #expect(trial.next == .build)
    #expect(trial.leftOutPackages == ["Charts": error])
    trial.advance(error, hasSucceeded: false)
    trial.advance(Self.tree, hasSucceeded: true)
    #expect(trial.next == .done(.notBuilt(error)), "it is left out already")
  }

  @Test func `an error of the app itself is not looked for among packages that it does not have`() {
    var trial = AppTrial(packages: [])
    trial.advance("/app/Model.swift:1:8: error: no", hasSucceeded: false)
    #expect(trial.next == .done(.notBuilt("/app/Model.swift:1:8: error: no")))
  }

  @Test func `of the packages that an error names, one that is still there is left out`() {
    let error =
      "error: no versions of 'base' match the requirement 7 and 'models' depends on 'base' 7."
    var trial = AppTrial(packages: ["Base", "Models"])
    trial.advance("error: Failed to clone repository https://host/o/Base.git:", hasSucceeded: false)
    #expect(trial.leftOutPackages.keys.sorted() == ["Base"])
    trial.advance(error, hasSucceeded: false)
    #expect(trial.leftOutPackages.keys.sorted() == ["Base", "Models"])
  }
}

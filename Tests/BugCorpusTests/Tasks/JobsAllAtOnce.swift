import Testing
import UIKit
import YobanTesting

/// An app that records into a new file every ten minutes.
///
/// The files are planned as delayed jobs on a queue. While the app is suspended, the jobs become
/// due and do not run; when it is resumed, all of them run at once. The faulty app makes a file for
/// each: many empty files of the same moment. Issue 63 of the same app describes this, too.
private final class RecorderApp: UIResponder, UIApplicationDelegate {
  private let variant: Variant

  init(_ variant: Variant) { self.variant = variant }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    beginFile()
    switch variant {
    case .faulty:
      // Wrong: the jobs may run late, all together.
      for number in 1...144 {
        DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(number * 600)) {
          self.beginFile()
        }
      }
    case .mended: planNextFile()
    }
    return true
  }

  private func planNextFile() {
    DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(600)) {
      self.beginFile()
      self.planNextFile()
    }
  }

  private func beginFile() {
    let now = Date()
    let name = "\(Int(now.timeIntervalSince1970)).csv"
    try? Data("time,value\n".utf8).write(to: URL.documentsDirectory.appending(path: name))
    print("new file", name)
  }
}

extension KnownBug {
  static let jobsAllAtOnce = KnownBug(
    name: "JobsAllAtOnce", thread: "https://github.com/onnela-lab/beiwe-ios/issues/48",
    clue: "wake.late-blocks",
    property: .always("a process does not begin two files within a minute") { stage in
      let files = stage.app.log.lines(containing: "new file")
      return zip(files, files.dropFirst()).allSatisfy {
        $0.launch != $1.launch || $1.instant - $0.instant >= .minutes(1)
      }
    },
    build: { world, variant in
      let phone = try world.addPhone()
      let app = try phone.install(
        .making {
          RecorderApp(variant)
        }, infoPlist: InfoPlist(["CFBundleName": "JobsAllAtOnce"]))
      return Stage(world: world, phone: phone, app: app)
    },
    scenario: { stage in
      // A study at a desk: the app stays on the screen.
      await stage.phone.open(stage.app)
      try await stage.world.pass(.hours(1))
    })
}

@Suite struct JobsAllAtOnceTests {
  @Test func `jobs that were due during a suspension make one file in the mended app only`()
    async throws
  {
    try await expectShown(.jobsAllAtOnce, advice: [.wakeLateBlocks.by(.l7)]) { stage in
      await stage.phone.open(stage.app)
      await stage.phone.goHome()
      try await stage.world.pass(.hours(1))
      await stage.phone.open(stage.app)
      try await stage.world.pass(.seconds(1))
    }
  }

  @Test func `both forms make a file every ten minutes when nothing goes wrong`() async throws {
    try await expectQuiet(.jobsAllAtOnce, prints: "new file")
    let verdict = try await play(.jobsAllAtOnce, .faulty)
    #expect(verdict.log.lines(containing: "new file").count == 7)
  }
}

import Testing
import UIKit
import YobanTesting

/// An app that downloads a map in the background.
///
/// The system deletes the file of a download when its callback returns. The faulty app stores it later,
/// on another queue, and finds nothing there.
private final class MapApp: UIResponder, UIApplicationDelegate,
  @preconcurrency URLSessionDownloadDelegate
{
  private let variant: Variant
  private var session: URLSession?

  init(_ variant: Variant) { self.variant = variant }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    session = URLSession(
      configuration: .background(withIdentifier: "maps"), delegate: self, delegateQueue: .main)
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) {
    // The process may have ended between the download and the storing.
    session?.getAllTasks { tasks in
      let isLoading = !tasks.isEmpty
      DispatchQueue.main.async {
        guard !isLoading, UserDefaults.standard.bool(forKey: "wants map"), !Self.hasMap else {
          return
        }
        self.load()
      }
    }
  }

  nonisolated private static var map: URL { .documentsDirectory.appending(path: "map") }
  nonisolated private static var hasMap: Bool {
    FileManager.default.fileExists(atPath: map.path)
  }

  /// The user wants the map.
  func load() {
    UserDefaults.standard.set(true, forKey: "wants map")
    session?.downloadTask(with: URL(string: "https://maps.example.com/map")!).resume()
    print("loads")
  }

  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask,
    didFinishDownloadingTo location: URL
  ) {
    switch variant {
    case .faulty:
      // Wrong: the file exists only until this function returns.
      DispatchQueue.global().async { Self.store(location) }
    case .mended: Self.store(location)
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    if error != nil { load() }
  }

  nonisolated private static func store(_ location: URL) {
    do {
      try FileManager.default.moveItem(at: location, to: map)
      print("stored")
    } catch { print("the map cannot be stored") }
  }
}

extension KnownBug {
  static let downloadReadLate = KnownBug(
    name: "DownloadReadLate", thread: "https://github.com/nalu-development/nalu/pull/163",
    clue: "didFinishDownloadingTo",
    property: .eventually(within: .minutes(10), "a map that the user wants is on the phone") {
      stage in
      !stage.app.log.contains("loads") || stage.app.isForceQuit || !stage.isOnline
        || stage.file("Documents/map") != nil
    },
    build: { world, variant in
      let server = try world.addServer("maps.example.com")
      server.respond(to: "GET", "/map") { _ in .text(String(repeating: "m", count: 500_000)) }
      let phone = try world.addPhone()
      let app = try phone.install(
        .making { MapApp(variant) }, infoPlist: InfoPlist(["CFBundleName": "DownloadReadLate"]))
      return Stage(world: world, phone: phone, app: app, server: server)
    },
    scenario: { stage in
      await stage.phone.open(stage.app)
      await stage.phone.touch(stage.app, "load") { (app: MapApp) in app.load() }
      try await stage.world.pass(.minutes(1))
    })
}

@Suite struct DownloadReadLateTests {
  @Test func `a download that is stored after its callback is lost`() async throws {
    try await expectShown(.downloadReadLate, by: KnownBug.downloadReadLate.scenario)
  }
}

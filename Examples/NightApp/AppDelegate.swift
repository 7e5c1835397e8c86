import UIKit
import Yoban

/// Records motion through the night (experiment E5, iPhone) and sends it to a collector.
///
/// The settings in Info.plist are: `CollectorURL`, `CollectorToken` and `DeviceName` for the
/// collector; `RateHz`, the rate of the sensors; `ChunkSeconds`, the duration of one uploaded
/// chunk. `RecordsHeartRate` adds a chest strap, `Rooms` the beacons of a house, and a permitted
/// task identifier a nightly task. `LeaveOut` names parts of the keep-alive recipe to leave out, to
/// show their effect. With `WatchName` and `WatchToken` the app sends the recordings of a watch to
/// the collector, too; with `RecordsMotion` false it does only that.
final class AppDelegate: UIResponder, UIApplicationDelegate {
  private var night: PhoneRecording?
  /// The chest strap, if Info.plist enables its heart rate.
  private var strap: BluetoothSession?
  /// The beacons of the rooms, if Info.plist names any.
  private var rooms: RegionWatch?
  /// A nightly task while the phone is charged and not in use, if Info.plist permits it.
  private var nightly: BackgroundJobSchedule?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    do {
      var configuration = try PhoneRecording.Configuration.fromInfoPlist()
      if Bundle.main.object(forInfoDictionaryKey: "RecordsHeartRate") as? Bool == true {
        let strap = BluetoothSession(.strap, restoreIdentifier: "strap")
        strap.start()
        self.strap = strap
        configuration.sources.append(BluetoothSource.heartRate(strap))
      }
      if let rooms = RegionWatch.rooms() {
        self.rooms = rooms
        for room in rooms.regions {
          configuration.sources.append(try RegionSource.presence(rooms, room.name))
        }
        watch(rooms)
        // An error in this optional part does not prevent the recording.
        do { try rooms.start() } catch { print("rooms: \(error)") }
      }
      if let identifier = Self.permittedTask {
        let nightly = BackgroundJobSchedule(
          identifier, .processing(requiresPower: true), every: .seconds(20 * 3600)
        ) { [weak self] context in
          try await self?.tidyUp(context)
        }
        do {
          try nightly.register()
          try nightly.start()
        } catch {
          print("nightly: \(error)")
        }
        self.nightly = nightly
        configuration.sources.append(try JobSource(nightly, name: "nightly"))
      }
      let night = try PhoneRecording(configuration)
      self.night = night
      watch(night)
      night.applicationDidFinishLaunching()
    } catch {
      print("cannot record: \(error)")
    }
    _ = NotificationCenter.default.addObserver(forName: .startNight, object: nil, queue: .main) {
      [weak self] note in
      let hours = note.userInfo?["hours"] as? Double ?? 12
      MainActor.assumeIsolated { self?.start(hours: hours) }
    }
    _ = NotificationCenter.default.addObserver(forName: .stopNight, object: nil, queue: .main) {
      [weak self] _ in
      MainActor.assumeIsolated { self?.stop() }
    }
    return true
  }

  func applicationWillTerminate(_ application: UIApplication) { night?.applicationWillTerminate() }

  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    guard let night else { return completionHandler() }
    night.handleEventsForBackgroundURLSession(
      identifier: identifier, completionHandler: completionHandler)
  }

  // MARK: The nightly task

  private static var permittedTask: String? {
    let key = "BGTaskSchedulerPermittedIdentifiers"
    return (Bundle.main.object(forInfoDictionaryKey: key) as? [String])?.first
  }

  /// Retries the chunks that the collector refused, and waits until all are sent.
  private func tidyUp(_ context: BackgroundJobContext) async throws {
    guard let night else { return }
    print("tidying up: \(night.uploadProgress.waiting) chunks wait")
    try night.requeueQuarantined()
    for _ in 0..<10 where night.uploadProgress.waiting > 0 {
      try await context.wait(for: .seconds(30))
    }
    print("tidied up")
  }

  // MARK: The two buttons

  private func start(hours: Double) {
    do {
      try night?.start(for: .seconds(hours * 3600))
      print("recording")
    } catch {
      print("cannot start: \(error)")
    }
  }

  private func stop() {
    night?.stop()
    print("stopped")
  }

  /// Logs the events that are useful in the console.
  private func watch(_ night: PhoneRecording) {
    let events = night.events()
    Task {
      for await event in events {
        switch event {
        case .recording(.started): print("recording began")
        case .recording(.resumed(_, let cause)):
          print("recording continues after \(cause.rawValue)")
        case .recording(.stopped): print("recording is complete")
        case .recording(.gap(let stream, let gap)):
          print(
            "gap of \((gap.end - gap.start) / 1_000_000_000) s in \(stream): \(gap.cause.rawValue)")
        case .keepAlive(let problem): print("keep-alive: \(problem)")
        default: break
        }
      }
    }
  }
}

extension AppDelegate {
  /// Logs when the phone enters and leaves a room.
  private func watch(_ rooms: RegionWatch) {
    let events = rooms.events()
    Task {
      for await event in events {
        switch event {
        case .entered(let change): print("in the \(change.region.name)")
        case .exited(let change): print("left the \(change.region.name)")
        case .problem(let problem): print("rooms: \(problem)")
        case .watching, .proximity: break
        }
      }
    }
  }
}

extension AccessoryProfile {
  /// Any chest strap that advertises its name.
  fileprivate static let strap = AccessoryProfile(
    name: "chest strap", advertises: ["180D"], services: [.heartRate, .battery.optional],
    accepts: { $0.localName != nil })
}

extension Notification.Name {
  /// Posted by the start button, with `hours` in the user info.
  static let startNight = Notification.Name("StartNight")
  static let stopNight = Notification.Name("StopNight")
}

import CoreLocation
import UIKit

/// The monitor of iOS 17: created at each launch with the same name, with a permanent loop over its
/// events.
@MainActor
public final class PlaceModel {
  private var monitor: CLMonitor?
  private var events: Task<Void, Never>?
  public private(set) var states: [String: String] = [:]

  public init() {}

  public func start(beacon: UUID) {
    guard events == nil else { return }
    events = Task {
      let monitor = await CLMonitor("places")
      self.monitor = monitor
      if await monitor.record(for: "office") == nil {
        await monitor.add(
          CLMonitor.CircularGeographicCondition(
            center: CLLocationCoordinate2D(latitude: 35.6686, longitude: 139.7454), radius: 200),
          identifier: "office", assuming: .unsatisfied)
      }
      if await monitor.identifiers.contains("desk") == false {
        await monitor.add(
          CLMonitor.BeaconIdentityCondition(uuid: beacon), identifier: "desk")
      }
      do {
        for try await event in await monitor.events {
          await handle(event, of: monitor)
        }
      } catch {
        print("monitor failed: \(error)")
      }
    }
  }

  private func handle(_ event: CLMonitor.Event, of monitor: CLMonitor) async {
    guard let record = await monitor.record(for: event.identifier) else { return }
    let kind = record.condition is CLMonitor.BeaconIdentityCondition ? "beacon" : "circle"
    switch event.state {
    case .satisfied:
      var text = "\(event.identifier) (\(kind)) satisfied"
      if let beacon = event.refinement as? CLMonitor.BeaconIdentityCondition,
        let major = beacon.major, let minor = beacon.minor
      {
        text += " by \(major).\(minor)"
      }
      print(text)
      states[event.identifier] = "satisfied"
    case .unsatisfied:
      print("\(event.identifier) (\(kind)) unsatisfied")
      states[event.identifier] = "unsatisfied"
    case .unknown: states[event.identifier] = "unknown"
    case .unmonitored:
      print("\(event.identifier) is not monitored, denied: \(event.authorizationDenied)")
    @unknown default: break
    }
  }
}

public final class PlaceAppDelegate: UIResponder, UIApplicationDelegate {
  public static let beacon = UUID(uuidString: "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0")!
  private let manager = CLLocationManager()
  private let model = PlaceModel()

  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    print("launched")
    if manager.authorizationStatus == .notDetermined { manager.requestAlwaysAuthorization() }
    model.start(beacon: Self.beacon)
    return true
  }
}

import CoreLocation
import UIKit

struct Reminder: Codable {
  enum EventType: String, Codable { case onEntry, onExit }

  var latitude: Double
  var longitude: Double
  var radius: CLLocationDistance
  var identifier: String
  var note: String
  var eventType: EventType

  var region: CLCircularRegion {
    let region = CLCircularRegion(
      center: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), radius: radius,
      identifier: identifier)
    region.notifyOnEntry = (eventType == .onEntry)
    region.notifyOnExit = !region.notifyOnEntry
    return region
  }
}

/// Reminders at places. The app delegate receives the events, also after a launch by the system.
public class GeofenceAppDelegate: UIResponder, UIApplicationDelegate {
  let locationManager = CLLocationManager()

  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    if launchOptions?[.location] != nil { print("launched for a location event") }
    locationManager.delegate = self
    locationManager.requestAlwaysAuthorization()
    return true
  }

  /// Called when the user adds a reminder.
  func startMonitoring(reminder: Reminder) {
    if !CLLocationManager.isMonitoringAvailable(for: CLCircularRegion.self) {
      print("Geofencing is not supported on this device!")
      return
    }
    if locationManager.authorizationStatus != .authorizedAlways {
      print("Your reminder will only be activated once you grant permission.")
    }
    var reminders = saved
    reminders.removeAll { $0.identifier == reminder.identifier }
    UserDefaults.standard.set(
      try? JSONEncoder().encode(reminders + [reminder]), forKey: "reminders")
    locationManager.startMonitoring(for: reminder.region)
  }

  func stopMonitoring(reminder: Reminder) {
    for region in locationManager.monitoredRegions {
      guard let circularRegion = region as? CLCircularRegion,
        circularRegion.identifier == reminder.identifier
      else { continue }
      locationManager.stopMonitoring(for: circularRegion)
    }
  }

  private var saved: [Reminder] {
    guard let data = UserDefaults.standard.data(forKey: "reminders") else { return [] }
    return (try? JSONDecoder().decode([Reminder].self, from: data)) ?? []
  }

  func handleEvent(for region: CLRegion!) {
    guard let note = saved.first(where: { $0.identifier == region.identifier })?.note else {
      return
    }
    if UIApplication.shared.applicationState == .active {
      print("alert: \(note)")
    } else {
      print("notification: \(note)")
    }
  }
}

extension GeofenceAppDelegate: CLLocationManagerDelegate {
  public func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    if region is CLCircularRegion { handleEvent(for: region) }
  }

  public func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    if region is CLCircularRegion { handleEvent(for: region) }
  }

  public func locationManager(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: Error
  ) {
    print("Monitoring failed for region with identifier: \(region!.identifier)")
  }

  public func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {
    print("Location Manager failed with the following error: \(error)")
  }
}

/// Adds a reminder as the app's screen would.
@MainActor public func addReminder(
  _ note: String, latitude: Double, longitude: Double, radius: Double, onEntry: Bool
) {
  guard let delegate = UIApplication.shared.delegate as? GeofenceAppDelegate else { return }
  delegate.startMonitoring(
    reminder: Reminder(
      latitude: latitude, longitude: longitude, radius: radius, identifier: note, note: note,
      eventType: onEntry ? .onEntry : .onExit))
}

/// Removes the reminder.
@MainActor public func removeReminder(_ note: String) {
  guard let delegate = UIApplication.shared.delegate as? GeofenceAppDelegate else { return }
  delegate.stopMonitoring(
    reminder: Reminder(
      latitude: 0, longitude: 0, radius: 0, identifier: note, note: note, eventType: .onEntry))
}

import CoreLocation
import UIKit

/// Live updates as in Apple's session of 2023: one handler for the whole app, which continues in
/// the background and after a crash.
@MainActor
public final class LocationsHandler {
  public static let shared = LocationsHandler()

  private let manager = CLLocationManager()
  private var background: CLBackgroundActivitySession?
  public private(set) var lastLocation = CLLocation()
  public private(set) var count = 0
  public private(set) var isStationary = false

  public var updatesStarted = UserDefaults.standard.bool(forKey: "liveUpdatesStarted") {
    didSet { UserDefaults.standard.set(updatesStarted, forKey: "liveUpdatesStarted") }
  }

  public var backgroundActivity = UserDefaults.standard.bool(forKey: "BGActivitySessionStarted") {
    didSet {
      backgroundActivity
        ? background = CLBackgroundActivitySession() : background?.invalidate()
      UserDefaults.standard.set(backgroundActivity, forKey: "BGActivitySessionStarted")
    }
  }

  private init() {}

  public func startLocationUpdates() {
    if manager.authorizationStatus == .notDetermined { manager.requestWhenInUseAuthorization() }
    Task {
      do {
        updatesStarted = true
        let updates = CLLocationUpdate.liveUpdates(.fitness)
        for try await update in updates {
          if !updatesStarted { break }
          if let location = update.location {
            lastLocation = location
            isStationary = update.stationary
            count += 1
            if count == 1 { print("first location") }
          }
        }
        print("updates ended")
      } catch {
        print("Could not start location updates")
      }
    }
  }

  public func stopLocationUpdates() { updatesStarted = false }
}

/// A feature that states its requirements, as in the session of 2024.
@MainActor
public final class NearbyFeature {
  private var session: CLServiceSession?
  private var watching: Task<Void, Never>?

  public init() {}

  public func start() {
    let session = CLServiceSession(
      authorization: .whenInUse, fullAccuracyPurposeKey: "nearby")
    self.session = session
    watching = Task {
      do {
        for try await diagnostic in session.diagnostics {
          if diagnostic.authorizationRequestInProgress { continue }
          if diagnostic.authorizationDenied { print("ask the user to open Settings") }
          if diagnostic.fullAccuracyDenied { print("only roughly, then") }
          if !diagnostic.authorizationDenied, !diagnostic.fullAccuracyDenied { print("ready") }
        }
        print("no diagnostics any more")
      } catch {
        print("\(error)")
      }
    }
  }

  public func stop() {
    session?.invalidate()
    session = nil
  }
}

/// Waits for one precise position.
@MainActor public func firstFix() async -> CLLocation? {
  do {
    for try await update in CLLocationUpdate.liveUpdates() {
      if let location = update.location { return location }
      if update.authorizationDenied || update.authorizationDeniedGlobally { return nil }
    }
  } catch {}
  return nil
}

/// Requests the temporary full accuracy as an async function.
@MainActor public func askForPrecision(_ manager: CLLocationManager) async -> Bool {
  do {
    try await manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "nearby")
    return manager.accuracyAuthorization == .fullAccuracy
  } catch {
    return false
  }
}

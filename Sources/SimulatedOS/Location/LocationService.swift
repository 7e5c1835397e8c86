import VirtualTime

/// What a `CLLocationManager` takes from the system. Called on the process's main queue.
public protocol LocationPort: AnyObject {
  func authorizationChanged()
  func updated(_ fix: LocationFix)
  func paused()
  func resumed()
}

/// A position as the system computed it.
public struct LocationFix: Sendable, Hashable {
  public var latitude: Double
  public var longitude: Double
  /// Metres.
  public var horizontalAccuracy: Double
  public var instant: VirtualInstant
}

/// Names one manager of one process.
public struct LocationClient {
  let number: Int
  let process: AppProcess
}

/// Core Location's daemon on one device: standard updates and what they mean for an app's life.
public final class LocationService {
  private unowned let device: Device
  private var clients: [Client] = []
  private var lastNumber = 0
  private var random: RandomStream
  private var stillTimer: EventToken?
  /// Where the device is.
  public var position = (latitude: 35.6586, longitude: 139.7454)
  /// What the person answers when an app asks, by app name; `whenInUse` if nothing is said here.
  public var answers: [String: LocationAuthorization] = [:]

  private final class Client: EventSink {
    let number: Int
    unowned let process: AppProcess
    weak var port: (any LocationPort)?
    var session: LocationSession
    var nextUpdate: EventToken?
    unowned let service: LocationService

    init(_ number: Int, _ process: AppProcess, _ port: any LocationPort, _ service: LocationService)
    {
      self.number = number
      self.process = process
      self.port = port
      self.service = service
      session = LocationSession(policy: service.device.profile.location)
    }

    func handleEvent(_ number: Int) { service.update(self) }
  }

  init(_ device: Device) {
    self.device = device
    random = RandomStream(seed: device.world.simulation.seed, name: "\(device.name)/location")
  }

  private var simulation: Simulation { device.world.simulation }
  private var now: VirtualInstant { simulation.now }

  // MARK: Requests of a CLLocationManager

  /// A manager was created; tells it the authorization soon, as iOS 14 and later do.
  public func connect(_ process: AppProcess, _ port: any LocationPort) -> LocationClient {
    lastNumber += 1
    clients.append(Client(lastNumber, process, port, self))
    process.process.onMain { [weak port] in port?.authorizationChanged() }
    return LocationClient(number: lastNumber, process: process)
  }

  /// A manager was deallocated; its updates stop.
  public func disconnect(_ client: LocationClient) {
    guard let i = clients.firstIndex(where: { $0.number == client.number }) else { return }
    let gone = clients.remove(at: i)
    if case .idle = gone.session.state {} else { gone.process.post(.location(.stopped)) }
    if let token = gone.nextUpdate { simulation.cancel(token) }
    settle(gone.process)
  }

  public func configure(_ client: LocationClient, _ request: LocationRequest) {
    with(client, "a property") { $0.session.request = request }
  }

  public func start(_ client: LocationClient) {
    with(client, "startUpdatingLocation()") { client in
      if case .updating = client.session.state { return }  // paused ones start again (LOC3)
      let inForeground =
        client.process.systemState == .active || client.process.systemState == .inactive
      let endurance = random.duration(in: device.profile.location.keepAliveWithoutRenewal)
      client.session.start(inForeground: inForeground, endurance: endurance, at: now)
      client.process.post(.location(.started))
      if !inForeground, authorization(of: client.process.app) != .always {
        client.process.report(.startedInBackground)
      }
      scheduleUpdate(client, after: .milliseconds(500))
      restartStillTimer()
    }
  }

  public func stop(_ client: LocationClient) {
    with(client, "stopUpdatingLocation()") { client in
      if case .idle = client.session.state { return }
      client.session.stop()
      if let token = client.nextUpdate { simulation.cancel(token) }
      client.process.post(.location(.stopped))
    }
  }

  // MARK: Authorization

  public func authorization(of app: InstalledApp) -> LocationAuthorization {
    app.answers["location"].flatMap(LocationAuthorization.init) ?? .notDetermined
  }

  /// An app asks for permission; the person answers after a moment.
  public func requestAuthorization(always: Bool, _ process: AppProcess) {
    let app = process.app
    guard authorization(of: app) == .notDetermined else { return }
    let key =
      always
      ? "NSLocationAlwaysAndWhenInUseUsageDescription" : "NSLocationWhenInUseUsageDescription"
    guard app.definition.infoPlist.text(key) != nil else {
      return process.report(.missingUsageDescription(key))
    }
    let answer = answers[app.definition.name] ?? (always ? .always : .whenInUse)
    simulation.schedule(at: now + device.profile.location.answerDelay) { [weak self, weak app] in
      if let self, let app { setAuthorization(answer, for: app) }
    }
  }

  /// The person answers a dialogue or changes the setting.
  public func setAuthorization(_ status: LocationAuthorization, for app: InstalledApp) {
    app.answers["location"] = status.rawValue
    device.post(.location(.authorization(status.rawValue)), process: app.process?.name)
    guard let process = app.process else { return }
    for client in clients where client.process === process {
      process.process.onMain { [weak port = client.port] in port?.authorizationChanged() }
    }
    settle(process)
  }

  // MARK: The app's life

  func backgroundTaskBegan(_ process: AppProcess) {
    for client in clients where client.process === process { client.session.renew(at: now) }
    settle(process)
  }

  func enteredBackground(_ process: AppProcess) {
    for client in clients where client.process === process { client.session.renew(at: now) }
    // It rang while the app was in foreground, where nothing is paused.
    if stillTimer == nil, clients.contains(where: { $0.process === process }) {
      restartStillTimer()
    }
    settle(process)
  }

  func enteredForeground(_ process: AppProcess) {
    for client in clients where client.process === process {
      let wasPaused = client.session.state == .paused
      client.session.enterForeground(at: now)
      if wasPaused {
        process.process.onMain { [weak port = client.port] in port?.resumed() }
      }
      if case .updating = client.session.state { scheduleUpdate(client, after: .milliseconds(500)) }
    }
    restartStillTimer()
  }

  /// What kept the app running has ended; if it was the keep-alive, that is the 30 minutes of LOC8.
  func runTimeEnded(_ process: AppProcess) {
    for client in clients where client.process === process {
      guard let until = client.session.keepsRunning(app(process)), until <= now else { continue }
      client.session.exhaust()
      process.post(.location(.keepAliveEnded))
      process.report(.keepAliveNotRenewed)
    }
    settle(process)
  }

  func processEnded(_ process: AppProcess) {
    for client in clients where client.process === process {
      if let token = client.nextUpdate { simulation.cancel(token) }
    }
    clients.removeAll { $0.process === process }
  }

  func movementChanged() { restartStillTimer() }
  func placeChanged() {}
  func screenCameOn() {}
  func runningChanged(_ process: AppProcess) {}
  func appDeleted(_ app: InstalledApp) {}
  func deviceWentDown() {}
  func deviceCameUp() {}
  func deviceWasUnlocked() {}

  // MARK: Inside

  private func app(_ process: AppProcess) -> LocationSession.App {
    LocationSession.App(
      hasBackgroundMode: process.app.definition.infoPlist.backgroundModes.contains("location"),
      authorization: authorization(of: process.app))
  }

  private func with(_ handle: LocationClient, _ call: String, _ body: (Client) -> Void) {
    guard handle.process.isAlive(for: "CLLocationManager.\(call)") else { return }
    guard let client = clients.first(where: { $0.number == handle.number }) else { return }
    body(client)
    settle(client.process)
  }

  private func settle(_ process: AppProcess) {
    guard process.isInBackground else { return }
    let until = clients.filter { $0.process === process }.compactMap {
      $0.session.keepsRunning(app(process))
    }.max()
    process.grant(.location, until: until)
  }

  private func scheduleUpdate(_ client: Client, after delay: Duration) {
    if let token = client.nextUpdate { simulation.cancel(token) }
    client.nextUpdate = simulation.schedule(at: now + delay, client, 0)
  }

  private func update(_ client: Client) {
    client.nextUpdate = nil
    guard case .updating = client.session.state else { return }
    let status = authorization(of: client.process.app)
    // In background positions come only to an app that the updates keep running (LOC1, LOC4).
    let mayKnow =
      !client.process.isInBackground || client.session.keepsRunning(app(client.process)) != nil
    if client.process.isRunning, mayKnow, status == .always || status == .whenInUse {
      let accuracy = max(5, client.session.request.desiredAccuracy)
      let fix = LocationFix(
        latitude: position.latitude, longitude: position.longitude, horizontalAccuracy: accuracy,
        instant: now)
      client.process.process.onMain { [weak port = client.port] in port?.updated(fix) }
    }
    scheduleUpdate(client, after: client.session.updateInterval)
  }

  /// Updates of a device that lies still are paused once, unless the app forbids it (LOC3).
  private func restartStillTimer() {
    if let stillTimer { simulation.cancel(stillTimer) }
    stillTimer = nil
    guard !device.isMoving else { return }
    let delay = random.duration(in: device.profile.location.autoPauseAfter)
    stillTimer = simulation.schedule(at: now + delay) { [weak self] in self?.layStill() }
  }

  private func layStill() {
    stillTimer = nil
    for client in clients where client.process.isInBackground && client.session.lieStill() {
      client.process.post(.location(.paused))
      client.process.report(.pausedAutomatically)
      client.process.process.onMain { [weak port = client.port] in port?.paused() }
      client.process.grantGrace()  // or the app would not hear of it before it is suspended
      settle(client.process)
    }
  }
}

extension Finding {
  static let startedInBackground = Finding(
    "location.keepalive.broken", rule: "LOC1",
    what: "startUpdatingLocation() was called in background.",
    remedy: "Start location updates while the app is in foreground, or hold Always authorization.")
  static let keepAliveNotRenewed = Finding(
    "location.keepalive.broken", rule: "LOC8",
    what: "Location updates were on, but no background task was begun for about 30 minutes.",
    remedy: "Begin a new background task every 60 s, then end the old one.")
  static let pausedAutomatically = Finding(
    "location.keepalive.broken", rule: "LOC3",
    what: "The system paused location updates of a device lying still.",
    remedy: "Set pausesLocationUpdatesAutomatically = false.")
  static func missingUsageDescription(_ key: String) -> Finding {
    Finding(
      "plist.missing-key", rule: "LOC1",
      what: "Location authorization was asked for without \(key).",
      remedy: "Add \(key) to Info.plist; without it iOS ignores the request.")
  }
}

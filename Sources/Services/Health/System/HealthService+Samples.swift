import Foundation
import YobanAppleSystem
import YobanPlatformProfiles
import YobanSimulatedDevices
import YobanVirtualTime
import YobanWatch

/// The reason why a request for samples fails, with the number of `HKError`.
package enum HealthFailure: Int, Error, Sendable {
  case invalidArgument = 3
  case authorizationDenied = 4
  case authorizationNotDetermined = 5
  case databaseInaccessible = 6
}

/// Samples of health data: saving, reading, and who is notified (HK1 to HK4).
extension HealthService {
  var healthPolicy: HealthPolicy { device.policy(HealthPolicy.self) }

  // MARK: The scenario

  /// Adds samples that another app or a device has saved, such as the watch at night. While a workout session of this
  /// device runs, they reach its builder, too (WK12).
  ///
  /// - Parameters:
  ///   - type: the identifier of the type, such as `HKQuantityTypeIdentifierHeartRate`.
  ///   - value: a quantity in units of SI (a heart rate is in beats per second; grams for masses, so that an energy is
  ///     in thousandths of a joule), or the value of a category.
  ///   - start: by the device's wall clock. Default: now.
  ///   - end: not before the start. Default: the start.
  ///   - source: the name of the app or device that measured it.
  @discardableResult public func add(
    _ type: String, _ value: Double, from start: Date? = nil, to end: Date? = nil,
    source: String = "Apple Watch"
  ) -> HealthSample {
    let start = start ?? device.date
    let end = end ?? start
    if end < start { Misuse.report("A sample of \(Self.short(type)) cannot end before its start.") }
    let sample = make(type, value, from: start, to: max(start, end), source: source)
    device.post(.user("'s data in Health gets a sample of \(Self.short(type))"))
    commit([sample])
    collect([sample])
    return sample
  }

  /// A new sample of a device.
  func make(
    _ type: String, _ value: Double, from start: Date, to end: Date, source: String
  ) -> HealthSample {
    number += 1
    return HealthSample(
      uuid: uuid(number), type: type, value: value, start: start, end: end,
      source: "com.apple.health.\(source.lowercased().replacing(" ", with: "-"))",
      sourceName: source)
  }

  /// The samples of a type, in the order in which they were saved; those that an app wrote while the device is locked
  /// come when it is unlocked (HK3).
  public func samples(of type: String) -> [HealthSample] {
    record.entries.map(\.sample).filter { $0.type == type }
  }

  private func uuid(_ number: Int) -> UUID {
    var stream = RandomStream(seed: simulation.seed, name: "\(device.name)/health/\(number)")
    return UUID(
      version4: (0..<2).flatMap { _ in
        withUnsafeBytes(of: stream.next().littleEndian, Array.init)
      })
  }

  /// The name of a type without what all names have in common.
  static func short(_ type: String) -> String {
    type.replacing(/^HK(?:Quantity|Category)TypeIdentifier/, with: "")
  }

  // MARK: Saving

  /// Saves samples of an app, all or none (HK4). The app becomes their source.
  ///
  /// - Returns: why nothing was saved; nil if the samples are saved, or will be when the device is unlocked (HK3).
  package func save(_ samples: [HealthSample], for process: AppProcess) -> HealthFailure? {
    for type in Set(samples.map(\.type)).sorted() {
      switch authorization(toShare: type, of: process.app) {
      case .notDetermined: return .authorizationNotDetermined
      case .sharingDenied: return .authorizationDenied
      case .sharingAuthorized: break
      }
    }
    guard record.canAdd(samples, beside: waiting) else { return .invalidArgument }
    let samples = samples.map { sample in
      var sample = sample
      sample.source = process.app.definition.bundleIdentifier
      sample.sourceName = process.app.definition.name
      return sample
    }
    process.post(.health("saved \(samples.count) samples"))
    if isAccessible { commit(samples) } else { waiting += samples }
    return nil
  }

  /// Deletes samples that the app has saved itself.
  ///
  /// - Returns: the number of samples, or the reason why nothing was deleted.
  package func delete(
    _ identifiers: Set<UUID>, for process: AppProcess
  ) -> Result<Int, HealthFailure> {
    guard isAccessible(for: process.app) else { return .failure(.databaseInaccessible) }
    let own = record.entries.map(\.sample).filter { identifiers.contains($0.uuid) }
    guard own.allSatisfy({ $0.source == process.app.definition.bundleIdentifier }) else {
      return .failure(.authorizationDenied)
    }
    let types = record.remove(Set(own.map(\.uuid)))
    notify(types)
    return .success(own.count)
  }

  /// Whether a sample is stored, or will be when the device is unlocked.
  func isKnown(_ identifier: UUID) -> Bool {
    record.contains(identifier) || waiting.contains { $0.uuid == identifier }
  }

  func commit(_ samples: [HealthSample]) {
    guard record.add(samples) else { return }
    notify(Set(samples.map(\.type)))
  }

  // MARK: Reading

  /// Whether the samples can be read: not before the first unlock since the boot, and for some time after a lock (HK3).
  package var isAccessible: Bool {
    guard device.isLocked else { return true }
    guard let lockedAt else { return false }
    return now < lockedAt + healthPolicy.accessAfterLock
  }

  /// Whether an app can read samples: on an iPhone also during its workout session, if the user allows it (HK6).
  package func isAccessible(for app: InstalledApp) -> Bool {
    isAccessible
      || allowsWorkoutDataWhileLocked && device.profile.platform == .iOS && hasActiveWorkout(app)
  }

  /// The samples of types that changed after an anchor, as an app may see them (HK4), and the number of each deletion.
  package func changes(
    of types: Set<String>, after anchor: Int, for process: AppProcess
  ) -> Result<
    (added: [HealthSample], deleted: [(uuid: UUID, number: Int)], anchor: Int), HealthFailure
  > {
    guard wasAsked(toRead: types, of: process.app) else {
      return .failure(.authorizationNotDetermined)
    }
    guard isAccessible(for: process.app) else { return .failure(.databaseInaccessible) }
    let added = record.entries.filter { entry in
      entry.number > anchor && types.contains(entry.sample.type)
        && mayRead(entry.sample, process)
    }.map(\.sample)
    let deleted = record.deletions.filter { $0.number > anchor && types.contains($0.type) }
      .map { (uuid: $0.uuid, number: $0.number) }
    return .success((added, deleted, record.anchor))
  }

  /// Whether the user lets an app read a type; nil if the user was not asked.
  func mayRead(_ type: String, _ app: InstalledApp) -> Bool? {
    authority(of: app).readable[type]
  }

  /// The anchor after which the newest of some samples was saved; nil if none of them is there.
  package func anchor(of samples: [UUID]) -> Int? {
    let samples = Set(samples)
    return record.entries.last { samples.contains($0.sample.uuid) }?.number
  }

  /// Whether an app has asked the user for permission to read types.
  package func wasAsked(toRead types: Set<String>, of app: InstalledApp) -> Bool {
    types.allSatisfy { mayRead($0, app) != nil }
  }

  // MARK: Observers

  /// Observes changes of types, as long as the process lives. The receiver is called once now, as developers report
  /// (HK2), and then for each change, on the process's main queue.
  package func observe(
    _ types: Set<String>, for process: AppProcess, _ receiver: any HealthEventReceiver
  ) {
    let observer = HealthObserver(process, types, receiver)
    observers.append(observer)
    process.post(.health("observes \(types.sorted().map(Self.short).joined(separator: " "))"))
    notify(observer, types)
  }

  package func stopObserving(_ receiver: any HealthEventReceiver, for process: AppProcess) {
    observers.removeAll { observer in
      guard observer.process === process, observer.receiver === receiver else { return false }
      observer.isStopped = true
      return true
    }
  }

  /// Notifies the observers of running apps, and remembers the change for those that the system wakes.
  private func notify(_ types: Set<String>) {
    guard !types.isEmpty else { return }
    for observer in observers where !observer.types.isDisjoint(with: types) {
      notify(observer, observer.types.intersection(types))
    }
    for index in deliveries.indices {
      let process = deliveries[index].app.process
      // The observers of a running app were notified.
      if process?.isRunning == true, process?.systemState != .suspended { continue }
      deliveries[index].delivery.changed(types)
    }
    scheduleDelivery()
  }

  private func notify(_ observer: HealthObserver, _ types: Set<String>) {
    observer.pending.formUnion(types)
    guard isAccessible(for: observer.process.app), !observer.isQueued else { return }
    observer.isQueued = true
    observer.process.process.onMain { [weak self] in
      observer.isQueued = false
      let types = observer.pending
      observer.pending = []
      guard !observer.isStopped, !types.isEmpty else { return }
      let app = observer.process.app
      observer.receiver.changed(types) { [weak self] in self?.completed(types, app) }
    }
  }

  // MARK: Background delivery

  /// Wakes or launches the app for changes of a type (HK2).
  ///
  /// - Returns: false without the entitlement.
  package func enableDelivery(
    _ type: String, _ frequency: HealthFrequency, for process: AppProcess
  ) -> Bool {
    let needsEntitlement = device.profile.version >= (device.profile.platform == .watchOS ? 8 : 15)
    if needsEntitlement,
      !process.app.definition.entitlements.contains(
        "com.apple.developer.healthkit.background-delivery")
    {
      process.report(.missingDeliveryEntitlement)
      return false
    }
    var period = frequency.seconds
    if !healthPolicy.deliversAtOnce(type, isWatch: device.profile.platform == .watchOS) {
      period = max(period, HealthFrequency.hourly.seconds)
    }
    changeDelivery(of: process.app) { $0.enable(type, period: period * 1_000_000_000) }
    process.post(.health("background delivery of \(Self.short(type)) on"))
    return true
  }

  /// - Parameter type: nil for all types.
  package func disableDelivery(_ type: String?, for process: AppProcess) {
    changeDelivery(of: process.app) { delivery in
      if let type { delivery.disable(type) } else { delivery.disableAll() }
    }
    process.post(.health("background delivery of \(type.map(Self.short) ?? "everything") off"))
  }

  private func changeDelivery(of app: InstalledApp, _ body: (inout HealthDelivery) -> Void) {
    if let index = deliveries.firstIndex(where: { $0.app === app }) {
      body(&deliveries[index].delivery)
    } else {
      var delivery = HealthDelivery()
      body(&delivery)
      deliveries.append((app, delivery))
    }
  }

  private func completed(_ types: Set<String>, _ app: InstalledApp) {
    changeDelivery(of: app) { delivery in for type in types { delivery.completed(type) } }
  }

  /// Schedules the next wake.
  func scheduleDelivery() {
    guard isAccessible,
      let due = deliveries.filter({ mayWake($0.app) }).compactMap(due).min()
    else { return }
    let time = max(VirtualInstant(nanoseconds: max(due, 0)), now)
    guard scheduledDelivery.map({ $0 <= now || time < $0 }) ?? true else { return }
    scheduledDelivery = time
    simulation.schedule(at: time) { [weak self] in
      guard let self, scheduledDelivery == time else { return }
      scheduledDelivery = nil
      deliver()
    }
  }

  /// The earliest time of an app's next delivery: on a watch also when the budget that it shares with background
  /// refreshes allows it (HK5).
  private func due(_ record: (app: InstalledApp, delivery: HealthDelivery)) -> Int64? {
    guard let due = record.delivery.due, let watch = device as? Watch else {
      return record.delivery.due
    }
    return max(due, watch.watchService.nextUpdate(of: record.app)?.nanoseconds ?? due)
  }

  /// An app that the user has swiped away is not woken (HK5).
  private func mayWake(_ app: InstalledApp) -> Bool {
    (!app.isForceQuit || healthPolicy.deliveryLaunchesForceQuitApps)
      && device.mayLaunchInBackground(app)
  }

  private func deliver() {
    guard isAccessible else { return }
    for index in deliveries.indices {
      let app = deliveries[index].app
      guard mayWake(app), due(deliveries[index]).map({ $0 <= now.nanoseconds }) == true else {
        continue
      }
      let types = deliveries[index].delivery.deliver(at: now.nanoseconds)
      guard !types.isEmpty else { continue }
      wake(app, for: types)
    }
    scheduleDelivery()
  }

  private func wake(_ app: InstalledApp, for types: [String]) {
    if app.needsLaunch { device.launch(app, .healthUpdate) }
    guard let process = app.process else { return }
    (device as? Watch)?.watchService.usesUpdate(app)
    let until = now + healthPolicy.deliveryWake
    process.post(.health("changed: \(types.map(Self.short).joined(separator: " "))"))
    if process.isInBackground { process.grantForEvents(.healthUpdate, until: until) }
    for observer in observers where observer.process === process {
      notify(observer, observer.types.intersection(types))
    }
    simulation.schedule(at: until) { [weak self, weak process] in
      guard let self, let index = deliveries.firstIndex(where: { $0.app === app }) else { return }
      let open = deliveries[index].delivery.timeIsOver(
        at: now.nanoseconds, allowance: healthPolicy.deliveryWake.nanoseconds,
        limit: healthPolicy.deliveryFailures,
        delay: healthPolicy.deliveryRetry.nanoseconds)
      if !open.isEmpty { (process ?? app.process)?.report(.updateNotCompleted(open)) }
      scheduleDelivery()
    }
  }

  // MARK: The lock, and the ends of processes

  /// The device was locked or unlocked, or another condition has changed.
  func lockMayHaveChanged() {
    guard device.isLocked else {
      lockedAt = nil
      if !waiting.isEmpty {
        let samples = waiting
        waiting = []
        commit(samples)
      }
      for observer in observers where !observer.pending.isEmpty { notify(observer, []) }
      return scheduleDelivery()
    }
    if lockedAt == nil, device.isUnlocked { lockedAt = now }
  }

  func forgetObservers(of process: AppProcess) {
    for observer in observers where observer.process === process { observer.isStopped = true }
    observers.removeAll { $0.process === process }
  }
}

/// Receives changes of health data, on the process's main queue.
package protocol HealthEventReceiver: AnyObject {
  /// - Parameter completed: the app has called the completion handler.
  func changed(_ types: Set<String>, completed: @escaping () -> Void)
}

/// An observer of one process. While the process is suspended or the data is locked, changes wait.
final class HealthObserver {
  let process: AppProcess
  let types: Set<String>
  let receiver: any HealthEventReceiver
  var pending: Set<String> = []
  var isQueued = false
  var isStopped = false

  init(_ process: AppProcess, _ types: Set<String>, _ receiver: any HealthEventReceiver) {
    self.process = process
    self.types = types
    self.receiver = receiver
  }
}

import Foundation
import YobanPlatformProfiles
import YobanVirtualTime

/// Finds in a ledger what an app could save, with what it costs in an hour. Pure.
struct EnergyAdvice {
  /// A use that lasts longer without an end is worth a hint.
  static let longUse = Duration.seconds(30 * 60)
  static let longLock = Duration.seconds(10 * 60)
  /// So many transfers in an hour or more, which send few bytes, are worth a hint.
  static let manyTransfers = 10
  static let fewBytes: Int64 = 100_000

  private let ledger: EnergyLedger
  private let start: VirtualInstant
  private let end: VirtualInstant
  private let figures: EnergyFigures
  private let battery: Double

  init(
    _ ledger: EnergyLedger, from start: VirtualInstant, to end: VirtualInstant,
    _ figures: EnergyFigures, _ battery: Double
  ) {
    (self.ledger, self.start, self.end) = (ledger, start, end)
    (self.figures, self.battery) = (figures, battery)
  }

  /// Returns the advice for apps with these names, or for all apps.
  func findings(of names: [String]?) -> [Finding] {
    var apps: [String] = []
    var longest: [String: [Waste: Duration]] = [:]
    var current: [String: [Waste: (since: VirtualInstant, until: VirtualInstant)]] = [:]
    ledger.forEachPeriod(from: start, to: end) { from, to, uses in
      for use in uses {
        guard let app = use.app, names.map({ $0.contains(app) }) ?? true else { continue }
        if !apps.contains(app) { apps.append(app) }
        guard let waste = waste(use, of: app, among: uses, from, to) else { continue }
        let last = current[app]?[waste]
        let since = last.map { $0.until == from || $0.until == to ? $0.since : from } ?? from
        current[app, default: [:]][waste] = (since, to)
        longest[app, default: [:]][waste] = max(longest[app]?[waste] ?? .zero, to - since)
      }
    }
    return apps.flatMap { findings(of: $0, longest[$0] ?? [:]) } + burstFindings(of: names)
  }

  /// A use that is worth a hint if it goes on for long.
  private enum Waste: Hashable { case unfiltered, scan, satellites, idleLock }

  private func waste(
    _ use: EnergyUse, of app: String, among uses: [EnergyUse], _ from: VirtualInstant,
    _ to: VirtualInstant
  ) -> Waste? {
    switch use.consumer {
    case .advertisements: return .unfiltered
    case .satellites: return .satellites
    case .bluetoothReceiver:
      // Only a scan in front listens all the time; a connection listens at its interval.
      return use.level >= 1 && use.cause.hasPrefix(Self.scanPrefix) ? .scan : nil
    case .awake:
      guard use.cause.hasPrefix(Self.lockPrefix) else { return nil }
      let works =
        uses.contains {
          $0.app == app && ($0.consumer != .awake || !$0.cause.hasPrefix(Self.lockPrefix))
        } || ledger.bursts.contains { $0.app == app && $0.from < to && $0.until > from }
      return works ? nil : .idleLock
    case .asleep, .core, .screen, .motionSensors, .heartRate, .audio: return nil
    }
  }

  /// The beginning of the causes of scans.
  private static let scanPrefix = "Bluetooth: scan"

  /// The beginning of the causes of Android's wake locks.
  static let lockPrefix = "processor awake: wake lock"

  private func findings(of app: String, _ longest: [Waste: Duration]) -> [Finding] {
    var findings: [Finding] = []
    if let time = longest[.unfiltered], time > Self.longUse {
      findings.append(
        .scanWithoutFilter(app, time, cost(figures.power(of: .advertisements))))
    } else if let time = longest[.scan], time > Self.longUse, longest[.unfiltered] == nil {
      findings.append(
        .scanWithoutEnd(app, time, cost(figures.power(of: .bluetoothReceiver))))
    }
    if let time = longest[.satellites], time > Self.longUse {
      findings.append(.satellitesWithoutEnd(app, time, cost(figures.power(of: .satellites))))
    }
    if let lock = longest[.idleLock], lock > Self.longLock {
      findings.append(.idleWakeLock(app, lock, cost(figures.power(of: .awake))))
    }
    return findings
  }

  private func burstFindings(of names: [String]?) -> [Finding] {
    guard let radio = figures.radios[.cellular] else { return [] }
    // Only a transfer that woke the radio costs more than its bytes.
    var onUntil: VirtualInstant?
    var small: [EnergyBurst] = []
    for burst in ledger.bursts where burst.radio == .cellular {
      let woke = onUntil.map { burst.from >= $0 } ?? true
      onUntil = max(onUntil ?? .start, burst.until + radio.tail)
      if woke, burst.until >= start, burst.until < end, burst.app != nil,
        max(burst.sent, burst.received) < Self.fewBytes
      {
        small.append(burst)
      }
    }
    var apps: [String] = []
    for burst in small {
      guard let app = burst.app, names.map({ $0.contains(app) }) ?? true else { continue }
      if !apps.contains(app) { apps.append(app) }
    }
    return apps.compactMap { app in
      let own = small.filter { $0.app == app }
      guard own.count >= Self.manyTransfers, let first = own.first, let last = own.last else {
        return nil
      }
      let hours = max(1, (last.until - first.until).seconds / 3600)
      let perHour = Double(own.count) / hours
      guard perHour >= Double(Self.manyTransfers) else { return nil }
      let each = radio.wake + radio.tail.seconds * radio.tailPower
      return .smallTransfers(app, Int(perHour.rounded()), cost(perHour * each / 3600))
    }
  }

  /// A power as words: what it costs in an hour.
  private func cost(_ milliwatts: Double) -> String {
    String(
      format: "about %.0f mWh an hour, %.1f %% of the battery", milliwatts,
      battery > 0 ? milliwatts / battery * 100 : 0)
  }
}

extension Finding {
  static func scanWithoutFilter(_ app: String, _ time: Duration, _ cost: String) -> Finding {
    Finding(
      .energyScanUnfiltered, rule: .en2,
      what:
        "\(app) scanned without a filter for \(time.inWords): each advertisement in the air keeps the processor busy, \(cost) beside the radio.",
      remedy: "Name the services or set a filter, and stop the scan when the device is found.",
      isAdvice: true)
  }

  static func scanWithoutEnd(_ app: String, _ time: Duration, _ cost: String) -> Finding {
    Finding(
      .energyScanEndless, rule: .en2,
      what: "\(app) scanned in front for \(time.inWords) without a pause: \(cost).",
      remedy: "Stop the scan when the device is found, or leave pending connects to the system.",
      isAdvice: true)
  }

  static func satellitesWithoutEnd(_ app: String, _ time: Duration, _ cost: String) -> Finding {
    Finding(
      .energyLocationEndless, rule: .en3,
      what: "\(app) kept GPS on for \(time.inWords): \(cost).",
      remedy:
        "Stop the updates when they are no longer needed. If they only keep the app running, kCLLocationAccuracyHundredMeters is enough (LOC4).",
      isAdvice: true)
  }

  static func idleWakeLock(_ app: String, _ time: Duration, _ cost: String) -> Finding {
    Finding(
      .energyWakeLockIdle, rule: .en1,
      what:
        "\(app) held a wake lock for \(time.inWords) while it used no sensor, no radio and no processor time: \(cost).",
      remedy:
        "Release the wake lock as soon as the work is done, or let a job or an alarm wake the app.",
      isAdvice: true)
  }

  static func smallTransfers(_ app: String, _ perHour: Int, _ cost: String) -> Finding {
    Finding(
      .energySmallTransfers, rule: .en4,
      what:
        "\(app) made \(perHour) small transfers an hour over the mobile network: waking the radio and its time after each transfer take \(cost).",
      remedy: "Collect the data and send it at once, or in a discretionary background session.",
      isAdvice: true)
  }
}

extension Finding.Kind {
  /// A scan without a filter that goes on and on. Only in `EnergyEstimate.advice`.
  public static let energyScanUnfiltered = Self("energy.scan-unfiltered")
  /// A scan in front that is never stopped. Only in `EnergyEstimate.advice`.
  public static let energyScanEndless = Self("energy.scan-endless")
  /// Location updates that keep GPS on and are never stopped. Only in `EnergyEstimate.advice`.
  public static let energyLocationEndless = Self("energy.location-endless")
  /// A wake lock that is held without work. Only in `EnergyEstimate.advice`.
  public static let energyWakeLockIdle = Self("energy.wake-lock-idle")
  /// Many small transfers, each of which wakes the radio. Only in `EnergyEstimate.advice`.
  public static let energySmallTransfers = Self("energy.small-transfers")
}

extension Duration {
  /// Such as `2.5 h` or `40 min`.
  fileprivate var inWords: String {
    seconds >= 3600
      ? String(format: "%.1f h", seconds / 3600) : String(format: "%.0f min", seconds / 60)
  }
}

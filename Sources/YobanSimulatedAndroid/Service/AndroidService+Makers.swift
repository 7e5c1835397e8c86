import YobanSimulatedDevices
import YobanVirtualTime

// The restrictions of makers (AN10).
extension AndroidService {
  /// Whether a restriction of the phone's maker applies to an app.
  func applies(_ restriction: MakerRestrictions, to record: AndroidRecord) -> Bool {
    guard policy.maker.contains(restriction) else { return false }
    guard record.isProtectedFromMaker else { return true }
    return restriction != .needsAutostart && policy.maker.contains(.cannotBeLifted)
  }

  /// Returns the time at which the maker ends the app.
  func makerMoment(_ record: AndroidRecord) -> VirtualInstant? {
    nextMakerEnd(of: record)?.moment
  }

  func checkMaker(_ record: AndroidRecord) {
    guard let end = nextMakerEnd(of: record), end.moment <= now else { return }
    record.process?.report(end.finding)
    stop(record, by: .system(.makersPowerSaving))
  }

  private func nextMakerEnd(
    of record: AndroidRecord
  ) -> (moment: VirtualInstant, finding: Finding)? {
    guard !policy.maker.isEmpty, !record.isStopped else { return nil }
    var ends: [(moment: VirtualInstant, finding: Finding)] = []
    if applies(.putsToSleep, to: record), let opened = record.app.lastOpened {
      ends.append((opened + policy.makerSleepAfter, .putToSleepByMaker))
    }
    if applies(.sleepsDeeply, to: record), let opened = record.app.lastOpened {
      ends.append((opened + policy.makerDeepSleepAfter, .putToSleepByMaker))
    }
    if !record.app.isInFront, !record.wasInFront {
      if applies(.endsServices, to: record),
        let since = record.services.compactMap({ $0.machine.foreground?.since }).min()
      {
        ends.append(
          (max(since, record.leftFrontAt ?? since) + policy.makerServiceLimit, .killedByMaker))
      }
      if let dark = darkMoment(record) { ends.append((dark, .killedInTheDark)) }
    }
    return ends.min { $0.moment < $1.moment }
  }

  /// Returns the time at which the maker ends an app in background, because the screen is off.
  private func darkMoment(_ record: AndroidRecord) -> VirtualInstant? {
    guard record.process != nil, let off = screenOffSince else { return nil }
    if applies(.endsAtScreenOff, to: record), record.launchedAt <= off { return off }
    guard let limit = policy.makerDarkLimit, applies(.endsInTheDark, to: record) else { return nil }
    return max(off, record.launchedAt) + limit
  }

  /// Whether the system may start the process of an app for a component, which a maker can forbid. A process that
  /// runs needs no start, and the user may start everything.
  func mayStartProcess(_ record: AndroidRecord) -> Bool {
    record.process != nil || !applies(.needsAutostart, to: record)
      || record.allowances.contains { $0.exemption == .userAction && $0.until > now }
  }

  /// As `mayStartProcess`, with a finding for the first component that is not started.
  func isStartAllowed(_ record: AndroidRecord, _ component: String) -> Bool {
    if mayStartProcess(record) { return true }
    if !record.isStopped, !record.hasReportedAutostart {
      record.hasReportedAutostart = true
      report(.noAutostart(component), record)
    }
    return false
  }

  /// Whether the maker lets a wake lock of the app keep the CPU awake.
  func withholdsWakeLocks(of record: AndroidRecord) -> Bool {
    policy.makerWithholdsWakeLocks && !device.isScreenOn && !record.app.isInFront
      && applies(.withholdsWakeLocks, to: record)
  }

  /// Reports a finding about an app, whether it runs or not.
  func report(_ finding: Finding, _ record: AndroidRecord) {
    device.post(.finding(finding), process: record.app.nameInTraces)
  }
}

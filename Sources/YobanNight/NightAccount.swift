import Foundation
import YobanSimulatedOS
import YobanVirtualTime

/// Compares the samples of the sensors with those that the `UploadCounter` counted and those that
/// the collector has.
struct NightAccount {
  let run: NightRun
  let uploadCounter: UploadCounter

  func summary(of fixtures: [NightDeviceFixture]) throws -> NightSummary {
    var summary = NightSummary(hours: run.plan.hours, seed: run.plan.seed)
    for one in fixtures where one.records { summary.devices.append(try account(of: one)) }
    summary.linkBytes = fixtures.first { $0.kind == .watch }?.watch?.watchLink.bytesCarried ?? 0
    summary.exchanges = uploadCounter.requests
    summary.findings = run.world.trace.findings.map(\.description)
    summary.digest = run.world.trace.digest.description
    return summary
  }

  private func account(of one: NightDeviceFixture) throws -> NightSummary.DeviceAccount {
    var account = NightSummary.DeviceAccount(name: one.name, kind: one.kind)
    let wanted = one.wanted ?? .start..<(.start)
    for stream in one.streams {
      account.sensed +=
        one.sensed(stream, after: wanted.lowerBound, before: wanted.upperBound) ?? 0
    }
    account.recorded = uploadCounter.samples(of: one.name)
    account.events = uploadCounter.samples(of: one.name, beside: one.streams)
    for stream in try run.collector.streams(of: one.name) {
      account.stored += stream.samples
      account.duplicates += stream.duplicates
      account.conflicts += stream.conflicts
      account.chunks += stream.chunks
      account.bytes += stream.bytes
      for gap in try run.collector.gaps(of: stream.stream, of: one.name) {
        if let row = row(gap, stream.stream, one) { account.gaps.append(row) }
      }
    }
    account.gaps.sort { ($0.from, $0.stream) < ($1.from, $1.stream) }
    account.inGaps = account.gaps.reduce(0) { $0 + $1.samples }
    account.wakes = wakes(of: one)
    account.exerciseMinutes = exerciseMinutes(on: one)
    account.battery = one.device.power.level
    account.energy = one.device.energy()
    return account
  }

  private func row(
    _ gap: StoredGap, _ stream: String, _ one: NightDeviceFixture
  ) -> NightSummary.GapRow? {
    let origin = run.world.simulation.wallClockAtStart
    // The samples at both ends of the gap are not in it. Their stored times are rounded to a
    // microsecond, so this leaves a margin of a millisecond, a tenth of the interval at 100 Hz.
    let (from, to) = (gap.start - origin, gap.end - origin)
    let count = one.sensed(
      stream, after: VirtualInstant(nanoseconds: from + 1_000_000),
      before: VirtualInstant(nanoseconds: to - 1_000_000))
    return count.map {
      .init(
        device: one.name, stream: stream, from: .nanoseconds(from), to: .nanoseconds(to),
        cause: gap.cause, samples: $0)
    }
  }

  /// Returns the number of wakes: launches by something other than the user, and changes from
  /// suspended to background.
  private func wakes(of one: NightDeviceFixture) -> Int {
    var count = 0
    var last = AppState.notRunning
    for event in run.world.trace.events where event.device == one.device.name {
      switch event.kind.app {
      case .launched(let cause) where cause != .user: count += 1
      case .state(let state):
        if last == .suspended, state == .background { count += 1 }
        last = state
      default: break
      }
    }
    return count
  }

  private func exerciseMinutes(on one: NightDeviceFixture) -> Int {
    run.world.trace.events.reduce(0) { sum, event in
      guard event.device == one.device.name,
        case .exerciseCredited(let minutes) = event.kind.watch
      else { return sum }
      return sum + minutes
    }
  }
}

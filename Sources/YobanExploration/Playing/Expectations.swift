import YobanSimulatedOS
import YobanVirtualTime

/// The apps that nobody can expect to run again before their user opens them, although they made no
/// mistake.
///
/// An app that has ended runs again for what the system owes it. There are moments at which no app can have
/// anything outstanding:
/// - it ended before it could handle an event for which the system had just resumed or launched it;
/// - it ended while Bluetooth was not on, so that it could not ask for anything;
/// - while it did not run, the system dropped its obligations, for instance because the user switched
///   Bluetooth off (BT27).
///
/// An app that ends at any other moment with nothing outstanding has forgotten to ask for it.
struct Expectations {
  private struct AppRecord {
    /// The time at which the process began to run: its launch, or the end of its suspension.
    var runsSince: VirtualInstant?
    var hasObligations = false
    var endedWithoutBluetooth = false
    var needsUser = false
  }
  private var records: [String: AppRecord] = [:]

  /// Whether the user must open an app before its properties can be judged.
  var needUser: Bool { records.values.contains(where: \.needsUser) }

  mutating func observe(_ event: TraceEvent, in world: World) {
    guard let process = event.process, let sign = process.lastIndex(of: "#") else { return }
    let name = String(process[..<sign])
    let key = "\(event.device)/\(name)"
    switch event.kind.app {
    case .launched: records[key, default: AppRecord()].runsSince = event.instant
    case .state(let state):
      if state == .active { records[key]?.needsUser = false }
      if state == .suspended || state == .notRunning {
        if state == .suspended { records[key]?.runsSince = nil }
      } else if records[key, default: AppRecord()].runsSince == nil {
        records[key]?.runsSince = event.instant
      }
    case .terminated:
      guard let device = world.devices.first(where: { $0.name == event.device }),
        let app = device.apps.first(where: { $0.definition.name == name })
      else { return }
      var record = records[key, default: AppRecord()]
      if record.runsSince == event.instant || app.process?.process.hasReadyWork == true {
        record.needsUser = true
      }
      if let device = device as? AppleDevice {
        record.endedWithoutBluetooth = device.bluetooth.state != .poweredOn
      }
      record.runsSince = nil
      records[key] = record
    default: break
    }
  }

  /// Notes what the system owes to apps that do not run.
  mutating func look(at world: World) {
    for case let device as AppleDevice in world.devices {
      for app in device.apps {
        let key = "\(device.name)/\(app.definition.name)"
        guard var record = records[key], app.process == nil else {
          records[key]?.hasObligations = false
          records[key]?.endedWithoutBluetooth = false
          continue
        }
        let hasObligations = !device.obligations(to: app).isEmpty
        if !hasObligations, record.hasObligations || record.endedWithoutBluetooth {
          record.needsUser = true
        }
        record.hasObligations = hasObligations
        record.endedWithoutBluetooth = false
        records[key] = record
      }
    }
  }
}

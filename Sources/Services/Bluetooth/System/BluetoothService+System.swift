import YobanAppleSystem
import YobanSimulatedDevices
import YobanSimulatedRadio

// The names that the service has for the events of apps and of its device.
extension BluetoothService: SystemService {
  package func profileChanged() { policy = device.policy(BluetoothPolicy.self) }
  package func enteredBackground(_ process: AppProcess) { enteredBackground(process.app) }
  package func becameActive(_ process: AppProcess) { enteredForeground(process.app) }
  package func foregroundPrivilegesMayHaveChanged(of app: InstalledApp) { runningChanged(app) }
  package func chosenPeersChanged(of app: InstalledApp) { accessChanged(of: app) }
  package func suspended(_ process: AppProcess) { runningChanged(process.app) }
  package func conditionsChanged() { screenMayHaveChanged() }

  package func obligations(to app: InstalledApp) -> [String] {
    guard mayWake(app) else { return [] }
    return sessions.filter { $0.app === app }.flatMap(\.obligations)
  }
}

extension BluetoothService {
  /// Reports what keeps the radio on: scans, pending connects, and connections by their interval (EN2).
  func reportEnergy() {
    guard !centrals.isEmpty else { return device.energyMeter.set([], by: "bluetooth") }
    let energy = device.policy(EnergyPolicy.self)
    let background = energy.backgroundScanPercent / 100
    var uses: [EnergyUse] = []
    for central in centrals where isListening {
      let app = central.app.definition.name
      let isInFront = central.scansAsInFront
      let scan = central.scanning
      if let request = scan.request,
        scan.listens(isInFront: isInFront, hasBackgroundMode: central.scansInBackground)
      {
        uses.append(
          EnergyUse(
            app, isInFront ? "Bluetooth: scan" : "Bluetooth: scan in background",
            .bluetoothReceiver,
            level: isInFront ? Double(policy.foregroundScanDutyPercent) / 100 : background))
        if !request.namesServices {
          uses.append(EnergyUse(app, "Bluetooth: scan without a filter", .advertisements))
        }
      }
      for connection in central.connections where connection.isActive {
        let name = connection.peer.radioName
        if connection.isConnected, let link = connection.connection.link {
          let share = energy.connectionEvent / link.interval
          uses.append(
            EnergyUse(
              app, "Bluetooth: connection to \(name)", .bluetoothReceiver, level: min(1, share)))
        } else {
          uses.append(
            EnergyUse(
              app, "Bluetooth: pending connect to \(name)", .bluetoothReceiver, level: background))
        }
      }
    }
    device.energyMeter.set(uses, by: "bluetooth")
  }
}

extension BluetoothService: BluetoothSwitch {
  package var ownPeer: any RadioPeer { role }
  package var isOn: Bool { state == .poweredOn }
  package func switchOff() { switchOff(by: .settings) }
  package func restart() async { reset() }
}

extension AppleDevice {
  public final var bluetooth: BluetoothService { self[BluetoothService.self] }
}

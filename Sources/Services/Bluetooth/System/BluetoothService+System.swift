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

extension BluetoothService: BluetoothSwitch {
  package var ownPeer: any RadioPeer { role }
  package var isOn: Bool { state == .poweredOn }
  package func switchOff() { switchOff(by: .settings) }
  package func restart() async { reset() }
}

extension AppleDevice {
  public final var bluetooth: BluetoothService { self[BluetoothService.self] }
}

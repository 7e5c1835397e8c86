import YobanSimulatedDevices
import YobanVirtualTime

extension AndroidBluetoothService: BluetoothSwitch {
  package func switchOff() { setOn(false) }
  package func switchOn() { setOn(true) }

  package func restart() async {
    setOn(false)
    try? await Task.sleep(for: .seconds(1))
    setOn(true)
  }
}

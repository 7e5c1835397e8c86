// accepted
import CoreBluetooth

func words(_ state: CBManagerState) -> String {
  switch state {
  case .unknown: "unknown"
  case .resetting: "resetting"
  case .unsupported: "unsupported"
  case .unauthorized: "unauthorized"
  case .poweredOff: "poweredOff"
  case .poweredOn: "poweredOn"
  @unknown default: "new"
  }
}

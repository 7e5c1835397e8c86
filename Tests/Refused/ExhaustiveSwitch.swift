// refused: may have additional unknown values
// Apple's enumerations can grow: an exhaustive switch needs `@unknown default`.
import CoreBluetooth

func words(_ state: CBManagerState) -> String {
  switch state {
  case .unknown: "unknown"
  case .resetting: "resetting"
  case .unsupported: "unsupported"
  case .unauthorized: "unauthorized"
  case .poweredOff: "poweredOff"
  case .poweredOn: "poweredOn"
  }
}

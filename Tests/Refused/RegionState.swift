// accepted
// The states of a region are closed at Apple (NS_CLOSED_ENUM).
import CoreLocation

func words(_ state: CLRegionState) -> String {
  switch state {
  case .unknown: "unknown"
  case .inside: "inside"
  case .outside: "outside"
  }
}

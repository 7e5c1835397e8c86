// refused: may have additional unknown values
// The statuses of a path can grow: an exhaustive switch needs `@unknown default`.
import Network

func words(_ path: NWPath) -> String {
  switch path.status {
  case .satisfied: "satisfied"
  case .unsatisfied: "unsatisfied"
  case .requiresConnection: "requiresConnection"
  }
}

// accepted
// Apple declares these enumerations as frozen. The others need `@unknown default`.
import SwiftUI

func isHorizontal(_ axis: Axis) -> Bool {
  switch axis {
  case .horizontal: true
  case .vertical: false
  }
}

func isHorizontal(_ edge: Edge) -> Bool {
  switch edge {
  case .leading, .trailing: true
  case .top, .bottom: false
  }
}

func isCentered(_ alignment: TextAlignment) -> Bool {
  switch alignment {
  case .center: true
  case .leading, .trailing: false
  }
}

func isHidden(_ visibility: Visibility) -> Bool {
  switch visibility {
  case .hidden: true
  case .automatic, .visible: false
  }
}

func words(_ phase: ScenePhase) -> String {
  switch phase {
  case .background: "background"
  case .inactive: "inactive"
  case .active: "active"
  @unknown default: "new"
  }
}

// refused: cannot assign to property: 'dismiss' is a get-only property
// refused: cannot assign to property: 'isPresented' is a get-only property
// refused: cannot assign to property: 'refresh' is a get-only property
// refused: to expected argument type 'WritableKeyPath<EnvironmentValues, Bool>'
// The system sets these values of the environment, and an app reads them.
import SwiftUI

@MainActor func change(_ values: inout EnvironmentValues, to other: EnvironmentValues) {
  values.dismiss = other.dismiss
  values.isPresented = true
  values.refresh = nil
}

struct Page: View {
  var body: some View { Text("Page").environment(\.isPresented, true) }
}

// refused: has non-Sendable type 'LocalizedStringKey'
// refused: has non-Sendable type 'EnvironmentValues'
// refused: has non-Sendable type 'Transaction'
// refused: has non-Sendable type 'ToolbarItemPlacement'
// refused: has non-Sendable type 'Divider'
// refused: has non-Sendable type 'PlainListStyle'
// refused: has non-Sendable type 'PlainButtonStyle'
// refused: conformance of 'Link<Label>' to 'Sendable' is unavailable
// refused: conformance of 'List<SelectionValue, Content>' to 'Sendable' is unavailable
// These types do not conform to Sendable.
import SwiftUI

struct Values: Sendable {
  let key: LocalizedStringKey
  let environment: EnvironmentValues
  let transaction: Transaction
  let placement: ToolbarItemPlacement
  let divider: Divider
  let list: PlainListStyle
  let button: PlainButtonStyle
}

func send(_ value: some Sendable) {}

@MainActor func sendViews(_ link: Link<Text>, _ list: List<Never, Text>) {
  send(link)
  send(list)
}

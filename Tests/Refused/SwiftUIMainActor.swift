// warned: initializer 'init(content:)' in a synchronous nonisolated context
// warned: initializer 'init(destination:label:)' in a synchronous nonisolated context
// warned: initializer 'init(root:)' in a synchronous nonisolated context
// warned: initializer 'init(handler:)' in a synchronous nonisolated context
// warned: main actor-isolated property 'openURL' can not be referenced from a nonisolated context
// warned: main actor-isolated static property 'bordered' can not be referenced from a nonisolated
// warned: main actor-isolated static property 'switch' can not be referenced from a nonisolated
// These views, actions and styles belong to the main actor. Apple declares them with `@preconcurrency`,
// so that their use elsewhere is a warning.
import SwiftUI

func makeViews(_ url: URL) {
  _ = List { Text("a") }
  _ = Link(destination: url) { Text("a") }
  _ = NavigationStack { Text("a") }
}

func makeAction(_ values: EnvironmentValues) {
  _ = OpenURLAction { _ in .handled }
  _ = values.openURL
}

func makeStyles() {
  let _: BorderedButtonStyle = .bordered
  let _: SwitchToggleStyle = .switch
}

/// Identifies an event in several runs, and in any launch of its app, by a text: its name or its words.
struct EventKey: Hashable {
  private var device: String
  private var app: String?
  private var text: String

  init(_ event: RunEvent, _ text: String) {
    (device, app, self.text) = (event.subject.device, event.subject.app, text)
  }
}

extension RunEvent {
  /// Whether an app has another state.
  var isState: Bool { name.hasPrefix("app.state") }

  /// Whether the event says what an app that does not run has left with the system.
  var isLeftWithSystem: Bool { name.hasPrefix("call.left") }
  var leavesNothing: Bool { name.hasPrefix("call.left-nothing") }

  /// Whether the event only says that an app comes or goes.
  var isPassage: Bool { isState || name.hasPrefix("app.callback") }
}

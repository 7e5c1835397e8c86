extension Finding {
  package static func deadObject(_ call: String) -> Finding {
    Finding(
      "process.dead-object", rule: "L8",
      what: "\(call) was called on an object of a process that has ended.",
      remedy:
        "Keep such objects in the application delegate, not in static variables: on a device they end with the process."
    )
  }

  static func leaked(_ task: BackgroundTaskStateMachine.Task) -> Finding {
    Finding(
      "bgtask.leaked", rule: "BG4",
      what:
        "beginBackgroundTask(withName: \(task.name.map { "\"\($0)\"" } ?? "nil")) at \(task.began) was never ended.",
      remedy: "Call endBackgroundTask on every path, in the expiration handler too.")
  }
}

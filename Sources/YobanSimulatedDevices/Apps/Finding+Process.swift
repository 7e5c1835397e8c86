extension Finding {
  package static func deadObject(_ call: String) -> Finding {
    Finding(
      "process.dead-object", rule: "L8",
      what: "\(call) was called on an object of a process that has ended.",
      remedy:
        "On a device all objects end with the process. If a static variable holds this one, its module must be one of those in `statics` of `install`."
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

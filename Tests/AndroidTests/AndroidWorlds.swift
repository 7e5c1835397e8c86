import YobanTesting

/// Adds an Android phone to the test's world and installs the app.
func installAndroidApp(
  _ appFixture: AndroidAppFixture, api level: Int = 34, model: AndroidModel = .stock,
  change: (inout AndroidPolicy) -> Void = { _ in }
) throws -> (AndroidPhone, InstalledApp) {
  let phone = try World.current.addAndroidPhone(api: level, model) { profile in
    if var policy = profile.android {
      change(&policy)
      profile.android = policy
    }
  }
  let app = try phone.install(
    appFixture.manifest, name: "Scripted", application: { ScriptedApplication(appFixture) },
    components: [
      ScriptedActivity.self, ScriptedService.self, ScriptedJobs.self, ScriptedReceiver.self,
      ScriptedWorker.self, ScriptedCompanion.self,
    ])
  return (phone, app)
}

extension World {
  /// The lines that the apps printed, each with the virtual second, rounded.
  var timedOutput: [String] {
    trace.events.compactMap { event in
      guard let line = event.kind.output else { return nil }
      return "\((event.instant.nanoseconds + 500_000_000) / 1_000_000_000) \(line)"
    }
  }
  var crashes: [String] {
    trace.events.compactMap {
      if case .terminated(.crash(let what)) = $0.kind.app { what } else { nil }
    }
  }
  /// The Android events of the trace.
  var androidEvents: [TraceEvent.AndroidEvent] {
    trace.events.compactMap { if let event = $0.kind.android { event } else { nil } }
  }
  /// Returns the times, in seconds, of the Android events that match.
  func moments(_ isWanted: (TraceEvent.AndroidEvent) -> Bool) -> [Double] {
    trace.events.compactMap { event in
      guard let android = event.kind.android, isWanted(android) else { return nil }
      return Double(event.instant.nanoseconds) / 1e9
    }
  }
}

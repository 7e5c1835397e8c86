import YobanAppleSystem
import YobanSimulatedDevices

extension AppleDevice {
  /// The intents that the system performs.
  public final var appIntents: AppIntentService { self[AppIntentService.self] }

  /// The user stops the intents of an app that run for long, in their Live Activities (AI4).
  public func stopIntents(of app: InstalledApp) {
    userComes()
    post(.user("stops the intents of \(app.definition.name)"))
    for run in appIntents.runs where run.process.app === app && run.isExtended {
      appIntents.stop(run)
    }
  }
}

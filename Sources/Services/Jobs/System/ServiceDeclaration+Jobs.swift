import YobanPlatformProfiles
import YobanSimulatedDevices

extension ServiceDeclaration {
  /// `BGTaskScheduler`, background fetch, pushes and keep-alive handlers.
  package static let jobs = ServiceDeclaration(
    ServiceEntry(SchedulerService.init),
    rules: .jobs,
    findings: [
      .bgtaskNotRegistered, .bgtaskNotSubmittedAgain, .bgtaskRefused, .bgtaskRegisteredLate,
      .bgtaskRegisteredTwice, .bgtaskTogether, .fetchDisabled, .pushNotEntitled,
      .pushSilentPriority,
    ],
    backgroundModes: ["fetch", "processing", "remote-notification", "voip"],
    facts: [
      .iOS: { PlatformRow.section("Background jobs", at: "jobs", JobPolicy.init) }
    ])
}

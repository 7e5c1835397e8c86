import YobanPlatformProfiles
import YobanSimulatedDevices

extension ServiceDeclaration {
  /// Core Motion, and the sensors of an Android phone.
  package static let motion = ServiceDeclaration(
    ServiceEntry(MotionService.init),
    rules: .motion,
    findings: [
      .motionBatchesWithoutWorkout, .motionNotAvailable, .motionQueryTooLong,
      .motionRecordingTooLong,
    ],
    permissions: [.motion],
    facts: [
      .iOS: {
        PlatformRow.section("Motion", at: "motion", upTo: "recordingRate", MotionPolicy.init)
      },
      .watchOS: {
        PlatformRow.section("Motion", at: "motion", from: "recordingRate", MotionPolicy.init)
      },
    ])
}

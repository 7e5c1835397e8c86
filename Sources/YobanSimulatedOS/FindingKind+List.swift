import YobanSimulatedAndroid
import YobanSimulatedApple
import YobanSimulatedDevices

extension Finding.Kind: CaseIterable {
  /// The kinds of all services, by name.
  public static let allCases: [Finding.Kind] = [
    .androidCpuAsleep, .androidFgsTypeOrStart, .androidGattBusy, .androidMakerKilled,
    .androidScanDowngraded, .androidScanNoPermission, .androidScanThrottled,
    .androidScanUnfilteredScreenOff, .androidSensorBackground, .androidSensorRateCapped,
    .androidServiceBackground, .apiNewerThanDeploymentTarget, .apiNewerThanSystem,
    .audioCategoryStops, .audioNoBackgroundMode, .audioSilentKeepalive, .bgtaskLeaked,
    .bgtaskNotRegistered, .bgtaskNotSubmittedAgain, .bgtaskRefused, .bgtaskRegisteredLate,
    .bgtaskRegisteredTwice, .bgtaskTogether, .bleAdvertisingFromBackground,
    .bleAdvertisingKeysIgnored, .bleConnectionWithoutMode, .bleNoDelegate, .bleNotSubscribedAgain,
    .bleObjectReleased, .bleRestoreMissingOrLate, .bleScanBackgroundBudget,
    .bleScanBackgroundNilServices, .bleScanBackgroundWithoutMode, .bleScanDuplicatesIgnored,
    .bleScanOverflowDark, .bleWriteDropped, .bleWrongState, .crashAgain, .defaultsOverwritten,
    .dispatchDeadlock, .dispatchHostSource, .eventNotCompleted, .fetchDisabled,
    .fileLockedAtSuspension, .fileOldContainer, .fileProtected, .foundationHostRegion,
    .healthkitNotAuthorized, .healthkitNotEntitled, .healthkitNotRecovered,
    .healthkitStartedInBackground, .healthkitUpdateNotCompleted, .keychainCertificate,
    .keychainItemLocked, .keychainLockedItemDeleted, .locationEventLost, .locationKeepaliveBroken,
    .mainThreadBlocked, .monitorNotIterated, .monitorOpenTwice, .motionBatchesWithoutWorkout,
    .motionNotAvailable, .motionQueryTooLong, .motionRecordingTooLong, .notificationsLimit,
    .notificationsNeverAsked, .notificationsNeverFires, .notificationsResponseLost,
    .notificationsResponseNotCompleted, .plistMissingKey, .plistModeNotSimulated,
    .plistUnknownMode, .portLeftOut, .portSkipped, .processDeadObject, .pushNotEntitled,
    .pushSilentPriority, .regionLimit, .regionReregistered, .regionWithoutEnd,
    .relaunchAfterForceQuit, .swiftUnknownLibraries, .timerNoRunLoop, .urlsessionEndedBeforeList,
    .urlsessionNotBegunAgain, .urlsessionOneAtATime, .urlsessionSameIdentifier,
    .urlsessionSettingNotSimulated, .wakeLateBlocks, .wakeNothingOutstanding, .watchCpuCap,
    .watchRefreshWithoutComplication, .watchSilentAlarm, .wcFileLost, .wcFileNotMoved,
    .wcNoDelegate, .wcNotActivated, .wcPayloadTooLarge, .wcReceivedWithoutActivation,
  ]
}

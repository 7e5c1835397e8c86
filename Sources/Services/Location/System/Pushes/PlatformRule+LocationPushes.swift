import YobanPlatformProfiles

extension PlatformRule {
  public static let loc12 = PlatformRule(
    "LOC12", .location, .documented, versions: "iOS 15 and later",
    "A push of the type location launches the Location Push Service Extension of an app with the entitlement and Always authorization; if the extension does not complete the push soon, it is warned and then ended.",
    sources: [
      .page(
        "Creating a location push service extension", by: "Apple",
        at:
          "https://developer.apple.com/documentation/corelocation/creating-a-location-push-service-extension"
      ),
      .page(
        "didReceiveLocationPushPayload(_:completion:)", by: "Apple",
        at:
          "https://developer.apple.com/documentation/corelocation/cllocationpushserviceextension/didreceivelocationpushpayload(_:completion:)"
      ),
    ],
    details: [
      .init(
        .documented,
        "The app asks for the token, for which the device must be online. Without com.apple.developer.location.push, the extension or aps-environment it gets the error missingEntitlement, missingPushExtension or missingPushServerEnvironment.",
        [
          .page(
            "startMonitoringLocationPushes(completion:)", by: "Apple",
            at:
              "https://developer.apple.com/documentation/corelocation/cllocationmanager/startmonitoringlocationpushes(completion:)"
          ),
          .page(
            "CLLocationPushServiceError.Code", by: "Apple",
            at:
              "https://developer.apple.com/documentation/corelocation/cllocationpushserviceerror-swift.struct/code"
          ),
        ]),
      .init(
        .documented,
        "If the completion handler is not called soon, the system calls serviceExtensionWillTerminate on the main thread, where the extension calls the handler as quickly as possible.",
        [
          .page(
            "serviceExtensionWillTerminate()", by: "Apple",
            at:
              "https://developer.apple.com/documentation/corelocation/cllocationpushserviceextension/serviceextensionwillterminate()"
          )
        ]),
      .init(
        .documented,
        "A device receives about 360 such pushes in 24 h. One becomes available again every few minutes. If none is left, the device does not receive pushes for some time, and nobody can find out how many are left."
      ),
      .init(
        .reported,
        "On some devices of a developer such pushes stopped for hours and came again, while other pushes arrived; the server got no error.",
        [
          .page(
            "forum thread 777258", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/777258")
        ]),
      .init(
        .documented,
        "The extension may use liveUpdates or a CLLocationManager, and keeps a CLServiceSession for Always, as the app does."
      ),
      .init(
        .assumed,
        "The warning comes 30 s after the push, and the end 5 s later: Apple names no times. The token comes after 1 s. One push is available again in 4 min, so that 360 are available again in a day. A push to a device that was not unlocked since its boot is lost."
      ),
      .init(
        .documented,
        "For a device that is offline the push service may store one push for each bundle identifier.",
        [
          .page(
            "Sending notification requests to APNs", by: "Apple",
            at:
              "https://developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns"
          )
        ]),
    ],
    simulated:
      "A push launches the extension, or resumes it, even if the user has force-quit the app. The extension has the permission of its app, and receives positions while it works on a push. After 30 s it is warned, and 5 s later it is ended, with a finding. 360 pushes are available, and one more every 4 min; others are lost, as are those without Always authorization, with an event of the trace. The token comes after 1 s, when the device is online, and stays valid over launches and reboots.",
    difference:
      "A push to a device that is off or offline is lost. A process has one object of the extension's class for all its pushes; whether a device makes one for each push is not known. A push counts for the device, not for each app."
  )
}

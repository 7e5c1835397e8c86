import YobanPlatformProfiles
import YobanSimulatedDevices

extension AppProcess {
  /// Returns the app whose code is running; outside of any app, one that gets no events, on an
  /// Android phone.
  ///
  /// - Parameter what: a description of the call, such as `SensorManager was requested`.
  package static func callingOnAndroid(_ what: String) -> AppProcess {
    calling(what, orOn: "android") {
      try $0.addAndroidPhone("phone", .android(api: 34)).install(
        .android(
          AndroidManifest(package: "com.example.outside", targetSdkVersion: 34, components: []),
          name: "outside"
        ) {})
    }
  }
}

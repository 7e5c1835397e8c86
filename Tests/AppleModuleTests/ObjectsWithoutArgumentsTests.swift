import AVFAudio
import CoreLocation
import CoreMotion
import MapKit
import Testing
import UIKit
import YobanTesting

/// Objects that Objective-C lets an app make without arguments, often as the first value of a property.
@Suite(.world()) struct ObjectsWithoutArgumentsTests {
  /// The lines that an app prints when it is launched.
  private func lines(_ use: @escaping @MainActor @Sendable () -> Void) async throws -> [String] {
    let running = try await startApp(AppFixture { _ in use() })
    try await running.world.pass(.seconds(1))
    return running.app.log.texts
  }

  @Test func `a player without a sound does not play, a recorder without a file does not record`()
    async throws
  {
    let lines = try await lines {
      let player = AVAudioPlayer()
      print(player.play(), player.duration, player.url as Any)
      print(AVAudioRecorder().prepareToRecord())
    }
    #expect(lines == ["false 0.0 nil", "false"])
  }

  @Test func `views, values and overlays are empty`() async throws {
    let lines = try await lines {
      print(UITableViewCell().reuseIdentifier as Any, UITableViewHeaderFooterView().frame.width)
      print(UIAlertController().actions.count, UISearchController().isActive)
      print(UIPageViewController().transitionStyle == .pageCurl, UIVisualEffectView().isHidden)
      print(UIColor().cgColor.alpha, UIFont().pointSize, NSLayoutConstraint().constant)
      print(MKPolyline().pointCount, MKCircle().radius, MKAnnotationView().annotation == nil)
      print(CLCircularRegion().radius, CLBeaconRegion().identifier.isEmpty, CLRegion().notifyOnExit)
      print(CMAccelerometerData().acceleration.x, CMGyroData().timestamp)
    }
    #expect(
      lines == [
        "nil 0.0", "0 false", "true false", "0.0 0.0 0.0", "0 0.0 true", "0.0 true true", "0.0 0.0",
      ])
  }

  @Test func `one class can be the delegate of the app and of its scene`() async throws {
    let phone = try World.current.addPhone()
    let app = try phone.install(
      .delegate(BothDelegates.self),
      infoPlist: InfoPlist(["UIApplicationSceneManifest": ["UISceneConfigurations": [:]]]))
    await phone.open(app)
    #expect(app.state == .active)
    #expect(app.log.texts == ["app", "scene"])
  }

  @Test func `the settings of notifications before iOS 10 ask the user`() async throws {
    let phone = try World.current.addPhone()
    let app = try phone.install(.delegate(OldNotifications.self))
    await phone.open(app)
    try await World.current.pass(.seconds(5))
    #expect(app.log.texts == ["registered true"])
  }

  @Test func `edits of a text field are posted`() async throws {
    let lines = try await lines {
      let field = UITextField()
      for name in [
        UITextField.textDidBeginEditingNotification, UITextField.textDidChangeNotification,
        UITextField.textDidEndEditingNotification,
      ] {
        _ = NotificationCenter.default.addObserver(forName: name, object: field, queue: nil) {
          note in
          print(note.name.rawValue)
        }
      }
      field.becomeFirstResponder()
      field.insertText("a")
      field.resignFirstResponder()
    }
    #expect(
      lines == [
        "UITextFieldTextDidBeginEditingNotification", "UITextFieldTextDidChangeNotification",
        "UITextFieldTextDidEndEditingNotification",
      ])
  }
}

/// As in apps with one class for both.
private final class BothDelegates: UIResponder, UIApplicationDelegate, UIWindowSceneDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    print("app")
    return true
  }

  func application(
    _ application: UIApplication, configurationForConnecting session: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    let configuration = UISceneConfiguration(name: "Default", sessionRole: session.role)
    configuration.delegateClass = BothDelegates.self
    return configuration
  }

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    print("scene")
  }
}

private final class OldNotifications: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    application.registerUserNotificationSettings(
      UIUserNotificationSettings(types: [.alert, .sound], categories: nil))
    return true
  }

  func application(
    _ application: UIApplication, didRegister notificationSettings: UIUserNotificationSettings
  ) {
    print("registered", notificationSettings.types == [.alert, .sound])
  }
}

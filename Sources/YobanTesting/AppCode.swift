import CoreLocation
import UIKit
import WatchKit
import YobanSimulatedOS

/// The code of an app, and how each of its launches starts it, for the `install` of a phone or a watch.
///
/// ```swift
/// try phone.install(.delegate(AppDelegate.self), infoPlist: .file("Info.plist"))
/// try phone.install(.swiftUI(PulseApp.self))
/// try phone.install(.making { AppDelegate(clock: clock) })
/// ```
public struct AppCode<Kind: AppHost>: Sendable {
  /// The delegate, or the type of SwiftUI's `App`: its module is the app's.
  let type: Any.Type
  let isSwiftUI: Bool
  let main: @MainActor @Sendable () -> Void
}

extension AppCode {
  /// An app with SwiftUI's life cycle: each launch calls `App.main()`. This is the code of every app with a type that
  /// conforms to `App`, also if that has a delegate with `@UIApplicationDelegateAdaptor`.
  ///
  /// - Parameter app: the type that conforms to SwiftUI's `App`.
  public static func swiftUI<App: _ApplicationEntryPoint>(
    _ app: App.Type
  ) -> Self {
    let type = MainActorType(app)
    return Self(type: app, isSwiftUI: true) { type.value.main() }
  }
}

extension AppCode where Kind == Phone {
  /// An app with a delegate, which may be marked `@main` in the app's own target: each launch calls
  /// `UIApplicationDelegate.main()`, as on a device.
  public static func delegate<Delegate: UIApplicationDelegate>(_ delegate: Delegate.Type) -> Self {
    let type = MainActorType(delegate)
    return Self(type: delegate, isSwiftUI: false) { type.value.main() }
  }

  /// An app whose delegate the test creates, so that the test can pass values to it, such as a fake server or a
  /// closure.
  ///
  /// - Parameter makeDelegate: creates the delegate; called in each launch, in the app's process.
  public static func making<Delegate: UIApplicationDelegate>(
    _ makeDelegate: @escaping @MainActor @Sendable () -> Delegate
  ) -> Self {
    Self(type: Delegate.self, isSwiftUI: false) { UIApplicationMain(delegate: makeDelegate) }
  }
}

extension AppCode where Kind == Watch {
  /// A watch app with a delegate, which may be marked `@main` in the app's own target: each launch calls
  /// `WKApplicationDelegate.main()`, as on a watch.
  public static func delegate<Delegate: WKApplicationDelegate>(_ delegate: Delegate.Type) -> Self {
    let type = MainActorType(delegate)
    return Self(type: delegate, isSwiftUI: false) { type.value.main() }
  }

  /// A watch app of before watchOS 9, with an extension delegate.
  public static func delegate<Delegate: NSObject & WKExtensionDelegate>(
    _ delegate: Delegate.Type
  ) -> Self {
    let name = String(reflecting: delegate)
    return Self(type: delegate, isSwiftUI: false) {
      WKApplicationMain(CommandLine.argc, CommandLine.unsafeArgv, name)
    }
  }

  /// A watch app whose delegate the test creates, so that the test can pass values to it.
  ///
  /// - Parameter makeDelegate: creates the delegate; called in each launch, in the app's process.
  public static func making<Delegate: WKApplicationDelegate>(
    _ makeDelegate: @escaping @MainActor @Sendable () -> Delegate
  ) -> Self {
    Self(type: Delegate.self, isSwiftUI: false) { WKApplicationMain(delegate: makeDelegate) }
  }
}

/// The code of an app extension, for `install(_:in:…)`.
public struct ExtensionCode: Sendable {
  /// The type of the entry point: its module is that of the extension.
  let type: Any.Type
  /// The extension point, such as `com.apple.widgetkit-extension`.
  let point: String
  let main: @MainActor @Sendable () -> Void

  /// The widgets of an app: each launch calls `WidgetBundle.main()` or `Widget.main()`.
  ///
  /// - Parameter entryPoint: the type that conforms to WidgetKit's `WidgetBundle` or `Widget`.
  public static func widgets<EntryPoint: _ExtensionEntryPoint>(
    _ entryPoint: EntryPoint.Type
  ) -> Self {
    let type = MainActorType(entryPoint)
    return Self(type: entryPoint, point: WidgetService.extensionPoint) { type.value.main() }
  }

  /// The Location Push Service Extension of an app: each launch makes an object of its main class.
  public static func locationPush<Service: NSObject & CLLocationPushServiceExtension>(
    _ service: Service.Type
  ) -> Self {
    let type = MainActorType(service)
    return Self(type: service, point: LocationService.pushExtensionPoint) {
      startLocationPushExtension(type.value)
    }
  }
}

/// A type whose functions are called on the main actor only.
///
/// Sendable: for that reason.
private struct MainActorType<Value>: @unchecked Sendable {
  let value: Value.Type
  init(_ value: Value.Type) { self.value = value }
}

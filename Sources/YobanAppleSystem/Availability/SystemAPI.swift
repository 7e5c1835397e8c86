import YobanPlatformProfiles
import YobanSimulatedDevices

/// A function or type of Apple's frameworks that older systems do not have. The module that declares it calls
/// `reportIfTooNew()` when an app uses it.
///
/// The compiler for Linux ignores `@available` and takes every `#available` for true, so it accepts what
/// Xcode refuses, and the branch for older systems never runs.
package struct SystemAPI: Sendable, Hashable {
  /// Apple's name, as in `scripts/apple-names`.
  package let name: String
  /// The first version of iOS that has it; nil if phones are not checked.
  package let iOS: SystemVersion?
  /// The first version of watchOS that has it; nil if watches are not checked.
  package let watchOS: SystemVersion?

  package init(_ name: String, iOS: SystemVersion? = nil, watchOS: SystemVersion? = nil) {
    self.name = name
    self.iOS = iOS
    self.watchOS = watchOS
  }

  /// Reports advice if the device of the calling app, or the oldest system that the app supports, does not have
  /// the API.
  package func reportIfTooNew() {
    guard let process = AppProcess.current else { return }
    let profile = process.app.device.profile
    let first: SystemVersion? =
      switch profile.platform {
      case .iOS: iOS
      case .watchOS: watchOS
      case .android: nil
      }
    guard let first else { return }
    let use = Use(
      api: name, system: profile.platform.rawValue, first: first,
      device: profile.platform == .iOS ? "phone" : "watch")
    if profile.version < first {
      process.reportOnce(.newerThanSystem(use, profile.version), for: "\(name) on the system")
    } else if let oldest = process.app.definition.infoPlist.oldestSystem, oldest < first {
      process.reportOnce(.newerThanDeploymentTarget(use, oldest), for: "\(name) of the target")
    }
  }

  /// A use of an API on a device.
  fileprivate struct Use {
    let api: String
    /// iOS or watchOS.
    let system: String
    /// The first version of the system that has the API.
    let first: SystemVersion
    /// A word for the device.
    let device: String

    var needed: String { "\(system) \(first.short)" }
  }
}

extension InfoPlist {
  /// The oldest system that the app supports: `MinimumOSVersion`, which Xcode writes into the built app, and
  /// `yoban init` into the Info.plist of a test package; nil without it.
  fileprivate var oldestSystem: SystemVersion? {
    text("MinimumOSVersion").flatMap { text in
      SystemVersion(text.split(separator: ".").prefix(2).joined(separator: "."))
    }
  }
}

extension Finding {
  fileprivate static func newerThanSystem(_ use: SystemAPI.Use, _ version: SystemVersion) -> Finding
  {
    Finding(
      .apiNewerThanSystem, rule: nil,
      what:
        "\(use.api) needs \(use.needed); this \(use.device) has \(use.system) \(version.short).",
      remedy:
        "A device of this version does not have it. On Linux #available is always true: play this branch on a \(use.device) with \(use.needed) or later.",
      isAdvice: true)
  }

  fileprivate static func newerThanDeploymentTarget(_ use: SystemAPI.Use, _ oldest: SystemVersion)
    -> Finding
  {
    Finding(
      .apiNewerThanDeploymentTarget, rule: nil,
      what:
        "\(use.api) needs \(use.needed); Info.plist has the MinimumOSVersion \(oldest.short).",
      remedy:
        "Xcode refuses it outside of `if #available(\(use.needed), *)` or a declaration with @available; the compiler for Linux does not check this.",
      isAdvice: true)
  }
}

// MARK: The APIs

extension SystemAPI {

  // UIKit
  package static let controlAction = SystemAPI("UIControl.addAction(_:for:)", iOS: 14)
  package static let buttonConfiguration = SystemAPI(
    "UIButton.init(configuration:primaryAction:)", iOS: 15)
  package static let sceneSubtitle = SystemAPI("UIScene.subtitle", iOS: 15)
  package static let keyWindowOfScene = SystemAPI("UIWindowScene.keyWindow", iOS: 15)

  // CoreMotion
  package static let absoluteAltitude = SystemAPI(
    "CMAltimeter.startAbsoluteAltitudeUpdates(to:withHandler:)", iOS: 15, watchOS: 8)
  package static let headphoneMotion = SystemAPI("CMHeadphoneMotionManager", iOS: 14, watchOS: 7)
  package static let batchedSensors = SystemAPI("CMBatchedSensorManager", watchOS: 10)

  // SwiftUI, whose names of one autumn are in iOS and watchOS. The versions are those of Apple's documentation.
  package static let viewTask = swiftUI("View.task(priority:_:)", iOS: 15)
  package static let refreshable = swiftUI("View.refreshable(action:)", iOS: 15)
  package static let searchable = swiftUI("View.searchable(text:placement:prompt:)", iOS: 15)
  package static let swipeActions = swiftUI(
    "View.swipeActions(edge:allowsFullSwipe:content:)", iOS: 15)
  package static let alertWithActions = swiftUI("View.alert(_:isPresented:actions:)", iOS: 15)
  package static let confirmationDialog = swiftUI(
    "View.confirmationDialog(_:isPresented:titleVisibility:actions:)", iOS: 15)
  package static let navigationStack = swiftUI("NavigationStack", iOS: 16)
  package static let navigationSplitView = swiftUI("NavigationSplitView", iOS: 16)
  package static let grid = swiftUI("Grid", iOS: 16)
  package static let viewThatFits = swiftUI("ViewThatFits", iOS: 16)
  package static let shareLink = swiftUI("ShareLink", iOS: 16)
  package static let labeledContent = swiftUI("LabeledContent", iOS: 16)
  package static let presentationDetents = swiftUI("View.presentationDetents(_:)", iOS: 16)
  package static let sceneBackgroundTask = swiftUI("Scene.backgroundTask(_:action:)", iOS: 16)
  /// Watches had it two years before phones.
  package static let gauge = SystemAPI("Gauge", iOS: 16, watchOS: 7)
  package static let changeOfTwoValues = swiftUI("View.onChange(of:initial:_:)", iOS: 17)
  package static let observableEnvironment = swiftUI("View.environment(_:)", iOS: 17)
  package static let bindable = swiftUI("Bindable", iOS: 17)
  package static let contentUnavailable = swiftUI("ContentUnavailableView", iOS: 17)
  package static let sensoryFeedback = swiftUI("View.sensoryFeedback(_:trigger:)", iOS: 17)
  package static let tab = swiftUI("Tab", iOS: 18)

  private static func swiftUI(_ name: String, iOS: Int) -> SystemAPI {
    SystemAPI(name, iOS: SystemVersion(iOS), watchOS: SystemVersion(iOS - 7))
  }
}

extension Finding.Kind {
  /// The app uses an API that is newer than its deployment target.
  public static let apiNewerThanDeploymentTarget = Self("api.newer-than-deployment-target")
  /// The app uses an API that the system of the device does not have.
  public static let apiNewerThanSystem = Self("api.newer-than-system")
}

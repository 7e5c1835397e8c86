/// Tells what only draws, or only reports what the app does, from what computes, stores or calls the system.
/// Code that draws is skipped when the app gets there; all other code ends the app.
struct Drawing {
  /// Modules whose absence no background test notices: they draw, or they count and report what the app does.
  static let modules: Set<String> = [
    // Apple's
    "SceneKit", "SpriteKit", "ARKit", "RealityKit",
    "CoreImage",
    "PDFKit", "QuickLook", "SafariServices", "MessageUI", "Charts",
    "TipKit",
    "AVKit", "PhotosUI", "ContactsUI", "EventKitUI", "Metal", "MetalKit",
    "LinkPresentation",
    // of others
    "SnapKit", "Lottie", "Kingfisher", "SDWebImage", "SDWebImageSwiftUI", "Cosmos", "Hero",
    "FSCalendar",
    "DGCharts", "SwiftCharts", "IQKeyboardManager", "IQKeyboardManagerSwift", "MBProgressHUD",
    "SVProgressHUD", "JGProgressHUD", "Toast", "Toast_Swift", "SkeletonView",
    "NVActivityIndicatorView",
    "SwipeCellKit", "Macaw", "TextFieldEffects", "Material", "SideMenu", "Reveal",
    "Firebase", "FirebaseCore", "FirebaseAnalytics", "FirebaseCrashlytics", "FirebasePerformance",
    "Crashlytics", "Fabric", "Sentry", "Bugsnag", "AppCenter", "AppCenterAnalytics",
    "AppCenterCrashes",
    "Amplitude", "Mixpanel", "Instabug", "GoogleAnalytics", "AppsFlyerLib", "Branch",
    "FBSDKCoreKit",
    "OneSignal", "PostHog", "Segment", "TelemetryClient", "TelemetryDeck", "Countly",
  ]

  /// Types of modules that count and report what the app does.
  private static let reporting: Set<String> = [
    "FirebaseApp", "FirebaseConfiguration", "FirebaseOptions", "Analytics", "Crashlytics", "Fabric",
    "Performance", "SentrySDK", "Sentry", "Bugsnag", "MSAppCenter", "AppCenter", "Amplitude",
    "Mixpanel",
    "Instabug", "IQKeyboardManager", "AppsFlyerLib", "PostHogSDK", "TelemetryManager",
    "TelemetryDeck",
    "AppEvents", "ApplicationDelegate", "OneSignal", "SVProgressHUD", "MBProgressHUD",
  ]

  private static let prefixes = [
    "UI", "CA", "CG", "CI", "NSAttributed", "NSMutableAttributed", "NSText", "NSLayout", "NSShadow",
    "NSParagraph", "NSMutableParagraph", "MK", "SCN", "SK", "AR", "PDF", "SF", "QL", "MTL", "GMS",
    "PHPicker", "DynamicIsland",
    "AVPlayerView", "AVPlayerLayer", "AVCaptureVideoPreview",
  ]
  /// Names of UIKit that a background test depends on.
  private static let notDrawing: Set<String> = [
    "UIApplication", "UIApplicationDelegate", "UIBackgroundTaskIdentifier", "UIDevice",
    "UIDocument",
    "UIPasteboard", "UIBackgroundConfiguration", "UIBackgroundRefreshStatus", "UILocalNotification",
    "UIUserNotificationSettings", "UIManagedDocument", "UIScreen", "UIStateRestoring",
    "CADisplayLink",
  ]

  /// The functions that the app declares, except those that only draw.
  let functions: [String: Set<Signature>]
  /// The properties that the app declares.
  let properties: Set<String>
  /// Whether a name belongs to a simulated module other than UIKit and SwiftUI.
  let isSimulated: (String) -> Bool

  /// Whether the name of a type, or of the module that it comes from, is only about the screen.
  static func isDrawing(_ name: String) -> Bool {
    let name =
      name.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.first.map(String.init) ?? name
    if reporting.contains(name) { return true }
    return !notDrawing.contains(name) && prefixes.contains { name.hasPrefix($0) && name != $0 }
  }

  /// Whether a name that no available module has can be one of Foundation or of a service, whatever a file imports.
  static func mayDoMore(_ name: String) -> Bool {
    !isDrawing(name)
      && [
        "NS", "Sec", "CM", "CL", "CB", "HK", "AV", "BG", "UN", "WC", "NW", "OS", "Widget",
        "ControlPush",
        "CX", "PKPush", "PKVoIP", "ASAccessory", "ASDiscovery", "ASMigration", "ASPicker",
      ].contains {
        name.hasPrefix($0) && name.dropFirst($0.count).first?.isUppercase == true
      }
  }

  /// Whether what an extension of this type does only draws.
  static func isDrawingExtension(of type: String) -> Bool {
    (isDrawing(type) && !type.hasSuffix("Controller"))
      || ["Color", "Font", "Image", "View", "Text"].contains(type)
  }

  /// Whether a piece of code that is left out only draws.
  ///
  /// - Parameters:
  ///   - code: the piece.
  ///   - isCauseDrawing: whether what is missing only draws.
  func isDrawing(_ code: CodeFacts, isCauseDrawing: Bool) -> Bool {
    isCauseDrawing && code.assigned.isDisjoint(with: properties)
      && code.closureCalls.isDisjoint(with: properties) && !code.callsOptionalClosure
      && !code.names.contains(where: isSimulated)
      && !code.calls.contains { call in functions[call.name]?.contains { $0.accepts(call) } == true
      }
  }
}

/// The words of the XML of storyboards.
enum StoryboardElements {
  static let controllers: Set<String> = [
    "viewController", "tableViewController", "navigationController", "tabBarController",
  ]

  static let views: Set<String> = [
    "view", "label", "button", "textField", "textView", "switch", "slider", "stepper",
    "segmentedControl", "stackView", "scrollView", "imageView", "tableView", "tableViewCell",
    "tableViewSection", "activityIndicatorView", "progressView", "barButtonItem",
  ]

  /// The attributes that UIKit reads.
  static let attributes: Set<String> = [
    "text", "title", "placeholder", "tag", "hidden", "alpha", "userInteractionEnabled", "enabled",
    "selected", "on", "value", "minValue", "maxValue", "minimumValue", "maximumValue", "stepValue",
    "numberOfLines", "axis", "spacing", "image", "progress", "animating", "hidesWhenStopped",
    "selectedSegmentIndex", "reuseIdentifier", "storyboardIdentifier", "key", "systemItem",
    "prompt", "headerTitle", "textLabel", "detailTextLabel",
  ]

  /// Whether an element is about layout and drawing only, or has no meaning outside of Xcode.
  static func isIgnored(_ name: String) -> Bool { ignored.contains(name) }

  private static let ignored: Set<String> = [
    "rect", "autoresizingMask", "color", "constraints", "fontDescription", "viewLayoutGuide",
    "layoutGuides", "point", "size", "inset", "edgeInsets", "textInputTraits", "nil", "variation",
    "simulatedStatusBarMetrics", "simulatedNavigationBarMetrics", "simulatedTabBarMetrics",
    "simulatedToolbarMetrics", "simulatedScreenMetrics", "simulatedOrientationMetrics",
    "freeformSimulatedSizeMetrics", "preferredSymbolConfiguration", "imageReference",
    "placeholder", "exit", "navigationBar", "tabBar", "toolbar", "real", "integer", "boolean",
    "directionalEdgeInsets", "attributes", "fragment", "range", "modalPageSheetSize",
    "backgroundConfiguration", "fontMetrics", "dataDetectorType", "connections",
  ]

  /// The reason why an element is left out, for elements that often occur.
  static func problem(_ name: String) -> String? {
    if name.hasSuffix("GestureRecognizer") {
      return "Gesture recognizers are not supported: \(name) is left out."
    }
    return switch name {
    case "viewControllerPlaceholder":
      "A reference to another storyboard is not supported: instantiate its controller in code."
    case "customObject": "An object of a class of its own is not supported: make it in code."
    case "splitViewController", "pageViewController", "collectionViewController",
      "glkViewController", "avPlayerViewController", "hostingController":
      "\(name) is not supported: the scene is left out."
    default: nil
    }
  }
}

/// The words of the XML of storyboards.
enum StoryboardElements {
  static let controllers: Set<String> = [
    "viewController", "tableViewController", "navigationController", "tabBarController",
    "collectionViewController", "pageViewController", "splitViewController",
    "glkViewController", "avPlayerViewController", "hostingController",
  ]

  static let recognizers: Set<String> = [
    "tapGestureRecognizer", "pongPressGestureRecognizer", "longPressGestureRecognizer",
    "panGestureRecognizer", "pinchGestureRecognizer", "rotationGestureRecognizer",
    "swipeGestureRecognizer", "screenEdgePanGestureRecognizer",
  ]

  static let views: Set<String> = [
    "view", "label", "button", "textField", "textView", "switch", "slider", "stepper",
    "segmentedControl", "stackView", "scrollView", "imageView", "tableView", "tableViewCell",
    "tableViewSection", "activityIndicatorView", "progressView", "barButtonItem",
    "collectionView", "collectionViewCell", "collectionReusableView", "pickerView", "datePicker",
    "pageControl", "searchBar", "toolbar", "tabBar", "navigationBar", "visualEffectView",
    "containerView", "mapView", "window",
  ]

  /// Apple's class of an element; nil for an object of any class, and for what is no object.
  static func className(_ element: String) -> String? {
    switch element {
    case "containerView": "UIView"
    case "mapView": "MKMapView"
    case "pongPressGestureRecognizer": "UILongPressGestureRecognizer"
    case "avPlayerViewController", "glkViewController", "hostingController": "UIViewController"
    case _ where [views, controllers, recognizers].contains { $0.contains(element) }:
      "UI" + element.prefix(1).uppercased() + element.dropFirst()
    default: nil
    }
  }

  /// The attributes that UIKit reads.
  static let attributes: Set<String> = [
    "text", "title", "placeholder", "tag", "hidden", "alpha", "userInteractionEnabled", "enabled",
    "selected", "on", "value", "minValue", "maxValue", "minimumValue", "maximumValue", "stepValue",
    "numberOfLines", "axis", "spacing", "image", "progress", "animating", "hidesWhenStopped",
    "selectedSegmentIndex", "reuseIdentifier", "storyboardIdentifier", "key", "systemItem",
    "prompt", "headerTitle", "textLabel", "detailTextLabel", "datePickerMode", "numberOfPages",
    "currentPage", "storyboardName", "referencedIdentifier",
  ]

  /// Whether an element is about layout and drawing only, or has no meaning outside of Xcode.
  static func isIgnored(_ name: String) -> Bool { ignored.contains(name) }

  private static let ignored: Set<String> = [
    "rect", "autoresizingMask", "color", "constraints", "fontDescription", "viewLayoutGuide",
    "layoutGuides", "point", "size", "inset", "edgeInsets", "textInputTraits", "nil", "variation",
    "simulatedStatusBarMetrics", "simulatedNavigationBarMetrics", "simulatedTabBarMetrics",
    "simulatedToolbarMetrics", "simulatedScreenMetrics", "simulatedOrientationMetrics",
    "freeformSimulatedSizeMetrics", "preferredSymbolConfiguration", "imageReference",
    "placeholder", "exit", "real", "integer", "boolean", "date", "extendedEdge",
    "collectionViewLayout", "collectionViewFlowLayout", "collectionViewCellContentView",
    "blurEffect", "vibrancyEffect", "scopeButtonTitles", "locale", "timeZone", "offsetWrapper",
    "userDefinedRuntimeAttribute", "designable", "systemColor", "symbolConfiguration",
    "directionalEdgeInsets", "attributes", "fragment", "range", "modalPageSheetSize",
    "backgroundConfiguration", "fontMetrics", "dataDetectorType", "connections",
  ]

  /// The reason why an element is left out, for elements that often occur.
  static func problem(_ name: String) -> String? {
    return switch name {
    case "customObject": "An object of a class of its own is not supported: make it in code."
    default: nil
    }
  }
}

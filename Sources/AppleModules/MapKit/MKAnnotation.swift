/// A thing at a place of the map.
@preconcurrency @MainActor public protocol MKAnnotation: NSObjectProtocol {
  var coordinate: CLLocationCoordinate2D { get }
  /// At Apple, the titles are optional requirements.
  var title: String? { get }
  var subtitle: String? { get }
}

extension MKAnnotation {
  public var title: String? { nil }
  public var subtitle: String? { nil }
}

@preconcurrency @MainActor open class MKShape: NSObject {
  open var title: String?
  open var subtitle: String?
  public override init() { super.init() }
}

@preconcurrency @MainActor open class MKPointAnnotation: MKShape, MKAnnotation {
  open var coordinate = CLLocationCoordinate2D(latitude: 0, longitude: 0)
  public override init() { super.init() }
  public convenience init(coordinate: CLLocationCoordinate2D) {
    self.init()
    self.coordinate = coordinate
  }
  public convenience init(
    coordinate: CLLocationCoordinate2D, title: String?, subtitle: String?
  ) {
    self.init(coordinate: coordinate)
    self.title = title
    self.subtitle = subtitle
  }
}

/// The place of the user. Its location is the last one that Core Location knows while the map shows the user.
@preconcurrency @MainActor open class MKUserLocation: NSObject, MKAnnotation {
  private lazy var manager = CLLocationManager()
  var isShown = false
  open var title: String?
  open var subtitle: String?
  open var isUpdating: Bool { false }
  open var heading: CLHeading? { nil }
  open var location: CLLocation? { isShown ? manager.location : nil }
  open var coordinate: CLLocationCoordinate2D {
    location?.coordinate ?? kCLLocationCoordinate2DInvalid
  }
}

@nonexhaustive public enum MKAnnotationViewDragState: UInt, Sendable {
  case none = 0
  case starting, dragging, canceling, ending
}

/// The view of an annotation. The map does not show it.
@preconcurrency @MainActor open class MKAnnotationView: UIView {
  open private(set) var reuseIdentifier: String?
  open var annotation: (any MKAnnotation)?
  open var image: UIImage?
  open var canShowCallout = false
  open var isDraggable = false
  open var isEnabled = true
  open var isSelected = false
  open var centerOffset = CGPoint.zero
  open var calloutOffset = CGPoint.zero
  open var leftCalloutAccessoryView: UIView?
  open var rightCalloutAccessoryView: UIView?
  open var detailCalloutAccessoryView: UIView?
  open var clusteringIdentifier: String?
  open var dragState = MKAnnotationViewDragState.none
  open var displayPriority = MKFeatureDisplayPriority.required

  public convenience init() { self.init(annotation: nil, reuseIdentifier: nil) }

  public init(annotation: (any MKAnnotation)?, reuseIdentifier: String?) {
    self.annotation = annotation
    self.reuseIdentifier = reuseIdentifier
    super.init(frame: .zero)
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  @usableFromInline convenience init(dequeued identifier: String) {
    self.init(annotation: nil, reuseIdentifier: identifier)
  }

  open func prepareForReuse() {}
  open func prepareForDisplay() {}
  open func setSelected(_ selected: Bool, animated: Bool) { isSelected = selected }
  open func setDragState(_ newDragState: MKAnnotationViewDragState, animated: Bool) {
    dragState = newDragState
  }
}

extension MKAnnotationView {
  /// A new view of this class, as UIKit makes the cells of lists (`DequeuedViews.swift`). The symbol is that of
  /// `init(dequeued:)`.
  @_silgen_name("$s6MapKit16MKAnnotationViewC8dequeuedACSS_tcfC")
  static func dequeued(_ identifier: consuming String) -> MKAnnotationView
}

public struct MKFeatureDisplayPriority: RawRepresentable, Hashable, Sendable {
  public let rawValue: Float
  public init(rawValue: Float) { self.rawValue = rawValue }
  public init(_ rawValue: Float) { self.rawValue = rawValue }
  public static let required = MKFeatureDisplayPriority(1000)
  public static let defaultHigh = MKFeatureDisplayPriority(750)
  public static let defaultLow = MKFeatureDisplayPriority(250)
}

@nonexhaustive public enum MKPinAnnotationColor: UInt, Sendable {
  case red = 0
  case green, purple
}

@preconcurrency @MainActor open class MKPinAnnotationView: MKAnnotationView {
  open var pinTintColor: UIColor!
  open var pinColor = MKPinAnnotationColor.red
  open var animatesDrop = false
}

@preconcurrency @MainActor open class MKMarkerAnnotationView: MKAnnotationView {
  open var markerTintColor: UIColor?
  open var glyphTintColor: UIColor?
  open var glyphText: String?
  open var glyphImage: UIImage?
  open var animatesWhenAdded = false
}

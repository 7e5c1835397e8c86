@nonexhaustive public enum MKMapType: UInt, Sendable {
  case standard = 0
  case satellite, hybrid, satelliteFlyover, hybridFlyover, mutedStandard
}

@nonexhaustive public enum MKUserTrackingMode: Int, Sendable {
  case none = 0
  case follow, followWithHeading
}

@nonexhaustive public enum MKOverlayLevel: Int, Sendable {
  case aboveRoads = 0
  case aboveLabels
}

/// A map without tiles. It keeps its region, annotations and overlays, and calls its delegate when the app changes
/// them. It shows nothing, and no user moves it.
@preconcurrency @MainActor open class MKMapView: UIView {
  open weak var delegate: (any MKMapViewDelegate)?
  open var mapType = MKMapType.standard
  open var isZoomEnabled = true
  open var isScrollEnabled = true
  open var isRotateEnabled = true
  open var isPitchEnabled = true
  open var showsCompass = true
  open var showsScale = false
  open var showsTraffic = false
  open var showsBuildings = true
  open var showsPointsOfInterest = true
  open var pointOfInterestFilter: MKPointOfInterestFilter?
  open var preferredConfiguration = MKMapConfiguration()
  open var camera = MKMapCamera()
  open var cameraBoundary: AnyObject?
  open var showsUserLocation = false { didSet { userLocation.isShown = showsUserLocation } }
  open private(set) var userLocation = MKUserLocation()
  open var isUserLocationVisible: Bool { false }
  open var userTrackingMode = MKUserTrackingMode.none
  open private(set) var annotations: [any MKAnnotation] = []
  open private(set) var overlays: [any MKOverlay] = []
  open var selectedAnnotations: [any MKAnnotation] = []
  private var annotationClasses: [String: MKAnnotationView.Type] = [:]
  private var stored = MKCoordinateRegion(
    center: CLLocationCoordinate2D(latitude: 0, longitude: 0),
    span: MKCoordinateSpan(latitudeDelta: 180, longitudeDelta: 360))

  open var region: MKCoordinateRegion {
    get { stored }
    set { setRegion(newValue, animated: false) }
  }
  open var centerCoordinate: CLLocationCoordinate2D {
    get { stored.center }
    set { setCenter(newValue, animated: false) }
  }
  open var visibleMapRect: MKMapRect {
    get {
      let half = stored.span
      let first = MKMapPoint(
        CLLocationCoordinate2D(
          latitude: stored.center.latitude + half.latitudeDelta / 2,
          longitude: stored.center.longitude - half.longitudeDelta / 2))
      let last = MKMapPoint(
        CLLocationCoordinate2D(
          latitude: stored.center.latitude - half.latitudeDelta / 2,
          longitude: stored.center.longitude + half.longitudeDelta / 2))
      return MKMapRect(
        origin: first, size: .init(width: last.x - first.x, height: last.y - first.y))
    }
    set { setRegion(MKCoordinateRegion(newValue), animated: false) }
  }

  open func setRegion(_ region: MKCoordinateRegion, animated: Bool) {
    delegate?.mapView(self, regionWillChangeAnimated: animated)
    stored = region
    delegate?.mapView(self, regionDidChangeAnimated: animated)
  }
  open func setCenter(_ coordinate: CLLocationCoordinate2D, animated: Bool) {
    setRegion(MKCoordinateRegion(center: coordinate, span: stored.span), animated: animated)
  }
  open func regionThatFits(_ region: MKCoordinateRegion) -> MKCoordinateRegion { region }
  open func setVisibleMapRect(_ mapRect: MKMapRect, animated animate: Bool) {
    setRegion(MKCoordinateRegion(mapRect), animated: animate)
  }
  open func setVisibleMapRect(
    _ mapRect: MKMapRect, edgePadding insets: UIEdgeInsets, animated animate: Bool
  ) { setRegion(MKCoordinateRegion(mapRect), animated: animate) }
  open func setCamera(_ camera: MKMapCamera, animated: Bool) {
    self.camera = camera
    setCenter(camera.centerCoordinate, animated: animated)
  }
  open func setUserTrackingMode(_ mode: MKUserTrackingMode, animated: Bool) {
    userTrackingMode = mode
    delegate?.mapView(self, didChange: mode, animated: animated)
  }

  // MARK: Annotations

  open func addAnnotation(_ annotation: any MKAnnotation) { addAnnotations([annotation]) }
  open func addAnnotations(_ annotations: [any MKAnnotation]) {
    self.annotations += annotations
    let views = annotations.compactMap { delegate?.mapView(self, viewFor: $0) }
    if !views.isEmpty { delegate?.mapView(self, didAdd: views) }
  }
  open func removeAnnotation(_ annotation: any MKAnnotation) { removeAnnotations([annotation]) }
  open func removeAnnotations(_ annotations: [any MKAnnotation]) {
    self.annotations.removeAll { old in annotations.contains { $0 === old } }
  }
  open func showAnnotations(_ annotations: [any MKAnnotation], animated: Bool) {
    let new = annotations.filter { annotation in
      !self.annotations.contains { $0 === annotation }
    }
    addAnnotations(new)
    let rect = annotations.map { MKMapPoint($0.coordinate) }.reduce(MKMapRect.null) {
      $0.union(MKMapRect(origin: $1, size: MKMapSize()))
    }
    if !rect.isNull { setVisibleMapRect(rect, animated: animated) }
  }
  open func view(for annotation: any MKAnnotation) -> MKAnnotationView? {
    delegate?.mapView(self, viewFor: annotation)
  }
  open func register(
    _ viewClass: AnyClass?, forAnnotationViewWithReuseIdentifier identifier: String
  ) {
    annotationClasses[identifier] = viewClass as? MKAnnotationView.Type
  }
  /// Nil: views are never used again.
  open func dequeueReusableAnnotationView(withIdentifier identifier: String) -> MKAnnotationView? {
    nil
  }
  open func dequeueReusableAnnotationView(
    withIdentifier identifier: String, for annotation: any MKAnnotation
  ) -> MKAnnotationView {
    let view = (annotationClasses[identifier] ?? MKAnnotationView.self).dequeued(identifier)
    view.annotation = annotation
    return view
  }
  open func selectAnnotation(_ annotation: any MKAnnotation, animated: Bool) {
    selectedAnnotations = [annotation]
  }
  open func deselectAnnotation(_ annotation: (any MKAnnotation)?, animated: Bool) {
    selectedAnnotations.removeAll { $0 === annotation }
  }

  // MARK: Overlays

  open func addOverlay(_ overlay: any MKOverlay) { addOverlays([overlay]) }
  open func addOverlay(_ overlay: any MKOverlay, level: MKOverlayLevel) { addOverlays([overlay]) }
  open func addOverlays(_ overlays: [any MKOverlay]) {
    self.overlays += overlays
    for overlay in overlays { _ = delegate?.mapView(self, rendererFor: overlay) }
  }
  open func addOverlays(_ overlays: [any MKOverlay], level: MKOverlayLevel) {
    addOverlays(overlays)
  }
  open func insertOverlay(_ overlay: any MKOverlay, at index: Int, level: MKOverlayLevel) {
    overlays.insert(overlay, at: min(max(index, 0), overlays.count))
    _ = delegate?.mapView(self, rendererFor: overlay)
  }
  open func insertOverlay(_ overlay: any MKOverlay, at index: Int) {
    insertOverlay(overlay, at: index, level: .aboveLabels)
  }
  open func removeOverlay(_ overlay: any MKOverlay) { removeOverlays([overlay]) }
  open func removeOverlays(_ overlays: [any MKOverlay]) {
    self.overlays.removeAll { old in overlays.contains { $0 === old } }
  }
  open func renderer(for overlay: any MKOverlay) -> MKOverlayRenderer? { nil }

  // MARK: Points, which have no place on a screen

  open func convert(_ coordinate: CLLocationCoordinate2D, toPointTo view: UIView?) -> CGPoint {
    .zero
  }
  /// The center of the region: no point of the view has a coordinate of its own.
  open func convert(_ point: CGPoint, toCoordinateFrom view: UIView?) -> CLLocationCoordinate2D {
    stored.center
  }
  open func convert(_ region: MKCoordinateRegion, toRectTo view: UIView?) -> CGRect { .zero }
}

/// At Apple, all methods are optional.
@preconcurrency @MainActor public protocol MKMapViewDelegate: NSObjectProtocol {
  func mapView(_ mapView: MKMapView, regionWillChangeAnimated animated: Bool)
  func mapView(_ mapView: MKMapView, regionDidChangeAnimated animated: Bool)
  func mapViewDidChangeVisibleRegion(_ mapView: MKMapView)
  func mapViewDidFinishLoadingMap(_ mapView: MKMapView)
  func mapViewDidFinishRenderingMap(_ mapView: MKMapView, fullyRendered: Bool)
  func mapView(_ mapView: MKMapView, viewFor annotation: any MKAnnotation) -> MKAnnotationView?
  func mapView(_ mapView: MKMapView, didAdd views: [MKAnnotationView])
  func mapView(_ mapView: MKMapView, rendererFor overlay: any MKOverlay) -> MKOverlayRenderer
  func mapView(
    _ mapView: MKMapView, annotationView view: MKAnnotationView,
    calloutAccessoryControlTapped control: UIControl)
  func mapView(
    _ mapView: MKMapView, annotationView view: MKAnnotationView,
    didChange newState: MKAnnotationViewDragState, fromOldState oldState: MKAnnotationViewDragState)
  func mapView(_ mapView: MKMapView, didSelect view: MKAnnotationView)
  func mapView(_ mapView: MKMapView, didDeselect view: MKAnnotationView)
  func mapView(_ mapView: MKMapView, didUpdate userLocation: MKUserLocation)
  func mapView(_ mapView: MKMapView, didFailToLocateUserWithError error: any Error)
  func mapView(_ mapView: MKMapView, didChange mode: MKUserTrackingMode, animated: Bool)
}

extension MKMapViewDelegate {
  public func mapView(_ mapView: MKMapView, regionWillChangeAnimated animated: Bool) {}
  public func mapView(_ mapView: MKMapView, regionDidChangeAnimated animated: Bool) {}
  public func mapViewDidChangeVisibleRegion(_ mapView: MKMapView) {}
  public func mapViewDidFinishLoadingMap(_ mapView: MKMapView) {}
  public func mapViewDidFinishRenderingMap(_ mapView: MKMapView, fullyRendered: Bool) {}
  public func mapView(
    _ mapView: MKMapView, viewFor annotation: any MKAnnotation
  ) -> MKAnnotationView? { nil }
  public func mapView(_ mapView: MKMapView, didAdd views: [MKAnnotationView]) {}
  public func mapView(
    _ mapView: MKMapView, rendererFor overlay: any MKOverlay
  ) -> MKOverlayRenderer { MKOverlayRenderer(overlay: overlay) }
  public func mapView(
    _ mapView: MKMapView, annotationView view: MKAnnotationView,
    calloutAccessoryControlTapped control: UIControl
  ) {}
  public func mapView(
    _ mapView: MKMapView, annotationView view: MKAnnotationView,
    didChange newState: MKAnnotationViewDragState, fromOldState oldState: MKAnnotationViewDragState
  ) {}
  public func mapView(_ mapView: MKMapView, didSelect view: MKAnnotationView) {}
  public func mapView(_ mapView: MKMapView, didDeselect view: MKAnnotationView) {}
  public func mapView(_ mapView: MKMapView, didUpdate userLocation: MKUserLocation) {}
  public func mapView(_ mapView: MKMapView, didFailToLocateUserWithError error: any Error) {}
  public func mapView(_ mapView: MKMapView, didChange mode: MKUserTrackingMode, animated: Bool) {}
}

@preconcurrency @MainActor open class MKMapCamera: NSObject {
  open var centerCoordinate = CLLocationCoordinate2D(latitude: 0, longitude: 0)
  open var heading: CLLocationDirection = 0
  open var pitch: CGFloat = 0
  open var altitude: CLLocationDistance = 0
  open var centerCoordinateDistance: CLLocationDistance = 0
  public override init() { super.init() }
  public convenience init(
    lookingAtCenter centerCoordinate: CLLocationCoordinate2D,
    fromDistance distance: CLLocationDistance, pitch: CGFloat, heading: CLLocationDirection
  ) {
    self.init()
    self.centerCoordinate = centerCoordinate
    centerCoordinateDistance = distance
    self.pitch = pitch
    self.heading = heading
  }
}

@preconcurrency @MainActor open class MKMapConfiguration: NSObject {}
@preconcurrency @MainActor open class MKStandardMapConfiguration: MKMapConfiguration {
  public override init() { super.init() }
}
@preconcurrency @MainActor open class MKHybridMapConfiguration: MKMapConfiguration {
  public override init() { super.init() }
}
@preconcurrency @MainActor open class MKImageryMapConfiguration: MKMapConfiguration {
  public override init() { super.init() }
}

@preconcurrency @MainActor open class MKPointOfInterestFilter: NSObject {
  open class var includingAll: MKPointOfInterestFilter { MKPointOfInterestFilter() }
  open class var excludingAll: MKPointOfInterestFilter { MKPointOfInterestFilter() }
}

@preconcurrency @MainActor open class MKCompassButton: UIView {
  open var compassVisibility = MKFeatureVisibility.adaptive
  open weak var mapView: MKMapView?
  public convenience init(mapView: MKMapView?) {
    self.init(frame: .zero)
    self.mapView = mapView
  }
}

@preconcurrency @MainActor open class MKScaleView: UIView {
  open var scaleVisibility = MKFeatureVisibility.adaptive
  open weak var mapView: MKMapView?
  public convenience init(mapView: MKMapView?) {
    self.init(frame: .zero)
    self.mapView = mapView
  }
}

@preconcurrency @MainActor open class MKUserTrackingButton: UIView {
  open weak var mapView: MKMapView?
  public convenience init(mapView: MKMapView?) {
    self.init(frame: .zero)
    self.mapView = mapView
  }
}

@nonexhaustive public enum MKFeatureVisibility: Int, Sendable {
  case adaptive = 0
  case hidden, visible
}

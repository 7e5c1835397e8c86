/// A shape on the map.
@preconcurrency @MainActor public protocol MKOverlay: MKAnnotation {
  var boundingMapRect: MKMapRect { get }
  func intersects(_ mapRect: MKMapRect) -> Bool
  func canReplaceMapContent() -> Bool
}

extension MKOverlay {
  public func intersects(_ mapRect: MKMapRect) -> Bool { boundingMapRect.intersects(mapRect) }
  public func canReplaceMapContent() -> Bool { false }
}

/// Several points.
@preconcurrency @MainActor open class MKMultiPoint: MKShape {
  private let coordinates: [CLLocationCoordinate2D]

  public override init() { coordinates = [] }

  public init(coordinates coords: UnsafePointer<CLLocationCoordinate2D>, count: Int) {
    coordinates = (0..<max(count, 0)).map { coords[$0] }
  }
  public init(points: UnsafePointer<MKMapPoint>, count: Int) {
    coordinates = (0..<max(count, 0)).map { points[$0].coordinate }
  }

  open var pointCount: Int { coordinates.count }
  open func getCoordinates(
    _ coords: UnsafeMutablePointer<CLLocationCoordinate2D>, range: NSRange
  ) {
    for index in 0..<range.length where coordinates.indices.contains(range.location + index) {
      coords[index] = coordinates[range.location + index]
    }
  }

  /// The middle of the shape.
  open var coordinate: CLLocationCoordinate2D {
    MKMapPoint(x: boundingMapRect.midX, y: boundingMapRect.midY).coordinate
  }
  open var boundingMapRect: MKMapRect {
    coordinates.map(MKMapPoint.init).reduce(MKMapRect.null) {
      $0.union(MKMapRect(origin: $1, size: MKMapSize()))
    }
  }
}

@preconcurrency @MainActor open class MKPolyline: MKMultiPoint, MKOverlay {}

@preconcurrency @MainActor open class MKGeodesicPolyline: MKPolyline {}

@preconcurrency @MainActor open class MKPolygon: MKMultiPoint, MKOverlay {}

@preconcurrency @MainActor open class MKCircle: MKShape, MKOverlay {
  open private(set) var coordinate: CLLocationCoordinate2D
  /// In meters.
  open private(set) var radius: CLLocationDistance
  public override convenience init() { self.init(center: CLLocationCoordinate2D(), radius: 0) }

  public init(center coord: CLLocationCoordinate2D, radius: CLLocationDistance) {
    (coordinate, self.radius) = (coord, radius)
  }
  open var boundingMapRect: MKMapRect {
    let region = MKCoordinateRegion(
      center: coordinate, latitudinalMeters: 2 * radius, longitudinalMeters: 2 * radius)
    let west = coordinate.longitude - region.span.longitudeDelta / 2
    let north = coordinate.latitude + region.span.latitudeDelta / 2
    let corner = MKMapPoint(CLLocationCoordinate2D(latitude: north, longitude: west))
    let center = MKMapPoint(coordinate)
    return MKMapRect(
      origin: corner,
      size: MKMapSize(width: 2 * (center.x - corner.x), height: 2 * (center.y - corner.y)))
  }
}

public struct MKTileOverlayPath: Sendable {
  public var x: Int
  public var y: Int
  public var z: Int
  public var contentScaleFactor: CGFloat
  public init(x: Int, y: Int, z: Int, contentScaleFactor: CGFloat) {
    (self.x, self.y, self.z, self.contentScaleFactor) = (x, y, z, contentScaleFactor)
  }
}

/// Tiles of a map. None is loaded, because nothing shows them.
open class MKTileOverlay: NSObject, MKOverlay {
  open private(set) var urlTemplate: String?
  open var tileSize = CGSize(width: 256, height: 256)
  open var isGeometryFlipped = false
  open var minimumZ = 0
  open var maximumZ = 21
  open var canReplaceMapContent = false
  open var coordinate: CLLocationCoordinate2D { MKMapPoint(x: 0, y: 0).coordinate }
  open var boundingMapRect: MKMapRect { .world }

  public init(urlTemplate URLTemplate: String?) { urlTemplate = URLTemplate }
  public convenience override init() { self.init(urlTemplate: nil) }

  open func url(forTilePath path: MKTileOverlayPath) -> URL {
    let text = (urlTemplate ?? "").replacingOccurrences(of: "{x}", with: "\(path.x)")
      .replacingOccurrences(of: "{y}", with: "\(path.y)")
      .replacingOccurrences(of: "{z}", with: "\(path.z)")
    return URL(string: text) ?? URL(fileURLWithPath: "/")
  }
  open func loadTile(at path: MKTileOverlayPath, result: @escaping (Data?, (any Error)?) -> Void) {
    result(nil, nil)
  }
}

/// Draws an overlay: never.
@preconcurrency @MainActor open class MKOverlayRenderer: NSObject {
  open private(set) var overlay: any MKOverlay
  open var alpha: CGFloat = 1
  public init(overlay: any MKOverlay) { self.overlay = overlay }
  open func setNeedsDisplay() {}
  open func setNeedsDisplay(_ mapRect: MKMapRect) {}
  open func canDraw(_ mapRect: MKMapRect, zoomScale: CGFloat) -> Bool { true }
  open func draw(_ mapRect: MKMapRect, zoomScale: CGFloat, in context: CGContext) {}
}

@preconcurrency @MainActor open class MKOverlayPathRenderer: MKOverlayRenderer {
  open var fillColor: UIColor?
  open var strokeColor: UIColor?
  open var lineWidth: CGFloat = 0
  open var lineJoin = CGLineJoin.round
  open var lineCap = CGLineCap.round
  open var lineDashPattern: [NSNumber]?
  open var path: CGPath!
  open func createPath() {}
  open func invalidatePath() {}
}

@preconcurrency @MainActor open class MKPolylineRenderer: MKOverlayPathRenderer {
  public init(polyline: MKPolyline) { super.init(overlay: polyline) }
  public override init(overlay: any MKOverlay) { super.init(overlay: overlay) }
  open var polyline: MKPolyline { overlay as! MKPolyline }
}

@preconcurrency @MainActor open class MKPolygonRenderer: MKOverlayPathRenderer {
  public init(polygon: MKPolygon) { super.init(overlay: polygon) }
  public override init(overlay: any MKOverlay) { super.init(overlay: overlay) }
  open var polygon: MKPolygon { overlay as! MKPolygon }
}

@preconcurrency @MainActor open class MKCircleRenderer: MKOverlayPathRenderer {
  public init(circle: MKCircle) { super.init(overlay: circle) }
  public override init(overlay: any MKOverlay) { super.init(overlay: overlay) }
  open var circle: MKCircle { overlay as! MKCircle }
}

@preconcurrency @MainActor open class MKTileOverlayRenderer: MKOverlayRenderer {
  public init(tileOverlay overlay: MKTileOverlay) { super.init(overlay: overlay) }
  public override init(overlay: any MKOverlay) { super.init(overlay: overlay) }
  open func reloadData() {}
}

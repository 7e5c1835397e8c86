// MapKit's headers include those of UIKit and Core Location.
@_exported import CoreLocation
@_exported import UIKit

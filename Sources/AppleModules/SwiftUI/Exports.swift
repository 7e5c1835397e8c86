// As on Apple's systems, importing SwiftUI also imports UIKit, Combine and Observation.
@_exported import Combine
@_exported import Observation
@_exported import UIKit

// As on Apple's systems, importing SwiftData also imports Foundation and Observation.
@_exported import Foundation
@_exported import Observation
@_exported import YobanFoundation

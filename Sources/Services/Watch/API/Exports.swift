// As on Apple's systems, importing WatchKit also imports Foundation, which contains URLSession
// there.
@_exported import Foundation
@_exported import YobanFoundation

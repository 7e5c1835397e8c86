// As on Apple's systems, importing UIKit also imports Foundation, which contains URLSession there.
@_exported import Foundation
@_exported import YobanFoundation

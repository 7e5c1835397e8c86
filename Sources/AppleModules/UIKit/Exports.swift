// As on Apple's systems, importing UIKit also imports Foundation, which contains URLSession there.
@_exported import Foundation
// UIKit's headers include those of QuartzCore and Core Graphics.
@_exported import QuartzCore
// UIKit's headers include those of UserNotifications.
@_exported import UserNotifications
@_exported import YobanFoundation

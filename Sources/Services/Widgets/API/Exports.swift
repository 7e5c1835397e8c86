@_exported import Foundation
// As Apple's WidgetKit does.
@_exported public import SwiftUI
@_exported import YobanFoundation

// Importing this module also imports Foundation, as UIKit does. URLSession belongs to Foundation on
// other systems.
@_exported import Foundation
@_exported import YobanFoundation

// The types that an app uses in its manifest.
@_exported public import struct YobanSimulatedAndroid.AndroidManifest
@_exported public import struct YobanSimulatedAndroid.ForegroundServiceType

// Foundation comes along, as with UIKit; URLSession is part of Foundation on other systems.
@_exported import Foundation
@_exported import URLLoading

// What an app writes into its manifest.
@_exported public import struct SimulatedOS.AndroidManifest
@_exported public import struct SimulatedOS.ForegroundServiceType

// As on Apple's systems, importing WatchKit imports Foundation; URLSession is part of Foundation
// there.
@_exported import Foundation
@_exported import URLLoading

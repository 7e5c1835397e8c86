// As on Apple's systems, importing UIKit imports Foundation; URLSession is part of Foundation there.
@_exported import Foundation
@_exported import URLLoading

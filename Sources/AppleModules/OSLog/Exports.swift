// As on Apple's systems, importing OSLog also imports os.
@_exported import Foundation
@_exported import os
